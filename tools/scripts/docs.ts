import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSpeed, speedTable } from '../bench/results';
import { formatted } from './docs/formatted';
import { eventsTable, operationsTable } from './docs/operationDocs';
import { recipeCards, recipeSections } from './docs/recipeDocs';
import { openApiFile, openApiText } from './openApi';
import { linkedFiles, repository, withLinks } from './release/links';

/** Generated parts of a page, by the names in their marks. */
type Parts = Readonly<Record<string, string>>;

interface Page {
	readonly file: string;
	/** Generates the parts. `text` is the current page. */
	readonly parts: (text: string) => Parts | Promise<Parts>;
}

/** How to get a running n8n from the package's page, where there is no source code. */
const getTheSource = (): string => {
	const { clone } = repository();
	const folder = path.basename(clone, '.git');
	return ['```bash', `git clone ${clone}`, `cd ${folder}`, 'npm ci && npm start', '```'].join('\n');
};

/** Every page with parts that are generated from the code, the contract or the recipes. */
export const pages: readonly Page[] = [
	{
		file: 'README.md',
		parts: async () => ({
			source: getTheSource(),
			operations: operationsTable(),
			recipes: await recipeCards(),
		}),
	},
	{ file: 'docs/recipes.md', parts: async () => ({ recipes: await recipeSections() }) },
	{ file: 'docs/triggers.md', parts: () => ({ events: eventsTable() }) },
	{ file: 'docs/benchmark.md', parts: async () => ({ speed: speedTable(await readSpeed()) }) },
];

const project = path.join(__dirname, '..', '..');
const marks = /<!-- (.+): begin -->[^]*?<!-- \1: end -->/g;

/**
 * The text of a page with updated parts.
 * @throws Error when a mark has no part, or a part has no mark
 */
export const withParts = (file: string, text: string, parts: Parts): string => {
	const missing = new Map(Object.entries(parts));
	const filled = text.replace(marks, (_, name: string) => {
		const part = missing.get(name);
		if (part === undefined) throw new Error(`${file} marks ${name} twice, or in vain`);
		missing.delete(name);
		const lines = [`<!-- ${name}: begin -->`, part, `<!-- ${name}: end -->`];
		return lines.filter((line) => line !== '').join('\n\n');
	});
	if (missing.size === 0) return filled;
	throw new Error(`${file} has no marks around ${[...missing.keys()].join(', ')}`);
};

const update = async () => {
	for (const { file, parts } of pages) {
		const place = path.join(project, file);
		const text = await readFile(place, 'utf8');
		await writeFile(place, withParts(file, text, await parts(text)));
	}
	await writeFile(path.join(project, openApiFile), openApiText());
	const to = repository();
	for (const file of linkedFiles) {
		const place = path.join(project, file);
		const text = withLinks(await readFile(place, 'utf8'), to);
		// The length of a URL decides where its line breaks.
		await writeFile(place, await formatted(place, text));
	}
};

if (require.main === module) void update();
