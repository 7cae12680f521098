import { isSince, n8nVersions } from '../n8n/installation/versions';
import type { Recipe } from '../recipes';
import { inGroups, readRecipes } from '../recipes';

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** On which versions of n8n a recipe runs. */
const runsOn = ({ meta }: Recipe): string => {
	const versions = n8nVersions.filter((version) => isSince(meta.n8n, version));
	return `Tested with n8n ${inWords.format(versions)}.`;
};

const picture = ({ fileName, name }: Recipe, folder: string, width: number): string => {
	const file = `${folder}${fileName}.webp`;
	return `<a href="${file}"><img src="${file}" width="${width}" alt="${name}, in the n8n editor"></a>`;
};

const card = (recipe: Recipe): string => {
	const { fileName, name, tags, meta } = recipe;
	const title = `**[${name}](recipes/${fileName}.json)**`;
	return `| ${picture(recipe, 'docs/images/', 300)} | ${tags[0]} | ${title}<br>${meta.does} |`;
};

/** The cards of the README: the first recipe of each group, the one to start with. */
export const recipeCards = async (): Promise<string> =>
	[
		'| Picture | Group | Recipe |',
		'|---|---|---|',
		...inGroups(await readRecipes()).flatMap(([first]) => (first ? [card(first)] : [])),
	].join('\n');

/** A note of a workflow: its heading, which tells by its level what it is about, and its text. */
const note = /^(#+) (.+)\n([^]+)$/;

/** The notes of a recipe with a heading of this level, each with its heading as a first sentence. */
const notesOf = ({ nodes }: Recipe, level: '##' | '###'): string[] =>
	nodes.flatMap(({ type, parameters: { content } }) => {
		if (!type.endsWith('.stickyNote') || typeof content !== 'string') return [];
		const [, found, heading, text] = note.exec(content) ?? [];
		const gap = /^(?:-|\d+\.) /.test(text ?? '') ? '\n\n' : ' ';
		return found === level ? [`**${heading}.**${gap}${text}`] : [];
	});

const listItem = (text: string): string => `- ${text.replaceAll(/\n(?=.)/g, '\n  ')}`;

const section = (recipe: Recipe, isFirst: boolean): string =>
	[
		`### [${recipe.name}](../recipes/${recipe.fileName}.json)`,
		...(isFirst ? ['Start here.'] : []),
		picture(recipe, 'images/', 480),
		...notesOf(recipe, '##'),
		`Change in it: ${recipe.meta.change}.`,
		runsOn(recipe),
		notesOf(recipe, '###').map(listItem).join('\n'),
	].join('\n\n');

const groupSections = (recipes: readonly Recipe[]): string[] => {
	const sections = recipes.map((recipe, place) => section(recipe, place === 0));
	return [`## ${recipes[0]?.tags[0]}`, ...sections];
};

/**
 * The recipes group by group, each with what its notes say: of the whole first, then of its nodes.
 */
export const recipeSections = async (): Promise<string> =>
	inGroups(await readRecipes())
		.flatMap(groupSections)
		.join('\n\n');
