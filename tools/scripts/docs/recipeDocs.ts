import { n8nVersions } from '../n8n/installation/versions';
import type { Recipe } from '../recipes';
import { noteOf, readGroups } from '../recipes';

const picture = ({ fileName, name }: Recipe, folder: string): string => {
	const file = `${folder}${fileName}.webp`;
	return `<a href="${file}"><img src="${file}" width="300" alt="${name}"></a>`;
};

const card = (recipe: Recipe): string => {
	const title = `**[${recipe.name}](recipes/${recipe.fileName}.json)**`;
	return `| ${picture(recipe, 'docs/images/')} | ${title} |`;
};

/** The cards of the README: the first recipe of each group, to start with. */
export const recipeCards = async (): Promise<string> =>
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
	const { does, set, twice } = noteOf(recipe);
	return [
		`### [${recipe.name}](../recipes/${recipe.fileName}.json)`,
		picture(recipe, 'images/'),
		does,
		[`- **Set:** ${set}`, `- **Twice:** ${twice}`, ...needsOf(recipe)].join('\n'),
	].join('\n\n');
};

/** The recipes group by group, each with its note. */
export const recipeSections = async (): Promise<string> =>
	(await readGroups())
		.flatMap(([group, recipes]) => [`## ${group}`, ...recipes.map(section)])
		.join('\n\n');
