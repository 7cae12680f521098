import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { resources } from '../../nodes/ContractWorkflow/resources';
import { events } from '../../nodes/ContractWorkflowPollingTrigger/events';
import { readSpeed, speedTable } from '../bench/results';
import { n8nVersions } from './n8n/installation/versions';
import type { Recipe } from './recipes';
import { noteOf, readGroups } from './recipes';

/** The table of resources with their operations. */
const operationsTable = (): string =>
	[
		'| Resource | Operations |',
		'|---|---|',
		...resources.map(({ name, operations }) => {
			const names = operations.map((operation) => operation.name).join(', ');
			return `| ${name} | ${names} |`;
		}),
	].join('\n');

/** The table of the events of the polling trigger, as the node offers them. */
const eventsTable = (): string =>
	[
		'| Trigger On | Starts when |',
		'|---|---|',
		...events.map(({ name, description }) => `| ${name} | ${description} |`),
	].join('\n');

const picture = ({ fileName, name }: Recipe, folder: string): string => {
	const file = `${folder}${fileName}.webp`;
	return `<a href="${file}"><img src="${file}" width="300" alt="${name}"></a>`;
};

const card = (recipe: Recipe): string => {
	const title = `**[${recipe.name}](recipes/${recipe.fileName}.json)**`;
	return `| ${picture(recipe, 'docs/images/')} | ${title} |`;
};

/** The cards of the README: the first recipe of each group, to start with. */
const recipeCards = async (): Promise<string> =>
	[
		'| Picture | Recipe |',
		'|---|---|',
		...(await readGroups()).flatMap(([, [first]]) => (first ? [card(first)] : [])),
	].join('\n');

/** What a recipe needs beside an n8n of any tested version. */
const needsOf = ({ meta }: Recipe): string[] => {
	const version = meta.n8n === n8nVersions[0] ? [] : [`n8n ${meta.n8n}`];
	const needs = [...version, ...(meta.needs ? [meta.needs] : [])];
	return needs.length === 0 ? [] : [`- **Needs:** ${needs.join(' and ')}.`];
};

const section = (recipe: Recipe): string => {
	const { does, twice } = noteOf(recipe);
	return [
		`### [${recipe.name}](../recipes/${recipe.fileName}.json)`,
		picture(recipe, 'images/'),
		does,
		[`- **Twice:** ${twice}`, ...needsOf(recipe)].join('\n'),
	].join('\n\n');
};

/** The recipes group by group, each with what helps to choose one. Its note says what to set. */
const recipeSections = async (): Promise<string> =>
	(await readGroups())
		.flatMap(([group, recipes]) => [`## ${group}`, ...recipes.map(section)])
		.join('\n\n');

/** Generated parts of a page, by the names in their marks. */
type Parts = Readonly<Record<string, string>>;

/** Every page with parts that are generated from the code or the recipes. */
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
	for (const { file, parts } of pages) {
		const place = path.join(__dirname, '..', '..', file);
		await writeFile(place, withParts(file, await readFile(place, 'utf8'), await parts()));
	}
};

if (require.main === module) void update();
