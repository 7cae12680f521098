import { readRecipe } from '../recipes';

/** The recipe's statement that creates the copy of the documents, as docs/mirror.md shows it. */
export const mirrorTable = async (): Promise<string> => {
	const { nodes } = await readRecipe('mirror-documents');
	const query = nodes.find(({ name }) => name === 'Begin Run')?.parameters.query;
	if (typeof query !== 'string') throw new Error('The recipe has no statement in Begin Run.');
	const [table = ''] = /^CREATE TABLE [^;]+;/m.exec(query) ?? [];
	return ['```sql', table, '```'].join('\n');
};
