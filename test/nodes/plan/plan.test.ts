import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../../support/n8nCore';
import { storeFile } from '../../support/n8nCore';
import { operationNamed, operations, task } from '../../support/operations.table';
import { byId } from '../../support/stage';
import type { Answers } from '../table';
import { runAt } from '../table';

/** All that write but the one that takes a single item, whose link is another one in each run. */
const writes = operations.filter(({ kind, oneItem }) => kind !== 'R' && !oneItem);
const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };

/** A service with tasks at a step of this type. The ID of one that it refuses is its status. */
const serviceAt =
	(current: object = {}): Answers =>
	({ line }) => {
		const id = Number(/^GET \/tasks\/(\d+)$/.exec(line)?.[1] ?? NaN);
		if (id >= 400 && id < 600) return [id, { detail: 'Task not found' }];
		if (id) return [200, { task: { ...task, ...current, task_id: id } }];
		return line.startsWith('GET /users')
			? undefined
			: [200, operationNamed('workflow.initiate').answer];
	};

interface Planned extends Partial<NodeRun> {
	readonly current?: object;
	readonly more?: INodeParameters;
	readonly tasks?: readonly IDataObject[];
}

/** Runs an operation dry, for two tasks if no others are given. */
const plan = async (
	name: string,
	{ current, more, tasks = [{ task: 1 }, { task: 2 }], ...run }: Planned = {},
) => {
	const at = name === 'task.uploadSignedDocument' ? { current_step_type: 'signature' } : {};
	const items = tasks.map((json) => ({ json, binary: { data: file } }));
	const result = await runAt(serviceAt({ ...at, ...current }), name, {
		given: { ...operationNamed(name).given, dryRun: true, ...more },
		run: { items, ...run },
	});
	// The schema of a launch is asked for besides.
	return { ...result, sent: result.sent.filter((line) => !line.endsWith('/schema')) };
};
const writing = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('GET'));
const verdicts = (plans: readonly IDataObject[]) => plans.map(({ verdict }) => verdict);

it.each(writes)('a dry run of $name sends nothing, and shows the request', async (row) => {
	const { sent, json, error } = await plan(row.name);
	expect(error).toBeUndefined();
	expect(verdicts(json)).toEqual(['would_send', 'would_send']);
	expect(writing(sent)).toEqual([]);
	const { requests } = await runAt(() => [200, row.answer], row.name, {
		given: row.given,
		run: { items: [{ json: { task: 1 }, binary: { data: file } }] },
	});
	const real = requests.at(-1);
	const [method, path] = real?.line.split(' ') ?? [];
	const body: unknown = JSON.parse(real?.body || 'null', (name, value: unknown) =>
		name === 'base64_content' ? { size: 1 } : value,
	);
	const request = { method, path, ...(body !== null && { body }) };
	expect(json[0]?.request).toBe(JSON.stringify(request));
});

it('a dry run of a question neither posts it nor waits', async () => {
	const { sent, json, saved } = await plan('task.sendAndWait', { tasks: [{ task: 1 }] });
	expect(json).toMatchObject([{ dry_run: true, verdict: 'would_send' }]);
	expect(writing(sent)).toEqual([]);
	expect(JSON.parse(saved)).not.toHaveProperty('waitTill');
});

it.each<[string, Partial<NodeRun>]>([
	['where it goes on after errors', { onError: 'continueRegularOutput' }],
	['with Retry On Fail', { tries: 3 }],
	['in a loop', { rounds: 3 }],
])('a dry run sends nothing that writes %s', async (_way, run) => {
	const { sent, json } = await plan('task.approve', run);
	expect(json).toHaveLength(2);
	expect(writing(sent)).toEqual([]);
});

