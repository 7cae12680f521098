import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, readExecution } from '../../tools/scripts/n8n/executions';
import { answer, linkIn, waits } from '../../tools/scripts/n8n/pages/questions';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { askOnce, asking, begin, commentsIn } from './question';

let host: OwnN8n;
let sandbox: Sandbox;

beforeAll(async () => {
	host = await ownN8n();
	sandbox = await createSandbox();
});
afterAll(async () => {
	await host?.remove();
	await sandbox?.stop();
});

it('a question outlives an n8n that is killed, and one that is restarted', async () => {
	let n8n = await host.start();
	const key = await upsertCredential(n8n, {
		name: 'Key',
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
	const id = await askOnce(n8n, asking({}, key));
	const run = await begin(n8n, id);
	await waits(n8n, run);
	const [comment] = commentsIn(sandbox);

	await host.kill();
	n8n = await host.start();
	// While it starts, n8n shows for a moment that the run crashed.
	await waits(n8n, run);
	await host.stop();
	n8n = await host.start();

	const link = linkIn(comment);
	await waits(n8n, run);
	expect((await fetch(link)).status).toBe(200);
	expect(await (await answer(link, { answer: 'approve' })).text()).toContain('was recorded');
	const execution = await readExecution(n8n, run);
	expect(execution.status).toBe('success');
	expect(jsonOf(execution, 'After')).toMatchObject([{ data: { approved: true }, paired: true }]);
	expect(commentsIn(sandbox)).toHaveLength(1);
});
