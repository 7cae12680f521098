import { readRecipe } from '../recipes';

/** The statements of the recipe that make the tables of a mirror, as docs/mirror.md shows them. */
export const mirrorTables = async (): Promise<string> => {
	const { nodes } = await readRecipe('mirror-documents');
	const begin = nodes.find(({ name }) => name === 'Begin');
	const tables = String(begin?.parameters.query).match(/^CREATE [^;]+;/gm) ?? [];
	return ['```sql', ...tables, '```'].join('\n');
};
