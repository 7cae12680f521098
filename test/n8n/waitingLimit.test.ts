import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, readExecution } from '../../tools/scripts/n8n/executions';
import { answer, linkIn, waits } from '../../tools/scripts/n8n/pages/questions';
import { askOnce, asking, begin, commentsIn } from './question';
import { session } from './stack';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await createSandbox();
});
afterAll(async () => await sandbox?.stop());

it('with a time limit the input comes out unchanged when nobody answered', async () => {
	const n8n = session();
	const key = await upsertCredential(n8n, {
		name: 'Waiting for long',
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
	const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
	const ask = asking({ limitWaitTime: true, ...limit }, key);
	const executionId = await begin(n8n, await askOnce(n8n, ask));
	await waits(n8n, executionId);
	const execution = await readExecution(n8n, executionId);
	expect(execution.status).toBe('success');
	expect(jsonOf(execution, 'After')).toEqual([{ id: 10001, before: true, paired: true }]);
	const late = await answer(linkIn(commentsIn(sandbox).at(-1)), { answer: 'approve' });
	expect(await late.text()).toContain('No action required');
});
