import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { statusOf, until } from '../../tools/scripts/n8n/pages/questions';
import { keyOf, session } from '../n8n/stack';
import { makeTasks, publishApprovals } from './approvals';
import { partsOf, timesDecided } from './decisions';

const count = 500;
const executions = 10;
const limit = 150;
const windowSeconds = 10;

let sandbox: Sandbox;
beforeAll(async () => {
	const rate = { rateLimit: limit, windowSeconds, latencyMs: 50 };
	sandbox = await createSandbox({ tasks: 0, documents: 0, ...rate });
});
afterAll(async () => await sandbox?.stop());

it(`two workers share a rate limit: ${count} approvals in ${executions} executions`, async () => {
	const n8n = session();
	const approvals = await publishApprovals(n8n, await keyOf(n8n, sandbox));
	const parts = partsOf(await makeTasks(sandbox, count), executions);
	const deadline = Date.now() + 600_000;
	const started = await Promise.all(parts.map(async (ids) => await approvals.start(ids)));
	const windows = new Set<number>();
	while (timesDecided(sandbox).size < count && Date.now() < deadline) {
		for (const { end } of sandbox.rateWindows()) windows.add(end);
		// Rarely, because each poll copies the log.
		await pause(250);
	}
	expect([...timesDecided(sandbox).values()]).toEqual(Array(count).fill(1));
	expect(windows.size).toBe(Math.ceil(count / limit));
	const log = sandbox.requests().filter(({ endpoint }) => endpoint === 'approveTask');
	const began = Math.min(...log.map(({ receivedAt }) => Date.parse(receivedAt)));
	const ended = Math.max(...log.map(({ answeredAt }) => Date.parse(answeredAt ?? '')));
	// The last of the windows starts when the one before it is over.
	const least = ([...windows].sort((one, other) => one - other).at(-2) ?? 0) - began;
	expect(ended - began).toBeLessThanOrEqual(1.15 * least);
	for (const id of started) {
		await until(async () => (await statusOf(n8n, id)) !== 'running');
		expect(await statusOf(n8n, id)).toBe('success');
	}
});
