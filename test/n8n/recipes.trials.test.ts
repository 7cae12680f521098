import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { brokenIn, findTrials } from '../../tools/scripts/demo/trial';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { unpublish } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { importWorkflow } from '../../tools/scripts/n8n/workflows';
import { readRecipe, runsHere } from '../../tools/scripts/recipes';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';

/* Each recipe but Slack's: `npm run demo`. */

let own: OwnN8n;
let n8n: N8n;
let sandbox: Sandbox;
let stored: StoredCredential;
beforeAll(async () => {
	// One window of the rate limit for all trials: they count requests by it.
	sandbox = await createSandbox({ windowSeconds: 3600, documents: 60 });
	const { baseUrl, apiKeys } = sandbox;
	const data = { baseUrl, apiKey: apiKeys.main };
	own = await ownN8n({
		env: (folder) => ({ N8N_RESTRICT_FILE_ACCESS_TO: path.join(folder, '.n8n-files') }),
	});
	// Where recipes write files, as in the n8n that `npm start` brings.
	await mkdir(path.join(own.folder, '.n8n-files'));
	n8n = await own.start();
	stored = await upsertCredential(n8n, {
		name: 'Sandbox',
		type: 'contractWorkflowApi',
		data,
	});
});
afterAll(async () => {
	await own.remove();
	await sandbox.stop();
});

it.each(findTrials())('$recipe keeps its promises', async ({ recipe, credentials = [], run }) => {
	const file = await readRecipe(recipe);
	if (!runsHere(file)) return;
	const others: StoredCredential[] = [];
	for (const one of credentials) others.push(await upsertCredential(n8n, one));
	const imported = await importWorkflow(n8n, file, [stored, ...others]);
	const promises = await run(
		{ n8n, sandbox, n8nFolder: own.folder, signal: new AbortController().signal },
		imported,
	);
	await unpublish(n8n, imported.id);
	expect(brokenIn(promises)).toEqual([]);
	expect(promises).not.toEqual({});
});
