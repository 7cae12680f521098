import { afterEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import type { Endpoint } from '../../src';
import { contract } from '../../src';
import { sendJson, serverPool, whoseKey } from '../support/answeringServer';
import type { NodeRun } from '../support/n8nCore';
import { runNode, storeFile } from '../support/n8nCore';
import { nodeName } from '../support/n8nHost';
import type { OperationCase } from '../support/operations.table';
import { operationNamed, operations, task } from '../support/operations.table';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

/** All that write but the one that takes a single item, whose link is another one in each run. */
const writes = operations
	.filter(({ kind, oneItem }) => kind !== 'R' && !oneItem)
	.map((row) => [row.name, row] as const);
const { answer: organization } = operationNamed('organization.get');
const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };

/** A service with a task at a step of this type, which counts what it is asked. */
const serviceAt = async (current: object = {}) =>
	await serve((response, { line }) => {
		const id = Number(/^GET \/tasks\/(\d+)$/.exec(line)?.[1] ?? NaN);
		if (id >= 400 && id < 600) sendJson(response, id, { detail: 'Task not found' });
		else if (id) sendJson(response, 200, { task: { ...task, ...current, task_id: id } });
		else if (line === whoseKey) sendJson(response, 200, organization);
		else sendJson(response, 200, operationNamed('workflow.initiate').answer);
	});

/** Runs an operation dry for two tasks; gives what came out and every request that arrived. */
const plan = async (
	{ name, parameters }: Pick<OperationCase, 'name' | 'parameters'>,
	{
		current,
		more = {},
		choices = { dryRun: true },
		...run
	}: Partial<NodeRun> & {
		current?: object;
		more?: INodeParameters;
		choices?: INodeParameters;
	} = {},
) => {
	const at = name === 'task.uploadSignedDocument' ? { current_step_type: 'signature' } : {};
	const server = await serviceAt({ ...at, ...current });
	const result = await runNode({
		parameters: { ...parameters, ...more, ...choices },
		credentials: keyCredential(server.url, 'key_1'),
		items: [
			{ json: { task: 1 }, binary: { data: file } },
			{ json: { task: 2 }, binary: { data: file } },
		],
		...run,
	});
	// Whose the key is, and the schema of a launch, are asked besides.
	const lines = server.requests
		.map(({ line }) => line)
		.filter((line) => line !== whoseKey && !line.endsWith('/schema'));
	return { ...result, lines, plans: result.output.map(({ json }) => json) };
};

/** The sentences that n8n shows above the output of the node. */
const hintsIn = (saved: string) =>
	(JSON.parse(saved) as IRun).data.resultData.runData[nodeName]?.[0]?.hints?.map(
		({ message }) => message,
	);

it('each endpoint that writes has its operation, and one asks besides', () => {
	const writing = Object.values<Endpoint>(contract).filter((one) => one.writes);
	expect(writes.map(([, { endpoint }]) => endpoint).sort()).toEqual(
		writing.map(({ method, path }) => `${method} ${path}`).sort(),
	);
	expect(operations.filter(({ oneItem }) => oneItem).map(({ name }) => name)).toEqual([
		'task.sendAndWait',
	]);
});

it('a dry run of a question neither posts it nor waits', async () => {
	const { lines, plans, error, saved } = await plan(operationNamed('task.sendAndWait'), {
		items: [{ json: { task: 1 } }],
	});
	expect(error).toBeUndefined();
	expect(plans).toMatchObject([{ dry_run: true, verdict: 'would_send' }]);
	expect(lines.filter((line) => !line.startsWith('GET /tasks/'))).toEqual([]);
	expect(JSON.parse(saved)).not.toHaveProperty('waitTill');
});

const ways: ReadonlyArray<readonly [string, Partial<NodeRun>]> = [
	['where it goes on after errors', { onError: 'continueRegularOutput' }],
	['with the error output', { onError: 'continueErrorOutput' }],
	['with Retry On Fail', { tries: 3 }],
	['in a loop', { rounds: 3 }],
];

