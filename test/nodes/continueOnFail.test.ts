import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import type { Stage } from '../support/stage';
import { byId, byLane, itemsOf, keyCredential, parametersOf, startStage } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

let stage: Stage;
beforeEach(async () => {
	stage = await startStage();
});
afterEach(() => stage.sandbox.stop());

const approve = { taskId: byId('={{ $json.id }}'), decideIf: 'always' };
const oneByOne = { ...approve, options: { maxParallel: 1 } };

/** Right, at the wrong step, without a value, unknown, right. */
const mixed = itemsOf(
	{ id: 10001, note: 'a' },
	{ id: 10006, note: 'b' },
	{ id: 'x', note: 'c' },
	{ id: 1, note: 'd' },
	{ id: 10002, note: 'e' },
);

const sent = [10001, 10006, 1, 10002].map((id) => ({
	request: `POST /tasks/${id}/approve`,
	body: { approved: true },
}));

const approved = (item: number, task_id: number) => ({
	pairedItem: { item },
	json: {
		...{ task_id, task_title: null, status: 'in_progress', step_id: null, step_name: null },
		...{ approved: true, user_email: null, message: 'Task approved' },
		...{ skipped: false, reason: null },
	},
});

const conflict = {
	message: 'Task 10006 does not allow this in its current state',
	description: expect.stringContaining('The service says: The task is not at an approval step'),
	outcome: 'failed',
	operation: 'task.approve',
	target: { kind: 'task', id: '10006' },
	status: 409,
	detail: 'The task is not at an approval step, or was already decided',
};
const wrongId = {
	message: '"Task" must be a whole number, not x',
	description: 'Nothing was sent. Correct the field and run again.',
	outcome: 'failed',
	operation: 'task.approve',
};
const missing = {
	message: 'Task 1 was not found',
	description: expect.stringContaining('Task not found'),
	outcome: 'failed',
	operation: 'task.approve',
	target: { kind: 'task', id: '1' },
	status: 404,
	detail: 'Task not found',
};

it('with the error output, failed items go there with their input, the others go on', async () => {
	const result = await stage.run('task.approve', approve, {
		items: mixed,
		onError: 'continueErrorOutput',
	});
	expect(byLane(stage.received())).toEqual(byLane(sent));
	expect(result.error).toBeUndefined();
	expect(result.output).toEqual([approved(0, 10001), approved(4, 10002)]);
	expect(result.errorOutput).toEqual([
		{ pairedItem: { item: 1 }, json: { id: 10006, note: 'b', error: conflict } },
		{ pairedItem: { item: 2 }, json: { id: 'x', note: 'c', error: wrongId } },
		{ pairedItem: { item: 3 }, json: { id: 1, note: 'd', error: missing } },
	]);
	expect(result.saved).not.toContain(stage.sandbox.apiKeys.main);
});

it('with "continue", failed items stand in the output at their places', async () => {
	const result = await stage.run('task.approve', approve, {
		items: mixed,
		onError: 'continueRegularOutput',
	});
	expect(byLane(stage.received())).toEqual(byLane(sent));
	expect(result.error).toBeUndefined();
	expect(result.output).toEqual([
		approved(0, 10001),
		{ pairedItem: { item: 1 }, json: { error: conflict } },
		{ pairedItem: { item: 2 }, json: { error: wrongId } },
		{ pairedItem: { item: 3 }, json: { error: missing } },
		approved(4, 10002),
	]);
	expect(result.errorOutput).toEqual([]);
	// Above the output n8n shows which failed, and on what they worked.
	expect(result.saved).toContain(
		'"hints":[{"message":"3 of 5 items failed (2 approved): Task 10006 [item 1], Item 2, Task 1 [item 3]."',
	);
});

it('an item with several output items keeps its place beside one that failed', async () => {
	const { output, errorOutput } = await stage.run(
		'clickwrap.getHistory',
		{ slug: '={{ $json.slug }}' },
		{
			items: itemsOf(
				{ slug: 'none' },
				{ slug: 'terms-of-service' },
				{ slug: 'datenschutz-hinweis' },
			),
			onError: 'continueErrorOutput',
		},
	);
	expect(output.map(({ pairedItem, json }) => [pairedItem, json.version])).toEqual([
		[{ item: 1 }, 3],
		[{ item: 1 }, 2],
		[{ item: 1 }, 1],
		[{ item: 2 }, 1],
	]);
	expect(errorOutput.map(({ pairedItem, json }) => [pairedItem, json.slug])).toEqual([
		[{ item: 0 }, 'none'],
	]);
});

