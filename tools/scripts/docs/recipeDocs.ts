import { isSince, n8nVersions } from '../n8n/installation/versions';
import type { Recipe } from '../recipes';
import { inGroups, readRecipes } from '../recipes';

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The versions of n8n that can run a recipe. */
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

/** The cards of the README: the first recipe of each group, to start with. */
export const recipeCards = async (): Promise<string> =>
	[
		'| Picture | Group | Recipe |',
		'|---|---|---|',
		...inGroups(await readRecipes()).flatMap(([first]) => (first ? [card(first)] : [])),
	].join('\n');

/** A note of a workflow: its heading and its text. */
const note = /^(#+) (.+)\n([^]+)$/;

/** The first note of a recipe, and the notes beside it. Notes about single nodes are below them. */
const overallNotes = ({ nodes }: Recipe) => {
	const notes = nodes.flatMap(({ type, position: [, top], parameters: { content } }) => {
		if (!type.endsWith('.stickyNote') || typeof content !== 'string') return [];
		const [, level, heading, text = ''] = note.exec(content) ?? [];
		return [{ level, top, heading, text }];
	});
	const first = notes.find(({ level }) => level === '##');
	return { first, beside: notes.filter((one) => one !== first && one.top === first?.top) };
};

const section = (recipe: Recipe, isFirst: boolean): string => {
	const { first, beside } = overallNotes(recipe);
	const changes = alternatives.format(recipe.meta.change.split(', '));
	return [
		`### [${recipe.name}](../recipes/${recipe.fileName}.json)`,
		...(isFirst ? ['**Start here.**'] : []),
		picture(recipe, 'images/', 480),
		...(first ? [first.text] : []),
		`To adapt it, change ${changes}. ${runsOn(recipe)}`,
		...beside.flatMap(({ heading, text }) => [`#### ${heading}`, text]),
	].join('\n\n');
};

const groupSections = (recipes: readonly Recipe[]): string[] => {
	const sections = recipes.map((recipe, place) => section(recipe, place === 0));
	return [`## ${recipes[0]?.tags[0]}`, ...sections];
};

/** The recipes group by group, each with its notes about the recipe as a whole. */
export const recipeSections = async (): Promise<string> =>
	inGroups(await readRecipes())
		.flatMap(groupSections)
		.join('\n\n');
