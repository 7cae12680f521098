import { isSince, n8nVersions } from '../n8n/installation/versions';
import type { Recipe } from '../recipes';
import { readRecipes } from '../recipes';

const [oldest] = n8nVersions;

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** On which versions of n8n a recipe runs. */
const runsOn = ({ meta }: Recipe): string => {
	const versions = n8nVersions.filter((version) => isSince(meta.n8n, version));
	return `Tested with n8n ${inWords.format(versions)}.`;
};

const galleryRow = ({ fileName, name, meta }: Recipe): string => {
	const picture = `docs/images/${fileName}.webp`;
	const image = `<img src="${picture}" width="360" alt="${name}, in the n8n editor">`;
	const title = `**[${name}](recipes/${fileName}.json)**`;
	const needs = meta.n8n === oldest ? '' : ` Tested from n8n ${meta.n8n} on.`;
	return `| <a href="${picture}">${image}</a> | ${title}<br>${meta.does}${needs} | ${meta.change} |`;
};

/** The table of the README: each recipe with its picture. */
export const recipeGallery = async (): Promise<string> =>
	[
		'| Picture | Recipe | What to change |',
		'|---|---|---|',
		...(await readRecipes()).map(galleryRow),
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

const section = (recipe: Recipe): string =>
	[
		`## [${recipe.name}](../recipes/${recipe.fileName}.json)`,
		...notesOf(recipe, '##'),
		runsOn(recipe),
		notesOf(recipe, '###').map(listItem).join('\n'),
	].join('\n\n');

/** A section for each recipe with what its notes say, of the whole first and then of its nodes. */
export const recipeSections = async (): Promise<string> =>
	(await readRecipes()).map(section).join('\n\n');
