import path from 'node:path';
import { projectFolder } from '../n8n/places';
import { byGroup, readRecipes } from '../recipes';
import { writeTemplates } from './library';

const folder = path.join(projectFolder, 'build', 'templates');

/** Writes n8n's template library of all recipes, for a web server. */
const write = async (): Promise<void> => {
	await writeTemplates(folder, byGroup(await readRecipes()));
	console.log(`${path.relative(projectFolder, folder)} is made.`);
};

void write();
