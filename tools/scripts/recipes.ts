import { readdirSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isSince, n8nVersions } from './n8n/installation/versions';
import { workflowFile } from './n8n/workflows';

const recipesFolder = path.join(__dirname, '..', '..', 'recipes');
const trialsFolder = path.join(__dirname, 'demo', 'trials');

/** The groups of recipes in order of use, by the folder of their trials. */
const groups = {
	approve: 'Approve',
	launch: 'Launch',
	ask: 'Ask',
	documents: 'Documents',
	audit: 'Audit',
} as const;

type Group = (typeof groups)[keyof typeof groups];

const kebabCase = (name: string): string =>
	name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The group of each recipe, by the name of its file. */
const groupOf: ReadonlyMap<string, Group> = new Map(
	Object.entries(groups).flatMap(([folder, group]) =>
		readdirSync(path.join(trialsFolder, folder)).map((file): [string, Group] => [
			kebabCase(path.basename(file, '.ts')),
			group,
		]),
	),
);

/** The file of a recipe: a workflow, with its texts for the docs in `meta`. */
const recipeFile = workflowFile.extend({
	meta: z.object({
		/** Its position among the recipes. 1 is the one to start with. */
		place: z.number().int().positive(),
		/** What it does, in one sentence. */
		does: z.string().regex(/^[A-Z].*\.$/),
		/** What a builder adapts for their own case. */
		change: z.string().min(1),
		/** The oldest of the tested versions of n8n that can run it. */
		n8n: z.enum(n8nVersions),
	}),
});

export type Recipe = z.infer<typeof recipeFile> & {
	/** The name of its file and its picture, without the extension. */
	readonly fileName: string;
	/** Its group. n8n's list can be filtered by it. */
	readonly tags: [Group];
};

/**
 * Reads one of this project's recipes.
 * @param fileName without `.json`
 */
export const readRecipe = async (fileName: string): Promise<Recipe> => {
	const text = await readFile(path.join(recipesFolder, `${fileName}.json`), 'utf8');
	const group = groupOf.get(fileName);
	if (!group) throw new Error(`The recipe ${fileName} has no trial in a folder of a group.`);
	return { ...recipeFile.parse(JSON.parse(text)), fileName, tags: [group] };
};

/** Reads all of this project's recipes, in order. */
export const readRecipes = async (): Promise<Recipe[]> => {
	const files = (await readdir(recipesFolder)).filter((file) => file.endsWith('.json'));
	const recipes = await Promise.all(
		files.map(async (file) => await readRecipe(path.basename(file, '.json'))),
	);
	return recipes.sort((one, other) => one.meta.place - other.meta.place);
};

/** The recipes of each group, in order of use. The first of a group is the one to start with. */
export const inGroups = (recipes: readonly Recipe[]): Recipe[][] =>
	Object.values(groups).map((group) => recipes.filter(({ tags }) => tags[0] === group));

/** Recipes in order of use: group by group, and within a group by position. */
export const byGroup = (recipes: readonly Recipe[]): Recipe[] => inGroups(recipes).flat();

/** Whether the chosen n8n can run a recipe. */
export const runsHere = ({ meta }: Recipe): boolean => isSince(meta.n8n);
