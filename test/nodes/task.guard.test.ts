import { afterEach, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import type { Json, Stage } from '../support/stage';
import { byId, itemsOf, keyCredential, parametersOf, startStage } from '../support/stage';

let stage: Stage | undefined;
const { serve, stopAll } = serverPool();
afterEach(async () => {
	await stage?.sandbox.stop();
	stage = undefined;
	await stopAll();
});

const guarded = (more: INodeParameters = {}) => ({
	taskId: byId('={{ $json.id }}'),
	onlyIfCurrentStepIs: byId('={{ $json.step }}'),
	...more,
});

const stepOf = async (running: Stage, id: number): Promise<string> => {
	const { task } = await running.ask('GET', `/tasks/${id}`);
	return String((task as Json).current_step_id);
};

const decisionsIn = (running: Stage) =>
	running.received().filter(({ request }) => request.endsWith('/approve'));

/** An item of a decision of which nothing is known. */
const unknownRow = {
	task_id: null,
	task_title: null,
	status: null,
	approved: null,
	user_email: null,
	skipped: false,
	reason: null,
	step_id: null,
	step_name: null,
	message: null,
};

it('a task is decided only while it is at the step that was reviewed', async () => {
	stage = await startStage();
	const step = await stepOf(stage, 10001);
	const items = itemsOf({ id: 10001, step }, { id: 10001, step });
	const { output, error } = await stage.run('task.approve', guarded({ ifAlreadyDecided: 'skip' }), {
		items,
	});
	expect(error).toBeUndefined();
	expect(decisionsIn(stage)).toHaveLength(1);
	const task = { task_id: 10001, task_title: expect.any(String), status: expect.any(String) };
	const at = { step_id: expect.any(String), step_name: expect.any(String) };
	expect(output).toEqual([
		{
			pairedItem: { item: 0 },
			json: {
				...task,
				...at,
				step_id: step,
				approved: true,
				user_email: null,
				message: expect.any(String),
				skipped: false,
				reason: null,
			},
		},
		{
			pairedItem: { item: 1 },
			json: {
				...task,
				...at,
				approved: null,
				user_email: null,
				message: null,
				skipped: true,
				reason: expect.stringMatching(`^Task 10001 is at step \\S+, not at step ${step}$`),
			},
		},
	]);
	expect(output[1]?.json.step_id).not.toBe(step);

	const again = await stage.run('task.approve', guarded({ ifAlreadyDecided: 'skip' }), { items });
	expect(again.output.map(({ json }) => json.skipped)).toEqual([true, true]);
	expect(decisionsIn(stage)).toEqual([]);
});

it('a task at another step fails before a decision is sent, and tells where it stands', async () => {
	stage = await startStage();
	const { error } = await stage.run('task.approve', guarded(), {
		items: itemsOf({ id: 10001, step: 'another-step' }),
	});
	expect(decisionsIn(stage)).toEqual([]);
	expect(error?.message).toBe('Task 10001 is at step legal_approval, not at step another-step');
	expect(error?.description).toMatch(
		/^The task is at step \S+ \(.+\)\. Its status is .+\. It was last updated at .+Z\. Nothing was sent\./,
	);
});

const withRuns = {
	task_id: 1,
	status: 'pending',
	current_step_id: 'finance',
	current_step_name: 'Finance approval',
	current_step_run_id: null,
	updated_at: '2026-01-05T09:00:00Z',
	step_runs: [
		{ step_run_id: 'run_1', step_id: 'legal', step_name: 'Legal approval' },
		{ step_run_id: 'run_2', step_id: 'finance', step_name: 'Finance approval' },
	],
};

/** Runs two items with guards at tasks that are as given; gives what came out, and what was sent. */
const runGuarded = async (step: string, task: object, onError?: 'continueRegularOutput') => {
	const server = await serve((response, { line }) =>
		line.startsWith('POST')
			? sendJson(response, 200, { task_id: Number(line.split('/')[2]), approved: true })
			: sendJson(response, 200, { task: { ...task, task_id: Number(line.split('/')[2]) } }),
	);
	const { output, error } = await runNode({
		parameters: parametersOf('task.approve', {
			...guarded({ ifAlreadyDecided: 'skip' }),
			options: { performance: { maxParallel: 1 } },
		}),
		credentials: keyCredential(server.url, 'key_1'),
		items: itemsOf({ id: 1, step }, { id: 2, step }),
		...(onError && { onError }),
	});
	return { output, error, lines: server.requests.map(({ line }) => line) };
};

const runGiven = '"Only If Current Step Is" needs a step ID, but run_2 is the ID of a step run';

it('a step run in place of a step is refused with the right ID, and not passed over', async () => {
	const { output, error, lines } = await runGuarded('run_2', withRuns);
	expect(output).toEqual([]);
	expect(error?.message).toBe('1 of 2 items failed (1 not started)');
	expect(error?.description).toContain(
		`Task 1 [item 0]: ${runGiven}. The ID of that step (Finance approval) is finance. `,
	);
	expect(error?.description).toMatch(
		/ The task is at step finance .* Nothing was sent\. Use step_id or current_step_id\. You can run this again, because nothing was carried out\. /,
	);
	// The first look tells; the second item is not even looked at.
	expect(lines).toEqual(['GET /tasks/1']);
});

it('each item fails of it where the flow goes on after errors', async () => {
	const { output, lines } = await runGuarded('run_2', withRuns, 'continueRegularOutput');
	const failed = { error: { message: runGiven, outcome: 'failed' } };
	expect(output).toMatchObject([{ json: failed }, { json: failed }]);
	expect(lines).toEqual(['GET /tasks/1', 'GET /tasks/2']);
});

it.each<[string, string, object]>([
	[
		'a run that only the current step names',
		'run_9',
		{ ...withRuns, current_step_run_id: 'run_9' },
	],
	['the name of a step', 'Finance approval', withRuns],
	['the run of a step that is over', 'run_1', withRuns],
])('%s is refused as well', async (_name, step, task) => {
	const { error, lines } = await runGuarded(step, task);
	expect(error?.description).toContain(`"Only If Current Step Is" needs a step ID, but ${step} is`);
	expect(error?.description).toMatch(step === 'run_1' ? / is legal\. / : / is finance\. /);
	expect(lines).toEqual(['GET /tasks/1']);
});

it.each<[string, string, object]>([
	['that is over', 'legal', withRuns],
	['that the task has not come to', 'signature', withRuns],
	['of a task whose step runs are missing', 'signature', { ...withRuns, step_runs: undefined }],
	['of a task whose step runs are none', 'signature', { ...withRuns, step_runs: [null, 5, {}] }],
	[
		'that is called like another one',
		'legal',
		{
			...withRuns,
			step_runs: [
				{ step_run_id: 'run_1', step_id: 'legal', step_name: 'finance' },
				{ step_run_id: 'legal', step_id: 'finance', step_name: 'legal' },
			],
		},
	],
])('a step %s is passed over', async (_name, step, task) => {
	const { output, error } = await runGuarded(step, task);
	expect(error).toBeUndefined();
	expect(output.map(({ json }) => json.skipped)).toEqual([true, true]);
});

const blankGuards: ReadonlyArray<readonly [string, INodeParameters | string]> = [
	['an expression that gives null', byId('={{ $json.none }}')],
	['an expression that gives nothing', byId('={{ $json.missing }}')],
	['an expression that gives an empty text', byId("={{ '' }}")],
	['an expression that gives blanks', byId("={{ '  ' }}")],
	['blanks', byId('  ')],
	['an ID that was not entered', byId('')],
	['a chosen entry of the list', { __rl: true, mode: 'list', value: '={{ $json.none }}' }],
	['an expression for the whole field', '={{ $json.missing }}'],
	['an expression for the whole locator', '={{ { mode: "id", value: $json.none } }}'],
];

it.each(blankGuards)('%s stops the run, it does not switch the guard off', async (_name, guard) => {
	stage = await startStage();
	const { error } = await stage.run(
		'task.approve',
		{ taskId: byId('={{ $json.id }}'), onlyIfCurrentStepIs: guard },
		{ items: itemsOf({ id: 10001, none: null }) },
	);
	expect(error?.message).toBe('"Only If Current Step Is" is empty');
	expect(stage.received()).toEqual([]);
});

it.each<[string, INodeParameters | string]>([
	['chosen in the list', { __rl: true, mode: 'list', value: 'another' }],
	['given as a plain text', 'another'],
	['given by an expression for the whole field', '={{ "another" }}'],
])('a step %s holds the decision', async (_name, guard) => {
	stage = await startStage();
	const { error } = await stage.run('task.approve', {
		taskId: byId('10001'),
		onlyIfCurrentStepIs: guard,
	});
	expect(error?.message).toBe('Task 10001 is at step legal_approval, not at step another');
	expect(decisionsIn(stage)).toEqual([]);
});

it('a guard that was left as it is holds nothing, and several decisions say so', async () => {
	stage = await startStage();
	const parameters = {
		taskId: byId('={{ $json.id }}'),
		onlyIfCurrentStepIs: { __rl: true, mode: 'list', value: '' },
		additionalFields: { userEmail: 'priya.raman@meridian.example' },
	};
	const hint =
		'2 decisions have no step guard. Set "Only If Current Step Is" to the reviewed step. Without it, running this again decides the next step.';
	const several = await stage.run('task.approve', parameters, {
		items: itemsOf({ id: 10001 }, { id: 10002 }),
	});
	expect(several.error).toBeUndefined();
	expect(several.saved).toContain(JSON.stringify(hint));
	expect(decisionsIn(stage)).toHaveLength(2);
	const one = await stage.run('task.approve', parameters, { items: itemsOf({ id: 10005 }) });
	expect(one.error).toBeUndefined();
	expect(one.saved).not.toContain('to be decided');
});

it('a decision without a User Email tells whose it is', async () => {
	stage = await startStage();
	const hint =
		'Without a \\"User Email\\", a decision is attributed to the creator of the API key.';
	const unnamed = await stage.run('task.approve', { taskId: byId('10001') });
	expect(unnamed.error).toBeUndefined();
	expect(unnamed.saved).toContain(hint);
	const named = await stage.run('task.approve', {
		taskId: byId('10002'),
		additionalFields: { userEmail: 'priya.raman@meridian.example' },
	});
	expect(named.error).toBeUndefined();
	expect(named.saved).not.toContain('creator of the API key');
});

it('a task that was decided already is passed over where the flow says so', async () => {
	stage = await startStage();
	await stage.ask('POST', '/tasks/10002/approve', { approved: false });
	const parameters = {
		taskId: byId('={{ $json.id }}'),
		ifAlreadyDecided: 'skip',
	};
	const { output, error } = await stage.run('task.approve', parameters, {
		items: itemsOf({ id: 10001 }, { id: 10002 }),
	});
	expect(error).toBeUndefined();
	expect(output[0]?.json).toMatchObject({ task_id: 10001, approved: true });
	expect(output[1]?.json).toEqual({
		...unknownRow,
		task_id: 10002,
		skipped: true,
		reason: expect.stringMatching(/./),
	});
	expect(Object.keys(output[0]?.json ?? {})).toEqual(Object.keys(output[1]?.json ?? {}));
});

it('a task that comes twice is refused before anything is sent', async () => {
	stage = await startStage();
	const { error } = await stage.run(
		'task.approve',
		{ taskId: byId('={{ $json.id }}') },
		{ items: itemsOf({ id: 10001 }, { id: 10002 }, { id: '010001' }) },
	);
	expect(error?.message).toMatch(/^"Task" \d+ is decided twice in this run/);
	expect(error?.description).toContain('The second decision would apply to the next step.');
	expect(stage.received()).toEqual([]);
});

it('after a decision without an answer the error tells where the task stands', async () => {
	const task = {
		task_id: 7,
		status: 'in_progress',
		current_step_id: 'finance',
		current_step_name: 'Finance approval',
		updated_at: '2026-01-05T09:00:00Z',
	};
	const server = await serve((response, { line }) =>
		line.startsWith('POST') ? response.destroy() : sendJson(response, 200, { task }),
	);
	const run = {
		parameters: parametersOf('task.approve', { taskId: byId('7') }),
		credentials: keyCredential(server.url, 'key_1'),
	};
	const { error } = await runNode(run);
	expect(error?.description).toContain(
		'The task is at step finance (Finance approval). Its status is in_progress. It was last updated at 2026-01-05T09:00:00Z.',
	);
	const { output } = await runNode({ ...run, onError: 'continueRegularOutput' });
	expect(output[0]?.json.error).toMatchObject({ outcome: 'unknown', task });
	expect(server.requests.map(({ line }) => line)).toEqual([
		'POST /tasks/7/approve',
		'GET /tasks/7',
		'POST /tasks/7/approve',
		'GET /tasks/7',
	]);
});