it.each(writes)('a dry run of %s sends nothing that writes', async (_name, row) => {
	const { lines, plans, error } = await plan(row);
	expect(error).toBeUndefined();
	expect(plans).toMatchObject([
		{ dry_run: true, verdict: 'would_send' },
		{ dry_run: true, verdict: 'would_send' },
	]);
	expect(lines.filter((line) => !line.startsWith('GET /tasks/'))).toEqual([]);
});

it.each(ways)('a dry run sends nothing that writes %s', async (_way, run) => {
	const { lines, plans, errorOutput } = await plan(operationNamed('task.approve'), run);
	expect(errorOutput).toEqual([]);
	expect(plans).toHaveLength(2);
	expect(lines.filter((line) => !line.startsWith('GET /tasks/'))).toEqual([]);
});

it.each(writes)(
	'the request of %s is the one that the node sends without it',
	async (_name, row) => {
		const { plans } = await plan(row);
		const server = await serve((response) => sendJson(response, 200, row.answer));
		await runNode({
			parameters: row.parameters,
			credentials: keyCredential(server.url, 'key_1'),
			items: [{ json: { task: 1 }, binary: { data: file } }],
		});
		const sent = server.requests.at(-1);
		const [method, path] = sent?.line.split(' ') ?? [];
		const body: unknown = JSON.parse(sent?.body || 'null', (name, value: unknown) =>
			name === 'base64_content' ? { size: 1 } : value,
		);
		expect(plans[0]?.request).toEqual({ method, path, ...(body !== null && { body }) });
	},
);

it('a plan is a flat row of a table, paired with its item', async () => {
	const { output, lines } = await plan(operationNamed('task.approve'), {
		more: { decision: 'reject', comment: 'No' },
	});
	const row = {
		verdict: 'would_send',
		task_id: 1,
		task_title: 'Supply agreement',
		current_step_name: 'Finance approval',
		decision: 'reject',
		reason: null,
		advice: null,
		current_step_id: 'finance_approval',
		current_step_run_id: null,
		workflow_state_id: 'state_1',
		updated_at: '2026-01-06T10:11:12.000Z',
		resource: 'task',
		operation: 'approve',
		dry_run: true,
		request: {
			method: 'POST',
			path: '/tasks/1/approve',
			body: { approved: false, comment: 'No' },
		},
	};
	expect(output[0]).toEqual({ json: row, binary: { data: file }, pairedItem: { item: 0 } });
	expect(Object.keys(output[0]?.json ?? {})).toEqual(Object.keys(row));
	expect(output[1]?.pairedItem).toEqual({ item: 1 });
	expect(lines).toEqual(['GET /tasks/1', 'GET /tasks/2']);
});

it.each([
	['workflow.initiate', { workflow_id: 'wf_1', version: 'latest' }],
	['group.create', { name: 'Legal' }],
	['document.updateAttributes', { file_id: 'f_1' }],
])('%s has no task, and columns of its own', async (name, columns) => {
	const { plans, lines } = await plan(operationNamed(name));
	expect(plans[0]).toMatchObject({ ...columns, verdict: 'would_send' });
	const names = Object.keys(plans[0] ?? {});
	expect(names.slice(1, names.indexOf('reason'))).toEqual(Object.keys(columns));
	expect(lines).toEqual([]);
});

it('a task is looked at once for all items that share it, however its ID is written', async () => {
	const { plans, lines } = await plan(operationNamed('task.comment'), {
		items: itemsOf({ task: 1 }, { task: '01' }, { task: 1 }, { task: 404 }, { task: '404' }),
	});
	expect(plans.map(({ verdict }) => verdict)).toEqual([
		...Array.from({ length: 3 }, () => 'would_send'),
		...Array.from({ length: 2 }, () => 'would_fail'),
	]);
	expect([...lines].sort()).toEqual(['GET /tasks/1', 'GET /tasks/404']);
});