it('a write without a clear answer is told apart from one that failed', async () => {
	const server = await serve((response, { line }) =>
		line.includes('/2/')
			? response.destroy()
			: sendJson(response, 500, { detail: 'Failed to approve' }),
	);
	const { errorOutput } = await stage.run('task.approve', approve, {
		items: itemsOf({ id: 1 }, { id: 2 }),
		onError: 'continueErrorOutput',
		credentials: keyCredential(server.url, 'key_1'),
	});
	expect(server.requests.filter(({ line }) => line.startsWith('POST'))).toHaveLength(2);
	expect(errorOutput.map(({ json }) => json)).toMatchObject([
		{ id: 1, error: { outcome: 'unknown', status: 500, detail: 'Failed to approve' } },
		{ id: 2, error: { outcome: 'unknown' } },
	]);
});

it('without it, nothing new is started after a failure, and the error says how many are done', async () => {
	const ids = [10001, 10006, ...Array.from({ length: 38 }, () => 10001)];
	const { error, output } = await stage.run(
		'task.comment',
		{
			taskId: byId('={{ $json.id }}'),
			comment: '={{ $json.text }}',
			additionalFields: { addMarker: false, replyTo: '={{ $json.replyTo }}' },
		},
		{
			items: itemsOf(
				...ids.map((id, index) => ({ id, text: `${index}`, replyTo: index === 1 ? 99 : '' })),
			),
		},
	);
	expect(output).toEqual([]);
	const posted = stage
		.received()
		.filter(({ request }) => request === 'POST /tasks/10001/comment')
		.map(({ body }) => Number((body as { comment: string }).comment));
	expect(posted.length).toBeLessThan(10);
	expect(error?.message).toBe(
		`1 of 40 items failed (${posted.length} commented, ${39 - posted.length} not started)`,
	);
	expect(error?.description).toMatch(
		/^Task 10006 \[item 1\]: The service did not accept the values\. The service says: "Reply To": /,
	);
	expect(error?.description).toContain(
		'To send the rest, use Retry in the list of executions. Items that were commented are not sent again.',
	);
});

it('without it, the error names the failed task, and what is under way is awaited', async () => {
	const started = new Set<string>();
	const server = await serve((response, { line }) => {
		started.add(line);
		const answer = () =>
			line.includes('/3/')
				? sendJson(response, 404, { detail: 'Task not found' })
				: sendJson(response, 200, { task_id: Number(line.split('/')[2]), approved: true });
		if (line.includes('/3/')) answer();
		else waiting.push(answer);
		// The failure is answered first, the other nine only when all ten are under way.
		if (started.size === 10) for (const go of waiting.splice(0)) go();
	});
	const waiting: Array<() => void> = [];
	const tenAtOnce = { ...approve, options: { maxParallel: 10 } };
	const { error } = await stage.run('task.approve', tenAtOnce, {
		items: itemsOf(...Array.from({ length: 25 }, (_, id) => ({ id }))),
		credentials: keyCredential(server.url, 'key_1'),
	});
	expect(started.size).toBe(10);
	expect(error?.message).toBe('1 of 25 items failed (9 approved, 15 not started)');
	expect(error?.description).toMatch(/^Item 3: Task 3 was not found\. The service says: Task not/);
});

it('a failure without a clear answer is counted apart', async () => {
	const server = await serve((response) => response.destroy());
	const { error } = await stage.run('task.approve', oneByOne, {
		items: itemsOf({ id: 5 }, { id: 6 }, { id: 7 }),
		credentials: keyCredential(server.url, 'key_1'),
	});
	expect(server.requests.filter(({ line }) => line.startsWith('POST'))).toHaveLength(1);
	expect(error?.message).toBe('Outcome unknown for 1 of 3 items (2 not started)');
	expect(error?.description).toMatch(
		/^Task 5 \[item 0\]: Outcome unknown\. The connection broke before the service responded\. /,
	);
});

const keep =
	'To keep the output of the other items next time, set On Error to "Continue (using error output)" in the Settings of the node.';

/** A service that refuses decisions on tasks of uneven ID; ten are answered at the same time. */
const refusingUneven = async () => {
	const answers: Array<() => void> = [];
	return await serve((response, { line, body }) => {
		const id = Number(line.split('/')[2]);
		const { approved } = JSON.parse(body) as { approved: boolean };
		answers.push(() =>
			id % 2 === 0
				? sendJson(response, 200, { task_id: id, approved })
				: sendJson(response, 409, { detail: `Task ${id} was decided` }),
		);
		if (answers.length === 10) for (const go of answers.splice(0)) go();
	});
};

const tenIds = Array.from({ length: 10 }, (_, id) => ({ id }));

const decideAt = async (url: string, items: IDataObject[], parameters: INodeParameters = {}) =>
	await runNode({
		parameters: parametersOf('task.approve', {
			...approve,
			options: { maxParallel: 10 },
			...parameters,
		}),
		credentials: keyCredential(url, 'key_1'),
		items: itemsOf(...items),
	});

