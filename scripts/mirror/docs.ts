import { readRecipe } from '../recipes';

/** The recipe's statements that create the tables of a mirror, as docs/mirror.md shows them. */
export const mirrorTables = async (): Promise<string> => {
	const { nodes } = await readRecipe('mirror-documents');
	const query = nodes.find(({ name }) => name === 'Begin Run')?.parameters.query;
	if (typeof query !== 'string') throw new Error('The recipe has no statement in Begin Run.');
	const tables = query.match(/^CREATE [^;]+;/gm) ?? [];
	return ['```sql', ...tables, '```'].join('\n');
};