it('what is wrong with an item is its plan, in the words of the error, and the others are planned', async () => {
	const approve = operationNamed('task.approve');
	const items = itemsOf(
		{ task: 'x' },
		{ task: 1, decision: 'aprove' },
		{ task: 1, user: 'nobody' },
		{ task: 404 },
		{ task: 2 },
		{ task: 2 },
	);
	const more = {
		decision: '={{ $json.decision ?? "approve" }}',
		additionalFields: { userEmail: '={{ $json.user ?? "a@example.com" }}' },
	};
	const { plans, lines, error } = await plan(approve, { items, more });
	expect(error).toBeUndefined();
	expect(plans.map(({ verdict, reason }) => [verdict, reason])).toEqual([
		['would_fail', '"Task" must be a whole number, not x'],
		['would_fail', '"Decision" must be one of approve, reject, asReviewed, not aprove'],
		['would_fail', expect.stringMatching(/^"User Email" /)],
		['would_fail', 'Task 404 was not found'],
		['would_send', null],
		['would_fail', expect.stringMatching(/^"Task" 2 is decided twice in this run/)],
	]);
	expect(plans[0]).toMatchObject({
		advice: 'Nothing was sent. Correct the field and run again.',
		task_id: null,
		current_step_id: null,
		request: null,
	});
	expect(plans[3]?.advice).toContain('Task not found');
	expect([...lines].sort()).toEqual(['GET /tasks/2', 'GET /tasks/404']);
	for (const [index, { reason }] of plans.entries()) {
		if (index > 2) continue;
		const alone = await runNode({
			parameters: { ...approve.parameters, ...more },
			credentials: keyCredential('http://127.0.0.1:9', 'key_1'),
			items: [items[index] ?? { json: {} }],
		});
		expect(alone.error?.message).toBe(reason);
	}
});

it.each([400, 401, 403, 422])(
	'an item whose task answers %d, which says nothing of the item, is not planned',
	async (status) => {
		const { error, plans } = await plan(operationNamed('task.comment'), {
			items: itemsOf({ task: 1 }, { task: status }),
		});
		expect(error?.description).toContain('The service says: Task not found.');
		expect(plans).toEqual([]);
		const { plans: others } = await plan(operationNamed('task.comment'), {
			items: itemsOf({ task: 1 }, { task: status }, { task: 2 }),
			onError: 'continueRegularOutput',
		});
		expect(others).toMatchObject([
			{ verdict: 'would_send', task_id: 1 },
			{ error: { status } },
			{ verdict: 'would_send', task_id: 2 },
		]);
	},
);

const oneByOne = { maxParallel: 1 };
const toRunOthers =
	'To run the other items, set On Error to "Continue (using error output)" in the Settings of the node.';

it('after a task that cannot be looked at, no other one is, and the error is about that task', async () => {
	const { error, lines, plans } = await plan(operationNamed('task.comment'), {
		items: itemsOf({ task: 1 }, { task: 403 }, { task: 2 }),
		choices: { dryRun: true, options: oneByOne },
	});
	expect(error?.message).toBe('The service denied access');
	expect(error?.description).toBe(
		`The service says: Task not found. Use a credential that has access, or ask for access. ${toRunOthers}`,
	);
	expect(lines).toEqual(['GET /tasks/1', 'GET /tasks/403']);
	expect(plans).toEqual([]);
});

it('the hint above the plans counts what would happen, whatever is wrong with other items', async () => {
	const { plans, saved } = await plan(operationNamed('task.approve'), {
		items: itemsOf(
			{ task: 'x' },
			{ task: 404 },
			{ task: 1, step: 'legal' },
			{ task: 2, step: 'finance_approval' },
		),
		more: {
			decideIf: 'atStep',
			step: byId('={{ $json.step ?? "legal" }}'),
			ifMoved: 'skip',
			additionalFields: { userEmail: 'a@example.com' },
		},
		choices: { dryRun: true, options: oneByOne },
	});
	expect(plans.map(({ verdict }) => verdict)).toEqual([
		'would_fail',
		'would_fail',
		'would_skip',
		'would_send',
	]);
	expect(hintsIn(saved)).toEqual([
		'Dry run: nothing was sent. Would send: 1, would skip: 1, would fail: 2.',
	]);
});

