import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Recipe } from '../recipes';

const projectFolder = path.join(__dirname, '..', '..');

/** A template in a list of n8n. */
type Card = Awaited<ReturnType<typeof cardOf>>;

const packageName = 'n8n-nodes-contract-workflow';
/** The types of this package's nodes start with this. */
const ownNodes = `${packageName}.`;

/** contractWorkflowTrigger: Contract Workflow Trigger. */
const wordsOf = (name: string): string =>
	name.replace(/^./, (letter) => letter.toUpperCase()).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');

const cardOf = async ({ fileName, name, meta, nodes, tags }: Recipe, icon: string) => {
	const { mtime } = await stat(path.join(projectFolder, 'recipes', `${fileName}.json`));
	const types = nodes.map(({ type }) => type).filter((type) => type.startsWith(ownNodes));
	return {
		id: fileName,
		name,
		description: `${meta.does}\n\nWhat to change: ${meta.change}.`,
		createdAt: mtime.toISOString(),
		totalViews: 0,
		user: { name: packageName, username: packageName },
		categories: tags.map((group) => ({ id: group, name: group })),
		// The icons of n8n's own nodes are not known here.
		nodes: [...new Set(types)].map((type) => ({
			name: type,
			displayName: wordsOf(type.slice(ownNodes.length)),
			iconData: { type: 'file', fileBuffer: icon },
		})),
	};
};

/**
 * The responses of a template library for n8n's editor, by path. It has groups, and no collections.
 */
const libraryOf = async (recipes: readonly Recipe[]): Promise<Map<string, unknown>> => {
	const svg = await readFile(path.join(projectFolder, 'icons', 'contractWorkflow.svg'), 'base64');
	const icon = `data:image/svg+xml;base64,${svg}`;
	const groups = new Set(recipes.flatMap(({ tags }) => tags));
	const cards: Card[] = [];
	const library = new Map<string, unknown>([
		['health', { status: 'OK' }],
		[
			'templates/categories',
			{ categories: [...groups].map((group) => ({ id: group, name: group })) },
		],
		['templates/collections', { collections: [] }],
		['templates/search', { totalWorkflows: recipes.length, workflows: cards, filters: [] }],
	]);
	for (const recipe of recipes) {
		const card = await cardOf(recipe, icon);
		const { name, nodes, connections, settings } = recipe;
		const workflow = { nodes, connections, settings };
		cards.push(card);
		// One is for the preview, the other to add it to the canvas.
		library.set(`templates/workflows/${card.id}`, { workflow: { ...card, image: [], workflow } });
		library.set(`workflows/templates/${card.id}`, { id: card.id, name, workflow });
	}
	return library;
};

/**
 * Writes n8n's template library of recipes to a folder, one file per path. Empties the folder
 * first.
 */
export const writeTemplates = async (folder: string, recipes: readonly Recipe[]): Promise<void> => {
	await rm(folder, { recursive: true, force: true });
	for (const [name, answer] of await libraryOf(recipes)) {
		const file = path.join(folder, name);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, JSON.stringify(answer));
	}
};
