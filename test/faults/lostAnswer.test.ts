import { afterEach, describe, expect, it } from '@jest/globals';
import type { OnError } from 'n8n-workflow';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import type { Answering } from './faultServer';
import { faultServers, json } from './faultServer';
import { errorOf, numbered } from './items';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

const comment = parametersOf('task.comment', {
	taskId: byId('={{ $json.id }}'),
	comment: '=Comment {{ $json.id }}',
});

const reset: Answering = (response) => {
	response.socket?.resetAndDestroy();
};
const fail500 = json(500, { detail: 'Failed to comment' });

/** A service that takes comments, and loses the answer to the first one on the task `lost`. */
const serveComments = async (lost: number, lose: Answering) => {
	const taken: number[] = [];
	const server = await serve((_index, request) => ({
		atBody(response) {
			const id = Number(request?.line.split('/')[2]);
			const isLost = id === lost && !taken.includes(id);
			taken.push(id);
			if (isLost) lose(response);
			else json(200, { success: true, activity_log_id: id, message: 'Posted' })(response);
		},
	}));
	return { url: server.url, taken };
};

const all = Array.from({ length: 600 }, (_, index) => index + 1);

/** How many requests arrived, and for how many tasks. */
const countsOf = (ids: readonly number[]) => ({ sent: ids.length, tasks: new Set(ids).size });
const eachOnce = (count: number) => ({ sent: count, tasks: count });

const commentAll = async (url: string, onError: OnError, tries?: number, count = 600) =>
	await runNode({
		parameters: comment,
		credentials: keyCredential(url, 'key_1'),
		items: numbered(count),
		onError,
		tries,
	});

describe('one lost answer in 600 comments: 600 comments, one of them unknown', () => {
	it.each<[string, number, OnError, number | undefined, Answering]>([
		['in the middle', 300, 'continueRegularOutput', undefined, reset],
		['in the middle, with Retry On Fail', 300, 'continueRegularOutput', 3, reset],
		['at the first item', 1, 'continueRegularOutput', undefined, reset],
		['at the first item, with Retry On Fail', 1, 'continueRegularOutput', 3, reset],
		['as a 500 at the first item, with Retry On Fail', 1, 'continueRegularOutput', 5, fail500],
		['with Retry On Fail and the error output', 1, 'continueErrorOutput', 3, reset],
	])('%s', async (_name, lost, onError, tries, lose) => {
		const { url, taken } = await serveComments(lost, lose);
		const { output, errorOutput, error } = await commentAll(url, onError, tries);
		expect(countsOf(taken)).toEqual(eachOnce(600));
		expect(error).toBeUndefined();
		const failed = [...output, ...errorOutput].filter((item) => errorOf(item));
		expect(failed.map(errorOf)).toMatchObject([{ outcome: 'unknown' }]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: lost - 1 }]);
		const done = output
			.filter((item) => !errorOf(item))
			.map(({ json: row }) => row.activity_log_id);
		expect(done).toEqual(all.filter((id) => id !== lost));
	});
});