it('of several credentials, those that are read-only are told in their plans', async () => {
	const server = await serviceAt();
	const { contractWorkflowApi } = keyCredential(server.url, '={{ $json.key }}');
	const { output } = await runNode({
		parameters: {
			...operationNamed('task.comment').parameters,
			dryRun: true,
		},
		credentials: { contractWorkflowApi: { ...contractWorkflowApi, allow: '={{ $json.allow }}' } },
		items: itemsOf(
			{ key: 'key_1', allow: 'reading', task: 1 },
			{ key: 'key_2', allow: 'everything', task: 2 },
		),
	});
	expect(output.map(({ json }) => json.advice)).toEqual([
		expect.stringMatching(/^The credential of this dry run is read-only\./),
		null,
	]);
});

describe('a launch whose form cannot be read', () => {
	const launch = async (status: number) => {
		const server = await serve((response) =>
			sendJson(response, status, { detail: 'No such workflow' }),
		);
		return await runNode({
			parameters: parametersOf('workflow.initiate', {
				workflowId: byId('wf_1'),
				specifyVariables: 'form',
				variables: { mappingMode: 'defineBelow', value: { party: 'A' }, schema: [] },
				dryRun: true,
			}),
			credentials: keyCredential(server.url, 'key_1'),
		});
	};

	it('since there is no such workflow, would fail', async () => {
		const { error, output } = await launch(404);
		expect(error).toBeUndefined();
		expect(output[0]?.json).toMatchObject({ verdict: 'would_fail' });
	});

	it.each([401, 500])('since the service answers %d, is not planned', async (status) => {
		const { error, output } = await launch(status);
		expect(error).toBeDefined();
		expect(output).toEqual([]);
	});
});

it('a tool that n8n may run twice is refused in a dry run as well', async () => {
	const { plans, error } = await plan(operationNamed('task.approve'), { asTool: true, tries: 2 });
	expect(error?.message).toMatch(/^"Approve or Reject" cannot be a tool while "Retry On Fail" is/);
	expect(plans).toEqual([]);
});

const signatureRun = { step_run_id: 'run_1', step_id: 'sign', step_type: 'signature' };
const noSuchRun =
	'The task has no signature step run run_1, so the service may refuse this request.';
const done = { current_step_id: null, current_step_name: null, current_step_type: null };
it.each<[string, object, string, string | null]>([
	[
		'approve',
		{ current_step_type: 'signature' },
		'would_fail',
		'The task is not at an approval step: its step finance_approval has the type signature',
	],
	['approve', done, 'would_fail', 'The task has no current step, so it is not at an approval step'],
	['approve', { status: 'rejected' }, 'would_fail', 'The task is rejected, so it has no open step'],
	[
		'approve',
		{ current_step_type: 'legal sign-off' },
		'would_send',
		'The service refuses this request unless the task is at an approval step. It is not known if a step of type legal sign-off is an approval step.',
	],
	[
		'uploadSignedDocument',
		{ current_step_type: 'approval' },
		'would_fail',
		'The task is not at a signature step: its step finance_approval has the type approval',
	],
	[
		'uploadSignedDocument',
		{ current_step_type: 'signature', step_runs: [signatureRun] },
		'would_send',
		null,
	],
	[
		'uploadSignedDocument',
		{ current_step_type: 'signature', step_runs: [{ ...signatureRun, step_run_id: 'run_8' }] },
		'would_send',
		noSuchRun,
	],
	[
		'uploadSignedDocument',
		{ current_step_type: 'signature', step_runs: [{ ...signatureRun, step_type: 'wet ink' }] },
		'would_send',
		null,
	],
	['uploadSignedDocument', { current_step_type: 'signature', step_runs: null }, 'would_send', null],
	['comment', done, 'would_send', null],
])('%s of a task at %j: %s', async (name, current, verdict, reason) => {
	const { plans } = await plan(operationNamed(`task.${name}`), { current });
	expect(plans[0]).toMatchObject({ verdict, reason });
});

