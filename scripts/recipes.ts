import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { WorkflowFile } from './n8n/workflows';
import { workflowFile } from './n8n/workflows';

const recipesFolder = path.join(__dirname, '..', 'recipes');

/**
 * Reads one of this project's recipes.
 * @param name its file name without `.json`
 */
export const readRecipe = async (name: string): Promise<WorkflowFile> => {
	const text = await readFile(path.join(recipesFolder, `${name}.json`), 'utf8');
	return workflowFile.parse(JSON.parse(text));
};

/** The names of this project's recipes, in the order of the alphabet. */
export const recipeNames = async (): Promise<string[]> => {
	const files = (await readdir(recipesFolder)).filter((name) => name.endsWith('.json')).sort();
	return files.map((name) => path.basename(name, '.json'));
};

/** Reads all of this project's recipes, by file name. */
export const readRecipes = async (): Promise<WorkflowFile[]> =>
	await Promise.all((await recipeNames()).map(readRecipe));
