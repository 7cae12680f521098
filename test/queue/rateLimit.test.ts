import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { statusOf, until } from '../../tools/scripts/n8n/pages/questions';
import { keyOf, session } from '../n8n/stack';
import { makeTasks, publishApprovals, timesDecided } from './approvals';

const count = 300;
const executions = 6;
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
	const tasks = await makeTasks(sandbox, count);
	const size = count / executions;
	const parts = Array.from({ length: executions }, (_, index) =>
		tasks.slice(index * size, (index + 1) * size),
	);
	const deadline = Date.now() + 600_000;
	const started = await Promise.all(parts.map(async (ids) => await approvals.start(ids)));
	const windows = new Set<number>();
	while (timesDecided(sandbox).size < count && Date.now() < deadline) {
		for (const { end } of sandbox.rateWindows()) windows.add(end);
		// Rarely, because each poll copies the log.
		await pause(250);
	}
	expect([...timesDecided(sandbox).values()]).toEqual(Array(count).fill(1));
	// A busy machine may not fill every window.
	expect(windows.size).toBeLessThanOrEqual(3 * Math.ceil(count / limit));
	const refused = sandbox.requests().filter(({ status }) => status === 429);
	expect(refused.length).toBeLessThan(limit);
	for (const id of started) {
		await until(async () => (await statusOf(n8n, id)) !== 'running');
		expect(await statusOf(n8n, id)).toBe('success');
	}
});