it('a plan is a flat row of a table, paired with its item', async () => {
	const more = { decision: 'reject', comment: 'No' };
	const { output, sent } = await plan('task.approve', { more });
	const row = {
		verdict: 'would_send',
		task_id: 1,
		task_title: 'Supply agreement',
		current_step_name: 'Finance approval',
		decision: 'reject',
		comment: 'No',
		reason: null,
		advice: null,
		updated_at: '2026-01-06T10:11:12.000Z',
		task_url: null,
		current_step_id: 'finance_approval',
		current_step_run_id: null,
		workflow_state_id: 'state_1',
		resource: 'task',
		operation: 'approve',
		dry_run: true,
		request: '{"method":"POST","path":"/tasks/1/approve","body":{"approved":false,"comment":"No"}}',
	};
	expect(output[0]).toEqual({ json: row, binary: { data: file }, pairedItem: { item: 0 } });
	expect(Object.keys(output[0]?.json ?? {})).toEqual(Object.keys(row));
	expect(output[1]?.pairedItem).toEqual({ item: 1 });
	expect([...sent].sort()).toEqual(['GET /tasks/1', 'GET /tasks/2']);
});

it('a task is looked at once for all items that share it, however its ID is written', async () => {
	const tasks = [{ task: 1 }, { task: '01' }, { task: 404 }, { task: '404' }];
	const { json, sent } = await plan('task.comment', { tasks });
	expect(verdicts(json)).toEqual(['would_send', 'would_send', 'would_fail', 'would_fail']);
	expect([...sent].sort()).toEqual(['GET /tasks/1', 'GET /tasks/404']);
});

it('what is wrong with an item is its plan, in the words of the error, and the others are planned', async () => {
	const tasks = [
		{ task: 'x' },
		{ task: 1, user: 'nobody' },
		{ task: 404 },
		{ task: 2 },
		{ task: 2 },
	];
	const more = { additionalFields: { userEmail: '={{ $json.user ?? "a@example.com" }}' } };
	const { json, sent, error } = await plan('task.approve', { tasks, more });
	expect(error).toBeUndefined();
	expect(json.map(({ verdict, reason }) => [verdict, reason])).toEqual([
		['would_fail', '"Task" must be a whole number, not x'],
		['would_fail', expect.stringMatching(/^"User Email" /)],
		['would_fail', 'Task 404 was not found'],
		['would_send', null],
		['would_fail', expect.stringMatching(/^"Task" 2 is decided twice in this run/)],
	]);
	expect(json[0]).toMatchObject({
		advice: 'Nothing was sent. Correct the field and run again.',
		task_id: null,
		current_step_id: null,
		request: null,
	});
	expect(json[2]?.advice).toContain('Task not found');
	expect([...sent].sort()).toEqual(['GET /tasks/2', 'GET /tasks/404']);
});

const oneByOne = { options: { maxParallel: 1 } };

it.each([400, 401, 403, 422])(
	'a task that answers %d says nothing of its item: no other one is looked at',
	async (status) => {
		const tasks = [{ task: 1 }, { task: status }, { task: 2 }];
		const { error, sent, json } = await plan('task.comment', { tasks, more: oneByOne });
		expect(error?.description).toContain('The service says: Task not found.');
		expect(sent).toEqual(['GET /tasks/1', `GET /tasks/${status}`]);
		expect(json).toEqual([]);
		const onError = 'continueRegularOutput';
		const { json: others } = await plan('task.comment', { tasks, onError });
		expect(others).toMatchObject([
			{ verdict: 'would_send', task_id: 1 },
			{ error: { status } },
			{ verdict: 'would_send', task_id: 2 },
		]);
	},
);

it('the hint above the plans counts what would happen', async () => {
	const step = byId('={{ $json.step ?? "legal" }}');
	const { json, hints } = await plan('task.approve', {
		tasks: [{ task: 'x' }, { task: 404 }, { task: 1 }, { task: 2, step: 'finance_approval' }],
		more: { decideIf: 'atStep', step, ifMoved: 'skip', ...oneByOne },
	});
	expect(verdicts(json)).toEqual(['would_fail', 'would_fail', 'would_skip', 'would_send']);
	expect(hints).toEqual([
		'Dry run: nothing was sent. Would send: 1, would skip: 1, would fail: 2.',
	]);
});

