import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isSince, n8nVersions } from './n8n/installation/versions';
import { workflowFile } from './n8n/workflows';

const recipesFolder = path.join(__dirname, '..', '..', 'recipes');

/** The files of the recipes by group, in order of use. The first of a group is to start with. */
const groups = {
	Approve: [
		'bulk-approval',
		'bulk-approval-from-spreadsheet',
		'decide-as-yourself',
		'slack-approval',
		'tell-chat-about-waiting-tasks',
		'waiting-reminder',
	],
	Comment: ['reply-to-question', 'send-comments-to-chat', 'collect-comments', 'ask-in-the-task'],
	Launch: ['intake-form', 'crm-deal-launch', 'claim-deal-launch'],
	Documents: ['file-signed-copies', 'copy-documents', 'renewals-ahead'],
	Agents: ['agent-asks-in-the-task', 'ask-and-decide-contracts'],
} as const;

/** The file of a recipe: a workflow, with what the docs show of it in `meta`. */
const recipeFile = workflowFile.extend({
	meta: z.object({
		/** The oldest of the tested versions of n8n that can run it. */
		n8n: z.enum(n8nVersions),
		/** What it needs that `npm start` does not bring. */
		needs: z.enum(['PostgreSQL', 'Slack', 'a chat model']).optional(),
	}),
});

export type Recipe = z.infer<typeof recipeFile> & {
	/** The name of its file and its picture, without the extension. */
	readonly fileName: string;
};

/**
 * Reads one of this project's recipes.
 * @param fileName without `.json`
 */
export const readRecipe = async (fileName: string): Promise<Recipe> => {
	const text = await readFile(path.join(recipesFolder, `${fileName}.json`), 'utf8');
	return { ...recipeFile.parse(JSON.parse(text)), fileName };
};

/** The recipes of each group, in order of use. */
export const readGroups = async (): Promise<ReadonlyArray<readonly [string, Recipe[]]>> =>
	await Promise.all(
		Object.entries(groups).map(
			async ([group, files]) => [group, await Promise.all(files.map(readRecipe))] as const,
		),
	);

/** All recipes, in order of use. */
export const readRecipes = async (): Promise<Recipe[]> =>
	(await readGroups()).flatMap(([, recipes]) => recipes);

/** Whether the chosen n8n can run a recipe. */
export const runsHere = ({ meta }: Recipe): boolean => isSince(meta.n8n);

/** What the note of a recipe says beside what to set: what it does, and what if it runs twice. */
export const noteOf = ({ nodes }: Recipe) => {
	const note = nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters.content;
	const form = /^## .+\n(.+)\n\n\*\*Set:\*\* .+\n\n\*\*Twice:\*\* (.+)$/;
	const [, does = '', twice = ''] = form.exec(typeof note === 'string' ? note : '') ?? [];
	return { does, twice };
};
