import { afterEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { Answer } from '../support/answeringServer';
import { keyOwner, sendJson, serverPool, whoseKey } from '../support/answeringServer';
import type { NodeResult, NodeRun } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

/* What a second try, and an execution that is retried from n8n's list, send. */

const { serve, stopAll } = serverPool();
afterEach(stopAll);

const posted: Answer = (response) =>
	sendJson(response, 200, { success: true, activity_log_id: 1, message: 'Posted' });
const refused: Answer = (response) => sendJson(response, 404, { detail: 'Task not found' });
const decided =
	(task_id: number): Answer =>
	(response) =>
		sendJson(response, 200, { task_id, approved: true, message: 'Decided' });
const lost: Answer = (response) => void response.socket?.resetAndDestroy();

/** As n8n retries an execution from its list. */
const retryOf = ({ saved }: NodeResult, executionId = '2') => ({ retryOf: saved, executionId });

/** A service that gives its answers of each round to the tasks 1 to 3; 1 is the first round. */
const serveRounds = async (answer: (task: number, round: number) => Answer) => {
	let round = 1;
	const written: number[][] = [];
	const server = await serve((response, request, index) => {
		const task = Number(request.line.split('/')[2]);
		const state = { task_id: task, current_step_id: 'b', status: 'pending', updated_at: '' };
		if (request.line === whoseKey) return sendJson(response, 200, keyOwner);
		if (request.line.startsWith('GET')) return sendJson(response, 200, { task: state });
		(written[round - 1] ??= []).push(task);
		return answer(task, round)(response, request, index);
	});
	const run = async (
		operation: string,
		parameters: INodeParameters,
		settings: Partial<NodeRun> = {},
	) => {
		const result = await runNode({
			parameters: parametersOf(operation, { taskId: byId('={{ $json.id }}'), ...parameters }),
			credentials: keyCredential(server.url, 'key_1'),
			items: itemsOf({ id: 1 }, { id: 2 }, { id: 3 }),
			...settings,
		});
		round++;
		return result;
	};
	/** The tasks that each round wrote to. */
	return { run, written: () => Array.from(written, (tasks = []) => tasks) };
};

const oneByOne = (safety: INodeParameters = {}) => ({
	options: { performance: { maxParallel: 1 }, safety },
});
const comment = (text = 'Signed', safety: INodeParameters = {}) => ({
	comment: text,
	...oneByOne(safety),
});
const thirdRefused = (task: number, round: number) =>
	task === 3 && round === 1 ? refused : posted;
const firstLost = (task: number, round: number) => (task === 1 && round === 1 ? lost : posted);

const again = ({ output }: NodeResult) => output.map(({ json }) => json.not_sent_again);
const sentBefore = (more = '') => ({
	execution_id: '1',
	reason: `Execution 1 already did this, so it was not done again.${more}`,
});

describe('a retry of an execution that failed at its third item', () => {
	it('sends the third only, and says of the others which execution finished them', async () => {
		const { run, written } = await serveRounds(thirdRefused);
		const failed = await run('task.comment', comment());
		expect(failed.error?.message).toBe('1 of 3 items failed (2 commented)');
		expect(failed.error?.description).toContain('use Retry in the list of executions');
		const retried = await run('task.comment', comment(), retryOf(failed));
		expect(retried.error).toBeUndefined();
		expect(written()).toEqual([[1, 2, 3], [3]]);
		expect(again(retried)).toStrictEqual([sentBefore(), sentBefore(), undefined]);
		expect(retried.output[0]?.json).toMatchObject({ task_id: 1, success: true });
		expect(retried.saved).toContain('2 items were finished by an earlier execution');
	});

	it('sends nothing again in the retry of a retry', async () => {
		const { run, written } = await serveRounds((task) => (task === 3 ? refused : posted));
		const failed = await run('task.comment', comment());
		const retried = await run('task.comment', comment(), retryOf(failed));
		await run('task.comment', comment(), retryOf(retried, '3'));
		expect(written()).toEqual([[1, 2, 3], [3], [3]]);
	});

	it('sends all with another text: another request is another write', async () => {
		const { run, written } = await serveRounds(thirdRefused);
		const failed = await run('task.comment', comment());
		await run('task.comment', comment('Other'), retryOf(failed));
		expect(written()).toEqual([
			[1, 2, 3],
			[1, 2, 3],
		]);
	});

	it('decides no task again for another comment, and says so', async () => {
		const { run, written } = await serveRounds((task, round) =>
			task === 3 && round === 1 ? refused : decided(task),
		);
		const decision = { decideIf: 'always', ...oneByOne() };
		const failed = await run('task.approve', { comment: 'As discused', ...decision });
		const retried = await run(
			'task.approve',
			{ comment: 'As discussed', ...decision },
			retryOf(failed),
		);
		expect(written()).toEqual([[1, 2, 3], [3]]);
		const changed = ' Changes to the request, such as a different comment, were not sent.';
		expect(again(retried)).toStrictEqual([sentBefore(changed), sentBefore(changed), undefined]);
		const unchanged = await run(
			'task.approve',
			{ comment: 'As discused', ...decision },
			retryOf(failed),
		);
		expect(again(unchanged)[0]).toEqual(sentBefore());
	});

	it('would find nothing of an execution that succeeded', async () => {
		const { run } = await serveRounds(() => posted);
		const { saved } = await run('task.comment', comment());
		expect(saved).toContain('"sentWrites":{}');
	});
});

describe('a retry with a text that is another one each time', () => {
	it.each([
		'$now',
		'$today',
		'$execution',
		'DateTime.now',
		'DateTime . local',
		'DateTime.utc',
		'Date.now',
		'new Date()',
		'new  Date ( )',
		'Math.random',
		'Math . random',
		'randomItem',
	])('sends no item again that was sent: %s', async (found) => {
		const { run, written } = await serveRounds(thirdRefused);
		const text = comment(`={{ [$json.id, "${found}"].join() }}`);
		const failed = await run('task.comment', text);
		expect(failed.error?.description).not.toContain('use Retry in the list of executions');
		// n8n would evaluate it anew; here the text says no more than before, and yet it may.
		const changed = comment(`={{ ["${found}", $json.id].join() }}`);
		const retried = await run('task.comment', changed, retryOf(failed));
		expect(written()).toEqual([[1, 2, 3], [3]]);
		expect(retried.error?.message).toBe('2 of 3 items failed (1 commented)');
		expect(retried.error?.description).toContain(
			'Execution 1 already sent something for this item',
		);
		expect(retried.error?.description).toContain(
			`The item was not sent again. "${found}" in the fields of this node changes the request each time, so a retry cannot recognize it. Remove it, or start a new execution to send the item again.`,
		);
		const more = { ...retryOf(failed), onError: 'continueRegularOutput' } as const;
		const { output } = await run('task.comment', changed, more);
		expect(output[0]?.json).toMatchObject({ error: { sent_in_execution: '1' } });
	});

	it.each([
		['={{ "$nowhere" }}', 'a longer name'],
		['$now', 'a text that is no expression'],
		['={{ new Date($json.id).getTime() }}', 'the date of an item'],
		['={{ DateTime.fromMillis($json.id).year }}', 'the time of an item'],
	])('is none with %s: %s', async (text) => {
		const { run, written } = await serveRounds(thirdRefused);
		const failed = await run('task.comment', comment('Signed'));
		await run('task.comment', comment(text), retryOf(failed));
		expect(written()[1]).toEqual([1, 2, 3]);
	});

	it('is found in what lies in a field as well', async () => {
		const { run, written } = await serveRounds(thirdRefused);
		const user = (text: string) => ({
			...comment('Signed'),
			additionalFields: { userEmail: text },
		});
		const failed = await run('task.comment', user('={{ ["a", $now.year].join("@") }}'));
		await run('task.comment', user('={{ ["b", $now.year].join("@") }}'), retryOf(failed));
		expect(written()[1]).toEqual([3]);
	});
});

describe('an item of unknown outcome', () => {
	it('is not sent by a retry, which says so', async () => {
		const { run, written } = await serveRounds(firstLost);
		const failed = await run('task.comment', comment());
		const retried = await run('task.comment', comment(), retryOf(failed));
		expect(written()).toEqual([[1], [2, 3]]);
		expect(retried.error?.message).toBe('Outcome unknown for 1 of 3 items (2 commented)');
		expect(retried.error?.description).toContain(
			'This happened in execution 1, and the item was not sent again. If you know that it was not carried out, turn on "Send Again If Unknown" in Options > Safety.',
		);
	});

	it('tells where the task of a decision is now', async () => {
		const { run, written } = await serveRounds((task, round) =>
			task === 1 && round === 1 ? lost : decided(task),
		);
		const decision = { decideIf: 'always', ...oneByOne() };
		const failed = await run('task.approve', decision);
		const retried = await run('task.approve', decision, retryOf(failed));
		expect(written()[0]).toEqual([1]);
		expect(retried.error?.description).toContain('The task is at step b');
		expect(retried.error?.description).toContain('This happened in execution 1');
	});

	it('is sent by a retry that is told to, and by none after that', async () => {
		const { run, written } = await serveRounds(firstLost);
		const failed = await run('task.comment', comment());
		const told = comment('Signed', { resendUnknown: true });
		const retried = await run('task.comment', told, retryOf(failed));
		expect(retried.output.map(({ json }) => json.success)).toEqual([true, true, true]);
		expect(written()).toEqual([[1], [1, 2, 3]]);
	});

	it('is sent by a retry that is told to, also with a text that is another one each time', async () => {
		const { run, written } = await serveRounds(firstLost);
		const text = '={{ $now ? "Signed" : "" }}';
		const failed = await run('task.comment', comment(text));
		const told = comment(text, { resendUnknown: true });
		await run('task.comment', told, retryOf(failed));
		expect(written()).toEqual([[1], [1, 2, 3]]);
	});

	it('is not sent again by Retry On Fail, even if it is told to', async () => {
		const { run, written } = await serveRounds(firstLost);
		const told = comment('Signed', { resendUnknown: true });
		const { error } = await run('task.comment', told, { tries: 3 });
		expect(error?.description).toContain('This try did not send the item again.');
		expect(written()[0]?.filter((task) => task === 1)).toEqual([1]);
	});
});

describe('each run of a node is by itself', () => {
	it('in a loop, items with one number are all sent', async () => {
		const { run, written } = await serveRounds(() => posted);
		await run('task.comment', comment(), { rounds: 2 });
		expect(written()).toEqual([[1, 2, 3, 1, 2, 3]]);
	});

	it('a retry of a loop sends what its failed round did not', async () => {
		let third = 0;
		const { run, written } = await serveRounds((task) =>
			task === 3 && third++ === 0 ? refused : posted,
		);
		const failed = await run('task.comment', comment(), { rounds: 2 });
		await run('task.comment', comment(), { ...retryOf(failed), rounds: 2 });
		expect(written()).toEqual([
			[1, 2, 3],
			[3, 1, 2, 3],
		]);
	});
});
