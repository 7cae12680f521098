import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { brokenIn, findTrials } from '../../tools/scripts/demo/trial';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { unpublish } from '../../tools/scripts/n8n/publication';
import { importWorkflow } from '../../tools/scripts/n8n/workflows';
import { readRecipe, runsHere } from '../../tools/scripts/recipes';
import { session, stackAddresses } from './stack';

/* Each recipe but Slack's: `npm run demo`. */

const n8n = session();
let sandbox: Sandbox;
let stored: StoredCredential;
beforeAll(async () => {
	// One window of the rate limit for all trials: they count requests by it.
	sandbox = await createSandbox({ windowSeconds: 3600, documents: 60 });
	const { baseUrl, apiKeys } = sandbox;
	const data = { baseUrl, apiKey: apiKeys.main };
	stored = await upsertCredential(n8n, { name: 'Sandbox', type: 'contractWorkflowApi', data });
});
afterAll(async () => await sandbox?.stop());

it.each(findTrials())('$recipe keeps its promises', async ({ recipe, credentials = [], run }) => {
	const file = await readRecipe(recipe);
	if (!runsHere(file)) return;
	const others: StoredCredential[] = [];
	for (const one of credentials) others.push(await upsertCredential(n8n, one));
	const imported = await importWorkflow(n8n, file, [stored, ...others]);
	const { n8nFolder = '' } = stackAddresses();
	const { signal } = new AbortController();
	const promises = await run({ n8n, sandbox, n8nFolder, signal }, imported);
	await unpublish(n8n, imported.id);
	expect(brokenIn(promises)).toEqual([]);
	expect(promises).not.toEqual({});
});
