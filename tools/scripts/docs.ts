import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSpeed, speedTable } from '../bench/results';
import { eventsTable, operationsTable } from './docs/operationDocs';
import { recipeCards, recipeSections } from './docs/recipeDocs';
import { openApiFile, openApiText } from './openApi';

/** Generated parts of a page, by the names in their marks. */
type Parts = Readonly<Record<string, string>>;

/** Every page with parts that are generated from the code, the contract or the recipes. */
export const pages: ReadonlyArray<{
	readonly file: string;
	readonly parts: () => Parts | Promise<Parts>;
}> = [
	{
		file: 'README.md',
		parts: async () => ({ operations: operationsTable(), recipes: await recipeCards() }),
	},
	{ file: 'docs/recipes.md', parts: async () => ({ recipes: await recipeSections() }) },
	{ file: 'docs/triggers.md', parts: () => ({ events: eventsTable() }) },
	{ file: 'docs/benchmark.md', parts: async () => ({ speed: speedTable(await readSpeed()) }) },
];

/**
 * The text of a page with updated parts.
 * @throws Error when a mark has no part, or a part has no mark
 */
export const withParts = (file: string, text: string, parts: Parts): string => {
	const marks = /<!-- (.+): begin -->[^]*?<!-- \1: end -->/g;
	const marked = [...text.matchAll(marks)].map(([, name]) => name);
	if (marked.toSorted().join() !== Object.keys(parts).toSorted().join()) {
		throw new Error(`${file} marks ${marked.join()} instead of ${Object.keys(parts).join()}`);
	}
	return text.replace(
		marks,
		(_, name: string) => `<!-- ${name}: begin -->\n\n${parts[name]}\n\n<!-- ${name}: end -->`,
	);
};

const update = async (): Promise<void> => {
	const project = path.join(__dirname, '..', '..');
	for (const { file, parts } of pages) {
		const place = path.join(project, file);
		await writeFile(place, withParts(file, await readFile(place, 'utf8'), await parts()));
	}
	await writeFile(path.join(project, openApiFile), openApiText());
};

if (require.main === module) void update();