describe('with Retry On Fail and without "continue", no comment is posted twice', () => {
	it.each<[string, Answering]>([
		['a lost answer', reset],
		['a 500', fail500],
	])('%s', async (_name, lose) => {
		const { url, taken } = await serveComments(300, lose);
		const { error } = await commentAll(url, 'stopWorkflow', 5);
		expect(countsOf(taken)).toEqual(eachOnce(new Set(taken).size));
		expect(taken.filter((id) => id === 300)).toHaveLength(1);
		expect(error?.description).toMatch(/^(• )?Task 300 \[item 299\]: Outcome unknown\b/);
		const [, commented] = /\((\d+) commented/.exec(error?.message ?? '') ?? [];
		expect(Number(commented)).toBe(taken.length - 1);
	});

	it('a 404 that stays is asked for again, and nothing else is', async () => {
		const taken: number[] = [];
		const server = await serve((_index, request) => ({
			atBody(response) {
				const id = Number(request?.line.split('/')[2]);
				if (id === 20) json(404, { detail: 'Task not found' })(response);
				else {
					taken.push(id);
					json(200, { success: true, activity_log_id: id, message: 'Posted' })(response);
				}
			},
		}));
		const { error } = await commentAll(server.url, 'stopWorkflow', 3, 60);
		expect(error?.message).toMatch(/^1 of 60 items failed \(\d+ commented/);
		expect(error?.description).toMatch(/^(• )?Task 20 \[item 19\] was not found/);
		expect(countsOf(taken)).toEqual(eachOnce(new Set(taken).size));
	});

	it('a 404 that has gone at the second try ends in success, with every comment once', async () => {
		const taken: number[] = [];
		let refused = 0;
		const server = await serve((_index, request) => ({
			atBody(response) {
				const id = Number(request?.line.split('/')[2]);
				if (id === 20 && refused++ === 0) json(404, { detail: 'Not yet' })(response);
				else {
					taken.push(id);
					json(200, { success: true, activity_log_id: id, message: 'Posted' })(response);
				}
			},
		}));
		const { error, output } = await commentAll(server.url, 'stopWorkflow', 3, 60);
		expect(error).toBeUndefined();
		expect(output.map(({ json: row }) => row.activity_log_id)).toEqual(all.slice(0, 60));
		expect(countsOf(taken)).toEqual(eachOnce(60));
	});
});

it('Retry On Fail approves no second step after a decision whose answer is lost', async () => {
	const steps = new Map<number, number>();
	const server = await serve((_index, request) => ({
		atBody(response) {
			const id = Number(request?.line.split('/')[2]);
			const step = steps.get(id) ?? 0;
			const task = { task_id: id, status: 'in_progress', current_step_id: `approval_${step + 1}` };
			if (request?.line.startsWith('GET')) {
				json(200, { task })(response);
				return;
			}
			steps.set(id, step + 1);
			if (id === 1 && step === 0) fail500(response);
			else json(200, { ...task, approved: true, message: 'Approved' })(response);
		},
	}));
	for (const onError of ['continueRegularOutput', 'stopWorkflow'] as const) {
		steps.clear();
		await runNode({
			parameters: parametersOf('task.approve', {
				taskId: byId('={{ $json.id }}'),
				decideIf: 'always',
			}),
			credentials: keyCredential(server.url, 'key_1'),
			items: numbered(60),
			onError,
			tries: 5,
		});
		expect([...steps.values()].filter((step) => step > 1)).toEqual([]);
		expect(steps.get(1)).toBe(1);
		if (onError === 'continueRegularOutput') expect(steps.size).toBe(60);
	}
});

it('an answer that holds an "error" is a success, and is not run again by n8n', async () => {
	const taken: number[] = [];
	const server = await serve((_index, request) => ({
		atBody(response) {
			taken.push(Number(request?.line.split('/')[2]));
			const answer = { success: true, activity_log_id: 1, message: 'Posted', error: 'none' };
			json(200, answer)(response);
		},
	}));
	const { output, error } = await commentAll(server.url, 'continueRegularOutput', 5, 20);
	expect(error).toBeUndefined();
	expect(countsOf(taken)).toEqual(eachOnce(20));
	expect(output).toHaveLength(20);
	// n8n runs a node again whose first item has an error of any value.
	expect(output[0]?.json.error ?? null).toBeNull();
	expect(output[0]?.json.activity_log_id).toBe(1);
});

it('a node that runs twice in one execution, as in a loop, sends twice', async () => {
	const { url, taken } = await serveComments(0, reset);
	const { error } = await runNode({
		parameters: comment,
		credentials: keyCredential(url, 'key_1'),
		items: numbered(20),
		tries: 3,
		rounds: 2,
	});
	expect(error).toBeUndefined();
	expect(countsOf(taken)).toEqual({ sent: 40, tasks: 20 });
});
