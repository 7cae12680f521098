import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { statusOf, until } from '../../tools/scripts/n8n/pages/questions';
import { keyOf, session } from '../n8n/stack';
import { makeTasks, publishApprovals, timesDecided } from './approvals';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ tasks: 0, documents: 0, rateLimit: 1_000_000 });
});
afterAll(async () => await sandbox?.stop());

it('an execution on a worker that is stopped soon sends nothing more', async () => {
	const n8n = session();
	const approvals = await publishApprovals(n8n, await keyOf(n8n, sandbox));
	const ids = await makeTasks(sandbox, 1_000);
	sandbox.setLatency({ ms: 300 });
	const execution = await approvals.start(ids);
	await until(() => timesDecided(sandbox).size >= 50);
	await n8n.request('POST', `/executions/${execution}/stop`, z.unknown(), {});
	const stoppedAt = Date.now();
	await until(async () => (await statusOf(n8n, execution)) === 'canceled');
	await until(() => Date.now() > stoppedAt + 3_000);
	const received = sandbox.requests().map(({ receivedAt }) => Date.parse(receivedAt));
	const lastMs = Math.max(...received) - stoppedAt;
	process.stdout.write(`the last request came ${lastMs} ms after the stop\n`);
	// Without the stop, the requests would take six seconds: a worker on a busy machine hears it late.
	expect(lastMs).toBeLessThanOrEqual(2_500);
	expect(received.length).toBeLessThan(ids.length);
});