it('several failures are a list, in the editor too', async () => {
	const { url } = await refusingUneven();
	const { error, output, saved } = await decideAt(url, tenIds);
	expect(output).toEqual([]);
	expect(error?.name).toBe('NodeOperationError');
	expect(error?.message).toBe('5 of 10 items failed (5 approved)');
	const lines = error?.description?.split('\n') ?? [];
	expect(lines).toEqual([
		...[1, 3, 5, 7, 9].map(
			(id) =>
				`• Item ${id}: Task ${id} does not allow this in its current state. The service says: Task ${id} was decided.`,
		),
		`The service did not change the task. Get the task to see its current step. To send the rest, use Retry in the list of executions. Items that were approved are not sent again. ${keep}`,
	]);
	// n8n's editor runs the lines of a description together, and shows this in its place.
	expect(error?.context?.descriptionTemplate).toBe(lines.join('<br>'));
	expect(saved).not.toContain('key_1');
});

it.each([
	['={{ "reject" }}', 'rejected'],
	['={{ $json.id > 5 ? "reject" : "approve" }}', 'decided'],
])('what was done is called as it is: %s', async (decision, word) => {
	const { url } = await refusingUneven();
	const { error } = await decideAt(url, tenIds, { decision });
	expect(error?.message).toBe(`5 of 10 items failed (5 ${word})`);
});

it('the first ten of many wrong items are named', async () => {
	const ids = Array.from({ length: 28 }, (_, index) => ({
		id: index % 2 === 0 ? 10001 + index : index,
	}));
	const { error } = await decideAt(stage.sandbox.baseUrl, ids, {
		decision: '={{ $json.id > 10000 ? "approve" : "decision " + $json.id }}',
	});
	expect(error?.message).toBe('14 of 28 items failed (nothing was sent)');
	const lines = error?.description?.split('\n') ?? [];
	expect(lines).toHaveLength(12);
	expect(lines.slice(9)).toEqual([
		expect.stringMatching(/^• Item 19: "Decision" /),
		'• and 4 more',
		expect.stringMatching(/^Nothing was sent\. /),
	]);
});

it('one fault of all items keeps its own words', async () => {
	const { error } = await decideAt(
		stage.sandbox.baseUrl,
		[{ id: 10001 }, { id: 10002 }, { id: 10003 }],
		{ decision: 'maybe' },
	);
	expect(error?.message).toMatch(/^"Decision" /);
	expect(error?.description).toMatch(/ All 3 items failed\.$/);
});

it('a list of reads says that it can be run again, and no retry is promised', async () => {
	const { error } = await stage.run(
		'task.get',
		{ taskId: byId('={{ $json.id }}'), options: { maxParallel: 1 } },
		{ items: itemsOf({ id: 10001 }, { id: 1 }, { id: 2 }) },
	);
	expect(error?.message).toBe('1 of 3 items failed (1 done, 1 not started)');
	expect(error?.description).toBe(
		`Item 1: Task 1 was not found. The service says: Task not found. Check the ID, and that the credential belongs to the same organization. You can safely run the node again. ${keep}`,
	);
});

it('the state of tasks is told where the guard has read them', async () => {
	const server = await serve((response, { line }) => {
		const task_id = Number(line.split('/')[2]);
		if (line.startsWith('POST')) return sendJson(response, 409, { detail: 'Already decided' });
		return sendJson(response, 200, {
			task: {
				task_id,
				task_title: `Lease ${task_id}`,
				status: 'on_hold',
				current_step_id: task_id === 2 ? 'other' : 'legal',
				current_step_name: 'Freigabe',
			},
		});
	});
	const { error } = await decideAt(server.url, [{ id: 1 }, { id: 2 }], {
		decideIf: 'atStep',
		step: byId('legal'),
	});
	expect(error?.description?.split('\n').slice(0, 2)).toEqual([
		'• Item 0: Task 1 can\'t be approved: it is on hold at "Freigabe". The service says: Already decided.',
		'• Item 1: Task 2 is on hold at "Freigabe"; expected step: legal.',
	]);
	// The looks of the guard, and no more.
	expect(server.requests.map(({ line }) => line).sort()).toEqual([
		'GET /tasks/1',
		'GET /tasks/2',
		'POST /tasks/1/approve',
	]);
});

it('if only moved tasks failed, nothing is left to send', async () => {
	const server = await serve((response, { line }) => {
		const task_id = Number(line.split('/')[2]);
		const current_step_id = task_id > 2 ? 'legal' : 'finance';
		const task = { task_id, status: 'in_progress', current_step_id };
		sendJson(response, 200, line.startsWith('POST') ? { task_id, approved: true } : { task });
	});
	const ids = [{ id: 1 }, { id: 2 }, { id: 3 }];
	const atLegal = { decideIf: 'atStep', step: byId('legal') };
	const { error } = await decideAt(server.url, ids, atLegal);
	expect(error?.message).toBe('2 of 3 items failed (1 approved)');
	expect(error?.description).toMatch(
		/\nNothing is left to send\. To skip such tasks, set "If the Task Has Moved" to Skip\. To keep/,
	);
	expect(error?.description).not.toContain('Retry in the list');
});
