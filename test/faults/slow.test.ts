import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Stage } from '../support/stage';
import { byId, startStage } from '../support/stage';
import type { FastTime } from './fastTime';
import { startFastTime } from './fastTime';

let stage: Stage;
let fastTime: FastTime | undefined;
beforeAll(async () => {
	stage = await startStage();
});
afterEach(async () => {
	await fastTime?.stop();
	fastTime = undefined;
	stage.sandbox.clearFaults();
});
afterAll(() => stage.sandbox.stop());

const readTask = () => stage.run('task.get', { taskId: byId('10001'), output: 'raw' });

it('a late answer is read where it comes within the time of a request', async () => {
	const { task } = await stage.ask('GET', '/tasks/10001');
	stage.sandbox.clearRequests();
	stage.sandbox.addFault({ kind: 'delay', endpoint: 'getTask', delayMs: 300 });
	const started = performance.now();
	const { output, error } = await readTask();
	expect(error).toBeUndefined();
	expect(performance.now() - started).toBeGreaterThan(299);
	expect(output.map(({ json }) => json)).toEqual([task]);
	expect(stage.sandbox.requests()).toHaveLength(1);
});

it('an answer that does not come in time ends with an error that says so', async () => {
	stage.sandbox.addFault({ kind: 'delay', endpoint: 'getTask', delayMs: 60_000_000, count: 20 });
	fastTime = startFastTime();
	const { output, error } = await readTask();
	expect(output).toEqual([]);
	expect(error?.message).toMatch(/did not respond in time/);
	expect(stage.sandbox.requests().every(({ method }) => method === 'GET')).toBe(true);
});
