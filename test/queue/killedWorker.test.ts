import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { statusOf, until } from '../../tools/scripts/n8n/pages/questions';
import { keyOf, session } from '../n8n/stack';
import { firstStep, makeTasks, publishApprovals } from './approvals';
import { partsOf, timesDecided } from './decisions';
import { workerPids } from './queue';

const count = 150;
const executions = 5;
const boundMs = 240_000;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ tasks: 0, documents: 0, rateLimit: 1_000_000, latencyMs: 40 });
});
afterAll(async () => await sandbox?.stop());

it('run again after a killed worker, a flow with the guard doubles and forgets nothing', async () => {
	const n8n = session();
	// Each with two approvals: the request names no step, so only the guard keeps from the second.
	const ids = await makeTasks(sandbox, count, 'twoApprovals');
	const approvals = await publishApprovals(n8n, await keyOf(n8n, sandbox), {
		options: { maxParallel: 2 },
		decideIf: 'atStep',
		step: { __rl: true, mode: 'id', value: firstStep },
		ifMoved: 'skip',
	});
	const start = async () =>
		await Promise.all(partsOf(ids, executions).map(async (part) => await approvals.start(part)));
	/** How each execution ended. */
	const endsOf = async (started: readonly string[]): Promise<string[]> => {
		const statuses = async () =>
			await Promise.all(started.map(async (id) => await statusOf(n8n, id)));
		const isOver = (status: string) => !['new', 'running', 'waiting'].includes(status);
		await until(async () => (await statuses()).every(isOver), boundMs);
		return await statuses();
	};

	const first = await start();
	await until(() => timesDecided(sandbox).size >= 30, boundMs);
	const [pid = 0] = await workerPids();
	process.kill(pid, 'SIGKILL');
	// n8n 2 ends an execution whose worker is gone, and never starts it again by itself.
	const ends = await endsOf(first);
	expect(ends.every((end) => end === 'success')).toBe(false);
	expect(timesDecided(sandbox).size).toBeLessThan(count);
	// A worker's service manager starts it again.
	await until(async () => (await workerPids())[0] !== pid, boundMs);

	expect(await endsOf(await start())).toEqual(Array(executions).fill('success'));
	const times = timesDecided(sandbox);
	expect(ids.filter((id) => times.get(id) !== 1)).toEqual([]);
});