it('where the service would refuse a decision, If the Task Has Moved: Skip skips', async () => {
	const { plans } = await plan(operationNamed('task.approve'), {
		current: done,
		more: { decideIf: 'notMoved', ifMoved: 'skip' },
	});
	expect(plans[0]).toMatchObject({ verdict: 'would_skip', advice: null });
});

describe('Dry Run', () => {
	const approve = parametersOf('task.approve', {
		taskId: byId('={{ $json.id ?? 1 }}'),
		decideIf: 'always',
	});
	const run = async (choices: INodeParameters, ...items: IDataObject[]) => {
		const server = await serviceAt();
		const result = await runNode({
			parameters: { ...approve, ...choices },
			credentials: keyCredential(server.url, 'key_1'),
			items: itemsOf(...(items.length > 0 ? items : [{}])),
		});
		return { ...result, lines: server.requests.map(({ line }) => line) };
	};

	it.each<[string, INodeParameters, IDataObject[], string]>([
		[
			'that an expression leaves blank',
			{ dryRun: '={{ $json.none }}' },
			[{}],
			'"Dry Run" must be true or false, not nothing',
		],
		[
			'that is a word',
			{ dryRun: '={{ "yes" }}' },
			[{}],
			'"Dry Run" must be true or false, not yes',
		],
		[
			'that is a list',
			{ dryRun: '={{ [true] }}' },
			[{}],
			'"Dry Run" must be true or false, not [true]',
		],
		[
			'that items differ in',
			{ dryRun: '={{ $json.dry }}' },
			[
				{ id: 1, dry: true },
				{ id: 2, dry: true },
				{ id: 3, dry: false },
			],
			'"Dry Run" must be the same for all items, but is true for item 0 and false for item 2',
		],
	])('%s stops the run before anything is sent', async (_name, options, items, message) => {
		const { error, lines } = await run(options, ...items);
		expect(error?.message).toBe(message);
		expect(lines).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['an expression', { dryRun: '={{ $json.dry }}' }],
		['an expression that gives text', { dryRun: '={{ String($json.dry) }}' }],
	])('may be %s', async (_name, options) => {
		const dry = await run(options, { id: 1, dry: true }, { id: 2, dry: true });
		expect(dry.error).toBeUndefined();
		expect(dry.lines.filter((line) => line !== whoseKey)).toEqual(['GET /tasks/1', 'GET /tasks/2']);
		const real = await run(options, { id: 1, dry: false });
		expect(real.lines).toContain('POST /tasks/1/approve');
	});

	it('that is switched off sends', async () => {
		expect((await run({ dryRun: false })).lines).toContain('POST /tasks/1/approve');
	});

	it('of an operation that reads changes nothing', async () => {
		const { output } = await plan(operationNamed('task.get'));
		expect(output[0]?.json).toMatchObject({ task_id: 1, status: 'in_progress' });
	});
});

it('a file is its name and size', async () => {
	const bytes = Buffer.alloc(1_000_003, 'contract ');
	const binary = { data: await storeFile(bytes, 'a.pdf', 'application/pdf') };
	const { plans, saved } = await plan(operationNamed('task.addAttachments'), {
		items: [{ json: {}, binary }],
	});
	expect(plans[0]?.request).toMatchObject({
		body: { files: [{ filename: 'a.pdf', base64_content: { size: 1_000_003 } }] },
	});
	expect(JSON.stringify(plans)).not.toContain(bytes.toString('base64').slice(0, 60));
	expect(saved).not.toContain('key_1');
});