it.each([
	[404, ['would_fail']],
	[401, []],
	[501, []],
])('a launch whose form is answered with %d is planned as %j', async (status, expected) => {
	const variables = { mappingMode: 'defineBelow', value: { party: 'A' }, schema: [] };
	const given = { workflowId: byId('wf_1'), specifyVariables: 'form', variables, dryRun: true };
	const { error, json } = await runAt(
		() => [status, { detail: 'No such workflow' }],
		'workflow.initiate',
		{ given },
	);
	expect(verdicts(json)).toEqual(expected);
	expect(error === undefined).toBe(expected.length > 0);
});

const signature = { step_run_id: 'run_1', step_id: 'sign', step_type: 'signature' };
const signing = (run: object) => ({
	current_step_type: 'signature',
	step_runs: [{ ...signature, ...run }],
});
const done = { current_step_id: null, current_step_name: null, current_step_type: null };

it.each<[string, object, string, string | RegExp | null]>([
	[
		'approve',
		{ current_step_type: 'signature' },
		'would_fail',
		/^The task is at finance_approval, not at an approval/,
	],
	['approve', done, 'would_fail', /^The task is at no step, not at an approval step$/],
	['approve', { current_step_type: 'sign-off' }, 'would_send', null],
	['uploadSignedDocument', { current_step_type: 'approval' }, 'would_fail', /not at a signature/],
	['uploadSignedDocument', signing({}), 'would_send', null],
	['uploadSignedDocument', signing({ step_type: 'wet ink' }), 'would_send', null],
	['uploadSignedDocument', { step_runs: null }, 'would_send', null],
	['comment', done, 'would_send', null],
])('%s of a task at %j: %s', async (name, current, verdict, reason) => {
	const { json } = await plan(`task.${name}`, { current });
	const expected = reason && expect.stringMatching(reason);
	expect(json[0]).toMatchObject({ verdict, reason: expected, task_id: 1 });
});

it('where the service would refuse a decision, If the Task Has Moved: Skip skips', async () => {
	const more = { decideIf: 'notMoved', ifMoved: 'skip' };
	const { json } = await plan('task.approve', { current: done, more });
	expect(json[0]).toMatchObject({ verdict: 'would_skip', advice: null });
});

describe('Dry Run', () => {
	it.each<[string, string, unknown[], string]>([
		['left blank', '={{ $json.none }}', [true], 'is empty: its expression returned nothing'],
		['a word', '={{ "on" }}', [true], 'must be true or false, not on'],
		[
			'another one for each item',
			'={{ $json.dry }}',
			[true, true, false],
			'must be the same for all items, but is true for item 0 and false for item 2',
		],
	])('that is %s stops the run before anything is sent', async (_name, dryRun, all, message) => {
		const tasks = all.map((dry, index) => ({ task: index + 1, dry }) as IDataObject);
		const { error, sent } = await plan('task.approve', { tasks, more: { dryRun } });
		expect(error?.message).toBe(`"Dry Run" ${message}`);
		expect(sent).toEqual([]);
	});

	it.each(['={{ $json.dry }}', '={{ String($json.dry) }}'])('may be %s', async (dryRun) => {
		const ran = async (dry: boolean) =>
			(await plan('task.approve', { tasks: [{ task: 1, dry }], more: { dryRun } })).sent;
		expect(await ran(true)).toEqual(['GET /tasks/1']);
		expect(await ran(false)).toContain('POST /tasks/1/approve');
	});

	it('of an operation that reads changes nothing', async () => {
		const { json } = await plan('task.get');
		expect(json[0]).toMatchObject({ task_id: 1, status: 'in_progress' });
	});
});

it('a file is its name and size', async () => {
	const bytes = Buffer.alloc(1_000_003, 'contract ');
	const binary = { data: await storeFile(bytes, 'a.pdf', 'application/pdf') };
	const { json, saved } = await plan('task.addAttachments', { items: [{ json: {}, binary }] });
	expect(json[0]?.request).toContain(
		'"files":[{"filename":"a.pdf","base64_content":{"size":1000003}}]',
	);
	expect(JSON.stringify(json)).not.toContain(bytes.toString('base64').slice(0, 60));
	expect(saved).not.toContain('key_1');
});
