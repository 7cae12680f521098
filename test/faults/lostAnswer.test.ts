import { describe, expect, it } from '@jest/globals';
import type { NodeRun } from '../support/n8nCore';
import type { Answering } from './faultServer';
import { faultServers, json } from './faultServer';
import { approve, comment, errorOf, goesOn, numbered, posted, runAt, taskIn } from './items';

const serve = faultServers();

const reset: Answering = (response) => void response.socket?.resetAndDestroy();
const fail500 = json(500, { detail: 'Failed to comment' });
const fail404 = json(404, { detail: 'Task not found' });

/** A service that takes comments; requests on the task `special` are first answered in other ways. */
const serveComments = async (special: number, ...others: Answering[]) => {
	const sent: number[] = [];
	const server = await serve((_index, request) => ({
		atBody(response) {
			const id = taskIn(request?.line);
			sent.push(id);
			const other = id === special ? others.shift() : undefined;
			(other ?? json(200, { ...posted, activity_log_id: id }))(response);
		},
	}));
	return { url: server.url, sent, sentFor: () => [...new Set(sent)] };
};

const all = Array.from({ length: 600 }, (_, index) => index + 1);
const items = numbered(600);

describe('one lost answer in 600 comments: 600 comments, one of them unknown', () => {
	it.each<[string, number, Partial<NodeRun>, Answering]>([
		['in the middle', 300, goesOn, reset],
		['in the middle, with Retry On Fail', 300, { ...goesOn, tries: 3 }, reset],
		['at the first item, with Retry On Fail', 1, { ...goesOn, tries: 3 }, reset],
		['as a 500, with Retry On Fail', 1, { ...goesOn, tries: 5 }, fail500],
		['with the error output', 1, { onError: 'continueErrorOutput', tries: 3 }, reset],
	])('%s', async (_name, lost, settings, lose) => {
		const { url, sent } = await serveComments(lost, lose);
		const { output, errorOutput, error } = await runAt(url, comment, { items, ...settings });
		expect([sent.length, new Set(sent).size]).toEqual([600, 600]);
		expect(error).toBeUndefined();
		const failed = [...output, ...errorOutput].filter((item) => errorOf(item));
		expect(failed.map(errorOf)).toMatchObject([{ outcome: 'unknown' }]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: lost - 1 }]);
		const done = output.filter((item) => !errorOf(item));
		expect(done.map(({ json: row }) => row.activity_log_id)).toEqual(
			all.filter((id) => id !== lost),
		);
	});
});

describe('with Retry On Fail and without "continue", no comment is posted twice', () => {
	it.each<[string, Answering, RegExp]>([
		['a lost answer', reset, /^(• )?Task 300 \[item 299\]: The connection broke\b/],
		['a 500', fail500, /^(• )?Task 300 \[item 299\]: Outcome unknown\b/],
	])('%s', async (_name, lose, told) => {
		const { url, sent, sentFor } = await serveComments(300, lose);
		const { error } = await runAt(url, comment, { items, tries: 5 });
		expect(sent).toEqual(sentFor());
		expect(sent).toContain(300);
		expect(error?.description).toMatch(told);
		const [, commented] = /\((\d+) commented/.exec(error?.message ?? '') ?? [];
		expect(Number(commented)).toBe(sent.length - 1);
	});

	it.each([
		['that stays is asked for again, and nothing else is', 3, 3],
		['that has gone at the second try ends in success', 1, 2],
	])('a 404 %s', async (_name, times, asked) => {
		const refusals = Array.from({ length: times }, () => fail404);
		const { url, sent, sentFor } = await serveComments(20, ...refusals);
		const { error, output } = await runAt(url, comment, { items: numbered(60), tries: 3 });
		expect(sent.filter((id) => id === 20)).toHaveLength(asked);
		expect(sent).toHaveLength(sentFor().length + asked - 1);
		if (times === 1) {
			expect(output.map(({ json: row }) => row.activity_log_id)).toEqual(all.slice(0, 60));
			return;
		}
		expect(error?.message).toMatch(/^1 of 60 items failed \(\d+ commented/);
		expect(error?.description).toMatch(/^(• )?Item 19: Task 20 was not found/);
	});
});

it.each(['continueRegularOutput', 'stopWorkflow'] as const)(
	'Retry On Fail approves no second step after a decision whose answer is lost, with %s',
	async (onError) => {
		const steps = new Map<number, number>();
		const server = await serve((_index, request) => ({
			atBody(response) {
				const id = taskIn(request?.line);
				const step = steps.get(id) ?? 0;
				const task = { task_id: id, status: 'in_progress', current_step_id: `step_${step + 1}` };
				if (request?.line.startsWith('GET')) {
					json(200, { task })(response);
					return;
				}
				steps.set(id, step + 1);
				const done = json(200, { ...task, approved: true, message: 'Approved' });
				(id === 1 && step === 0 ? fail500 : done)(response);
			},
		}));
		await runAt(server.url, approve, { items: numbered(60), onError, tries: 5 });
		expect([...steps.values()].filter((step) => step > 1)).toEqual([]);
		expect(steps.get(1)).toBe(1);
		if (onError === 'continueRegularOutput') expect(steps.size).toBe(60);
	},
);
