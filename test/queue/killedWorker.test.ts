import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { statusOf, until } from '../../tools/scripts/n8n/pages/questions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { keyOf, session } from '../n8n/stack';
import { firstStep, makeTasks, publishApprovals } from './approvals';
import { partsOf, timesDecided } from './decisions';
import { workerPids } from './queue';

const count = 150;
const executions = 5;
/** So many decisions of each flow are made when a worker is killed. */
const decidedBefore = 30;

const boundMs = 240_000;

let n8n: N8n;
const sandboxes: Sandbox[] = [];
beforeAll(() => {
	n8n = session();
});
afterAll(async () => {
	for (const sandbox of sandboxes) await sandbox.stop();
});

/** Waits for the end of executions; gives how each ended. */
const endsOf = async (ids: readonly string[]): Promise<string[]> => {
	const statuses = async () => await Promise.all(ids.map(async (id) => await statusOf(n8n, id)));
	const isOver = (status: string) => !['new', 'running', 'waiting'].includes(status);
	await until(async () => (await statuses()).every(isOver), boundMs);
	return await statuses();
};

/** A flow that approves tasks of a sandbox of its own, each with two approvals before it. */
const approving = async (name: string, parameters: IDataObject) => {
	const sandbox = await createSandbox({
		tasks: 0,
		documents: 0,
		rateLimit: 1_000_000,
		latencyMs: 40,
	});
	sandboxes.push(sandbox);
	const ids = await makeTasks(sandbox, count, 'twoApprovals');
	const approvals = await publishApprovals(n8n, await keyOf(n8n, sandbox), {
		options: { maxParallel: 2 },
		...parameters,
	});
	const times = () => timesDecided(sandbox);
	return {
		ids,
		times,
		/** Starts an execution for each part of the tasks. */
		start: async () =>
			await Promise.all(partsOf(ids, executions).map(async (part) => await approvals.start(part))),
		tell(before: number, first: readonly string[]) {
			const twice = [...times().values()].filter((time) => time > 1).length;
			process.stdout.write(
				`${name}: ${before} of ${count} were decided before it ran again, then ` +
					`${count - times().size} forgotten and ${twice} decided twice; ` +
					`its executions had ended with ${first.join(', ')}\n`,
			);
		},
	};
};

it('run again after a killed worker, a flow with the guard doubles and forgets nothing', async () => {
	const guarded = await approving('with the guard', {
		decideIf: 'atStep',
		step: { __rl: true, mode: 'id', value: firstStep },
		ifMoved: 'skip',
	});
	const unguarded = await approving('without it', {});
	const flows = [guarded, unguarded];
	const first = await Promise.all(flows.map(async (flow) => await flow.start()));
	await until(() => flows.every(({ times }) => times().size >= decidedBefore), boundMs);
	const [pid = 0] = await workerPids();
	process.kill(pid, 'SIGKILL');
	const firstEnds = await Promise.all(first.map(endsOf));
	// A worker's service manager starts it again.
	await until(async () => (await workerPids())[0] !== pid, boundMs);
	// n8n 2 ends an execution whose worker is gone, and never starts it again by itself.
	const ends = firstEnds.flat();
	expect(ends.filter((end) => !['success', 'error', 'crashed'].includes(end))).toEqual([]);
	expect(ends.every((end) => end === 'success')).toBe(false);
	const before = flows.map(({ times }) => times().size);
	expect(Math.max(...before)).toBeLessThan(count);

	const again = await Promise.all(flows.map(async (flow) => await endsOf(await flow.start())));
	for (const [index, flow] of flows.entries())
		flow.tell(before[index] ?? 0, firstEnds[index] ?? []);
	expect(again[0]).toEqual(Array.from({ length: executions }, () => 'success'));
	expect(guarded.ids.filter((id) => guarded.times().get(id) !== 1)).toEqual([]);

	// The request names no step: what was decided is decided at its next one.
	expect(unguarded.ids.filter((id) => !unguarded.times().has(id))).toEqual([]);
	expect(unguarded.ids.filter((id) => unguarded.times().get(id) === 2)).toHaveLength(
		before[1] ?? 0,
	);
});
