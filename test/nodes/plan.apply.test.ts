import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { IBinaryKeyData, IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import type { ServedRequest } from '../support/answeringServer';
import { sendJson, serverPool, whoseKey } from '../support/answeringServer';
import { runNode, storeFile } from '../support/n8nCore';
import { operationNamed, schemaOf, task } from '../support/operations.table';
import type { Stage } from '../support/stage';
import { byId, itemsOf, keyCredential, parametersOf, startStage } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

/** A service with tasks at a step, which others may move. */
let current: {
	current_step_id: string | null;
	status: string;
	updated_at: string;
	task_title?: string;
	step_runs?: object[] | null;
};
let organization: object;
let organizationStatus: number;
let answerDecision: (request: ServedRequest) => readonly [number, unknown];
beforeEach(() => {
	organization = operationNamed('organization.get').answer;
	organizationStatus = 200;
	current = {
		current_step_id: 'finance_approval',
		status: task.status,
		updated_at: task.updated_at,
	};
	answerDecision = ({ line, body }) => {
		const { approved } = JSON.parse(body) as { readonly approved: boolean };
		return [
			200,
			{ task_id: Number(line.split('/')[2]), status: 'in_progress', approved, message: '' },
		];
	};
});

const schema = schemaOf('wf_1', { note: 'text', sum: 'number', draft: 'file' });

const service = async () =>
	await serve((response, request) => {
		const id = Number(request.line.split('/')[2]);
		if (request.line.startsWith('POST')) sendJson(response, ...answerDecision(request));
		else if (request.line.endsWith('/org-info'))
			sendJson(response, organizationStatus, organization);
		else if (request.line.endsWith('/schema')) sendJson(response, 200, { workflow_schema: schema });
		else sendJson(response, 200, { task: { ...task, ...current, task_id: id } });
	});

const decision = {
	taskId: byId('={{ $json.id ?? $json.task_id ?? 1 }}'),
	comment: '={{ $json.comment ?? "Fine" }}',
};
const userEmail = 'a@example.com';

/** Runs Approve or Reject at the service. */
const decide = async (
	more: INodeParameters,
	items: IDataObject[] = [{}],
	{ allow, ...run }: { onError?: OnError; tries?: number; allow?: string } = {},
) => {
	const server = await service();
	const { contractWorkflowApi } = keyCredential(server.url, 'key_1');
	const result = await runNode({
		parameters: parametersOf('task.approve', {
			...decision,
			...more,
			additionalFields: { userEmail, ...(more.additionalFields as INodeParameters) },
		}),
		credentials: { contractWorkflowApi: { ...contractWorkflowApi, ...(allow && { allow }) } },
		items: itemsOf(...items),
		...run,
	});
	// Whose the key is, is asked besides, once for each address in a process.
	const lines = server.requests.map(({ line }) => line).filter((line) => line !== whoseKey);
	return { ...result, lines };
};

/** Plans a decision, and gives its plans. */
const planned = async (more: INodeParameters = {}, items?: IDataObject[]) => {
	const { output, error, lines } = await decide({ ...more, dryRun: true }, items);
	expect(error).toBeUndefined();
	expect(lines.filter((line) => line.startsWith('POST'))).toEqual([]);
	return output.map(({ json }) => json);
};

const applying = (applyPlan: string, more: INodeParameters = {}) => ({
	additionalFields: { applyPlan, ...more },
});
const asPlanned = applying('={{ $json.plan }}');
/** A decision by its plan with something else in its fields. */
const withPlan = (more: INodeParameters) => ({
	...more,
	...applying('={{ $json.plan }}', more.additionalFields as INodeParameters),
});
const strictly = applying('={{ $json.plan }}', { skipIfUpdated: true });
const look = 'GET /tasks/1';
const decided = 'POST /tasks/1/approve';

it('a task of another organization with the same ID is not decided', async () => {
	const [plan = {}] = await planned();
	organization = { ...organization, org_name: 'Another' };
	const { lines, error } = await decide(asPlanned, [{ plan }]);
	expect(error?.message).toBe(
		'"Apply a Plan" is for a task of the organization A, but the API key is of Another',
	);
	expect(lines).toEqual([]);
});

it.each([401, 404])('a key whose organization is unknown (%d) makes no plan', async (status) => {
	const [plan = {}] = await planned();
	organizationStatus = status;
	const { output, error, lines } = await decide({ dryRun: true, ...asPlanned }, [
		{ plan },
		{ plan },
	]);
	expect(output).toEqual([]);
	expect(error?.description).toContain('The node asked which organization the API key belongs to.');
	expect(lines).toEqual([]);
});

it.each<[string, (plan: IDataObject) => unknown, string]>([
	['the item', (plan) => plan, '={{ $json.plan }}'],
	['its JSON', (plan) => JSON.stringify(plan), '={{ $json.plan }}'],
	['what a tool tells of it', (plan) => JSON.stringify([plan]), '={{ $json.plan }}'],
	['its JSON within a text', (plan) => plan, '={{ JSON.stringify($json.plan, null, 2) }}'],
])(
	'a task that has not moved is decided by %s, after a look at it',
	async (_name, given, applyPlan) => {
		const [plan = {}] = await planned();
		const { output, lines, error } = await decide(applying(applyPlan), [
			{ plan: given(plan) as IDataObject },
		]);
		expect(error).toBeUndefined();
		expect(output[0]?.json).toMatchObject({ task_id: 1, approved: true });
		expect(lines).toEqual([look, decided]);
	},
);

it('the item itself is what {{ $json }} gives behind the dry run', async () => {
	const [plan = {}] = await planned();
	const { lines } = await decide(applying('={{ $json }}'), [plan]);
	expect(lines).toEqual([look, decided]);
});

describe('behind its own dry run, without "Apply a Plan"', () => {
	it('a decision is held to where the task was', async () => {
		const [plan = {}] = await planned();
		expect((await decide({}, [plan])).lines).toEqual([look, decided]);
		current.current_step_id = 'legal_approval';
		const { output, lines, error } = await decide({}, [plan]);
		expect(error).toBeUndefined();
		expect(output[0]?.json).toMatchObject({
			skipped: true,
			reason:
				'The task has moved from step finance_approval to step legal_approval since the plan was made, so it was not decided.',
		});
		expect(lines).toEqual([look]);
	});

	it('its other fields may differ from the plan', async () => {
		const [plan = {}] = await planned();
		const { error, lines } = await decide({ comment: 'Fine, after all' }, [plan]);
		expect(error).toBeUndefined();
		expect(lines).toEqual([look, decided]);
	});

	it.each<[string, INodeParameters, (plan: IDataObject) => IDataObject]>([
		['of another decision', { decision: 'reject' }, (plan) => plan],
		['of another task', { taskId: byId('2') }, (plan) => plan],
		['that was changed', {}, (plan) => ({ ...plan, reason: 'Looked fine' })],
		['of a task that cannot be decided', {}, (plan) => ({ ...plan, verdict: 'would_fail' })],
		['without its digest', {}, ({ plan_sha256, ...plan }) => ({ ...plan, was: plan_sha256 })],
		['that is empty', {}, () => ({ dry_run: true })],
	])('a plan %s holds nothing', async (_name, more, change) => {
		const [plan = {}] = await planned();
		current.current_step_id = 'legal_approval';
		const { error, lines } = await decide(more, [change(plan)]);
		expect(error).toBeUndefined();
		expect(lines).toEqual([expect.stringMatching(/^POST /)]);
	});
});

describe('with a credential that allows reading only', () => {
	const dry = { dryRun: true };

	it('a decision is planned as if it might write, which the plan and the hint say', async () => {
		const { output, saved, lines } = await decide(dry, [{}, {}], { allow: 'reading' });
		const [withIt, full] = [output[0]?.json, (await planned())[0]];
		expect({ ...withIt, advice: null }).toEqual(full);
		expect(withIt).toMatchObject({
			verdict: 'would_send',
			reason: null,
			advice:
				'The credential of this dry run is read-only. To apply the plan, use a credential with the permissions Read and Write.',
		});
		expect(saved).toContain(
			'The credential is read-only, so it cannot apply these plans. They show the result with the permissions Read and Write.',
		);
		expect(lines).toEqual([look]);
	});

	it('what is planned is applied with another one, never with it', async () => {
		const { output } = await decide(dry, [{}], { allow: 'reading' });
		const plan = output[0]?.json;
		const refused = await decide(asPlanned, [{ plan }], { allow: 'reading' });
		expect(refused.error?.message).toBe('The credential is read-only');
		expect(refused.lines).toEqual([]);
		const { error, lines } = await decide(asPlanned, [{ plan }], { allow: 'everything' });
		expect(error).toBeUndefined();
		expect(lines).toEqual([look, decided]);
	});
});

describe.each(['fail', 'skip'])('with If Already Decided: %s', (ifAlreadyDecided) => {
	it.each([
		['at another step', 'legal_approval', 'step legal_approval'],
		['at none', null, 'no step'],
	])('a task that is %s by now is skipped with the reason', async (_name, step, where) => {
		const [plan = {}] = await planned();
		current.current_step_id = step;
		const { output, lines, error } = await decide({ ...asPlanned, ifAlreadyDecided }, [{ plan }]);
		expect(error).toBeUndefined();
		expect(output[0]?.json).toMatchObject({
			skipped: true,
			reason: `The task has moved from step finance_approval to ${where} since the plan was made, so it was not decided.`,
			task_id: 1,
			step_id: step,
		});
		expect(lines).toEqual([look]);
	});

	it('a task that came to the same step again is skipped, too', async () => {
		const [first, second] = [{ step_run_id: 'run_1' }, { step_run_id: 'run_2' }];
		current.step_runs = [first, second];
		const [plan = {}] = await planned();
		current.step_runs = [second, first, null as never];
		expect((await decide({ ...asPlanned, ifAlreadyDecided }, [{ plan }])).lines).toHaveLength(2);
		const others = [[first], [first, second, { step_run_id: 'run_3' }], [], null];
		for (const runs of others) {
			current.step_runs = runs;
			const { output, lines } = await decide({ ...asPlanned, ifAlreadyDecided }, [{ plan }]);
			expect(output[0]?.json).toMatchObject({
				skipped: true,
				reason:
					'The step runs of the task have changed since the plan was made, so it was not decided.',
			});
			expect(lines).toEqual([look]);
		}
	});

	it('a task whose status is another by now is skipped, too', async () => {
		const [plan = {}] = await planned();
		current.status = 'on_hold';
		const { output, lines } = await decide({ ...asPlanned, ifAlreadyDecided }, [{ plan }]);
		expect(output[0]?.json).toMatchObject({
			skipped: true,
			reason:
				'The status of the task has changed from in_progress to on_hold since the plan was made, so it was not decided.',
		});
		expect(lines).toEqual([look]);
	});

	it('a refusal of the service after the look is what it is without a plan', async () => {
		const [plan = {}] = await planned();
		answerDecision = () => [409, { detail: 'Already decided' }];
		const { output, error, lines } = await decide({ ...asPlanned, ifAlreadyDecided }, [{ plan }]);
		expect(lines).toEqual([look, decided]);
		if (ifAlreadyDecided === 'skip') {
			expect(output[0]?.json).toMatchObject({
				...{ task_id: 1, task_title: task.task_title, step_id: task.current_step_id },
				...{ skipped: true, reason: 'Already decided' },
			});
		} else
			expect(error?.message).toBe(
				'Task 1 can\'t be approved: it is in progress at "Finance approval"',
			);
	});
});

it('a task that was updated and has not moved is decided, or skipped where that is chosen', async () => {
	const [plan = {}] = await planned();
	current.updated_at = '2026-01-07T00:00:00.000Z';
	expect((await decide(asPlanned, [{ plan }])).lines).toEqual([look, decided]);
	const strict = await decide(strictly, [{ plan }]);
	expect(strict.lines).toEqual([look]);
	expect(strict.output[0]?.json).toMatchObject({
		skipped: true,
		reason:
			'The updated_at of the task has changed from 2026-01-06T10:11:12.000Z to 2026-01-07T00:00:00.000Z since the plan was made, so it was not decided.',
	});
	current.updated_at = task.updated_at;
	const same = await decide(strictly, [{ plan }]);
	expect(same.lines).toEqual([look, decided]);
});

it.each<[string, string]>([
	['nothing', '={{ $json.missing }}'],
	['null', '={{ null }}'],
	['an empty text', '={{ "" }}'],
	['blanks', '={{ "  " }}'],
	['blanks that were typed', '  '],
])(
	'%s in the place of a plan is an error, never a decision without one',
	async (_name, applyPlan) => {
		const { error, lines } = await decide(applying(applyPlan));
		expect(error?.message).toBe('"Apply a Plan" was added, but is empty');
		expect(lines).toEqual([]);
	},
);

const isNoPlan = /^"Apply a Plan" must be a plan, not /;
const isChanged = /^"Apply a Plan" was changed after the dry run$/;
const taskIn = (plan: IDataObject) => plan.task as IDataObject;
const requestIn = (plan: IDataObject) => plan.request as IDataObject;
const changes: ReadonlyArray<readonly [string, (plan: IDataObject) => unknown, RegExp]> = [
	['a word', () => 'yes', isNoPlan],
	['a number', () => 5, isNoPlan],
	['false', () => false, isNoPlan],
	['an empty object', () => ({}), isNoPlan],
	['a list of plans', (plan) => [plan, plan], isNoPlan],
	['the JSON of a list of them', (plan) => JSON.stringify([plan, plan]), isNoPlan],
	['an empty list', () => [], /^"Apply a Plan" was added, but is empty/],
	['half of its JSON', (plan) => JSON.stringify(plan).slice(0, -9), isNoPlan],
	['the text that n8n makes of an object', (plan) => String(plan), isNoPlan],
	['an output item', () => ({ task_id: 1, approved: true }), isNoPlan],
	['a plan with another verdict', (plan) => ({ ...plan, verdict: 'yes' }), isNoPlan],
	['one that is not dry', (plan) => ({ ...plan, dry_run: 'true' }), isNoPlan],
	...['would_skip', 'would_fail'].map(
		(verdict) =>
			[
				`one that was made ${verdict}`,
				(plan: IDataObject) => ({ ...plan, verdict }),
				isChanged,
			] as const,
	),
	['one with a reason', (plan) => ({ ...plan, reason: 'Fine' }), isChanged],
	['one for another task', (plan) => ({ ...plan, task_id: 2 }), isChanged],
	['one for no task', (plan) => ({ ...plan, task_id: undefined }), isChanged],
	['one of another decision', (plan) => ({ ...plan, decision: 'reject' }), isChanged],
	['one of another operation', (plan) => ({ ...plan, operation: 'comment' }), isChanged],
	['one of another resource', (plan) => ({ ...plan, resource: 'group' }), isChanged],
	['one without a task', (plan) => ({ ...plan, task: null }), isChanged],
	...[
		'task_id',
		'task_title',
		'status',
		'current_step_id',
		'current_step_name',
		'current_step_type',
		'updated_at',
		'step_run_ids',
	].flatMap((field) => [
		[
			`one whose task has another ${field}`,
			(plan: IDataObject) => ({ ...plan, task: { ...taskIn(plan), [field]: ['x'] } }),
			isChanged,
		] as const,
		[
			`one whose task lacks ${field}`,
			(plan: IDataObject) => ({ ...plan, task: { ...taskIn(plan), [field]: undefined } }),
			isChanged,
		] as const,
	]),
	['one without a request', (plan) => ({ ...plan, request: undefined }), isChanged],
	[
		'one with another path',
		(plan) => ({ ...plan, request: { ...requestIn(plan), path: '/tasks/1/comment' } }),
		isChanged,
	],
	['one without a digest', (plan) => ({ ...plan, plan_sha256: null }), isChanged],
];
it.each(changes)('%s stops the run before anything is sent', async (_name, change, message) => {
	const [plan = {}] = await planned();
	const { error, lines } = await decide(asPlanned, [{ plan: change(plan) as IDataObject }]);
	expect(error?.message).toMatch(message);
	expect(lines).toEqual([]);
});

it.each<[string, INodeParameters, string]>([
	['the decision', { decision: 'reject' }, '"Decision" differs from the plan'],
	['the comment', { comment: 'No' }, '"Comment" differs from the plan'],
	['a comment that is gone', { comment: '' }, '"Comment" differs from the plan'],
	[
		'whose it is',
		{ additionalFields: { userEmail: 'b@example.com' } },
		'"User Email" differs from the plan',
	],
	[
		'two fields',
		{ comment: '', additionalFields: { userEmail: 'b@example.com' } },
		'"Comment", "User Email" differ from the plan',
	],
])('%s other than planned stops the run, and is named', async (_name, more, message) => {
	const [plan = {}] = await planned();
	const { error, lines } = await decide(withPlan(more), [{ plan }]);
	expect(error?.message).toBe(message);
	expect(error?.description).toMatch(
		/^Nothing was sent\. Set the fields to the values in "request" of the plan/,
	);
	expect(lines).toEqual([]);
});

it('the plan for another task, or of another operation, stops the run as what it is', async () => {
	const [plan = {}] = await planned({}, [{ id: 2 }]);
	const ofOther = await decide({ ...asPlanned, taskId: byId('1') }, [{ plan }]);
	expect(ofOther.error?.message).toBe('"Apply a Plan" is a plan for task 2, not for task 1');
	const server = await service();
	const { output } = await runNode({
		parameters: {
			...operationNamed('task.comment').parameters,
			dryRun: true,
		},
		credentials: keyCredential(server.url, 'key_1'),
		items: itemsOf({ task: 1 }),
	});
	const ofComment = await decide(asPlanned, [{ plan: output[0]?.json }]);
	expect(ofComment.error?.message).toBe(
		'"Apply a Plan" is a plan for a different operation: task comment',
	);
	expect([...ofOther.lines, ...ofComment.lines]).toEqual([]);
});

it.each<[string, (plan: IDataObject) => IDataObject]>([
	['an ID that became text', (plan) => ({ ...plan, task_id: '1' })],
	['an empty text for null', (plan) => ({ ...plan, reason: '', advice: '' })],
	['columns of its own', (plan) => ({ id: 7, ...plan, row: 3, requests: null })],
	[
		'its names in another order',
		(plan) => {
			const turned = (value: object) => Object.fromEntries(Object.entries(value).reverse());
			return turned({ ...plan, task: turned(taskIn(plan)), request: turned(requestIn(plan)) });
		},
	],
])('a plan that a table gives back with %s is still the plan', async (_name, change) => {
	const [plan = {}] = await planned();
	const { error, lines } = await decide(asPlanned, [{ plan: change(plan) }]);
	expect(error).toBeUndefined();
	expect(lines).toEqual([look, decided]);
});

it('a plan that was not to be sent cannot be made one that is', async () => {
	const [plan = {}] = await planned({ onlyIfCurrentStepIs: byId('legal') });
	expect(plan.verdict).toBe('would_fail');
	const { error, lines } = await decide(asPlanned, [{ plan: { ...plan, verdict: 'would_send' } }]);
	expect(error?.message).toMatch(isChanged);
	expect(lines).toEqual([]);
});

it('a plan of a task whose step the service did not tell is not applied', async () => {
	current.current_step_id = null;
	const [plan = {}] = await planned();
	expect(plan.verdict).toBe('would_send');
	const { error, lines } = await decide(asPlanned, [{ plan }]);
	expect(error?.message).toBe('"Apply a Plan" does not contain the step of the task');
	expect(lines).toEqual([]);
});

const variable = (more: INodeParameters) => ({
	additionalFields: { variablesJson: { note: 'x', ...more } },
});

it('a variable other than planned is named by its row', async () => {
	const [plan = {}] = await planned(variable({ sum: '1' }));
	const { error } = await decide(withPlan(variable({ sum: '2' })), [{ plan }]);
	expect(error?.message).toBe('"Variables" 2 "Value" differs from the plan');
});

it('a file other than planned is named, the same bytes from elsewhere are not', async () => {
	const stored = async (text: string) => ({
		data: await storeFile(Buffer.from(text), 'a.pdf', 'application/pdf'),
	});
	const inMemory = {
		data: {
			data: Buffer.from('one').toString('base64'),
			fileName: 'a.pdf',
			mimeType: 'application/pdf',
		},
	};
	const row = { draft: 'data' };
	const server = await service();
	const run = async (more: INodeParameters, binary: IBinaryKeyData, plan?: IDataObject) =>
		await runNode({
			parameters: parametersOf('task.approve', { ...decision, ...variable(row), ...more }),
			credentials: keyCredential(server.url, 'key_1'),
			items: [{ json: { plan }, binary }],
		});
	const { output } = await run({ dryRun: true }, await stored('one'));
	const { json: plan = {}, binary } = output[0] ?? {};
	expect(plan.verdict).toBe('would_send');
	expect(binary?.data?.fileName).toBe('a.pdf');
	const other = await run(withPlan(variable(row)), await stored('two'), plan);
	expect(other.error?.message).toMatch(
		/^"Variables" 2 "Input Data Field Name" differs from the plan/,
	);
	const writes = () => server.requests.filter(({ line }) => line.startsWith('POST'));
	expect(writes()).toEqual([]);
	expect((await run(withPlan(variable(row)), inMemory, plan)).error).toBeUndefined();
	expect(writes()).toHaveLength(1);
});

it('one item that is not as planned holds up all, unless the node goes on', async () => {
	const plans = await planned({}, [{ id: 1 }, { id: 2 }]);
	const items = plans.map((plan, index) => ({
		plan,
		id: index + 1,
		comment: index === 1 ? 'No' : 'Fine',
	}));
	const stopped = await decide(asPlanned, items);
	expect(stopped.error?.message).toBe('"Comment" differs from the plan');
	expect(stopped.lines).toEqual([]);
	const goesOn = await decide(asPlanned, items, { onError: 'continueErrorOutput' });
	expect(goesOn.output.map(({ json }) => json.task_id)).toEqual([1]);
	expect(goesOn.errorOutput[0]?.json.error).toMatchObject({
		message: '"Comment" differs from the plan',
	});
	expect(goesOn.lines).toEqual([look, decided]);
});

it.each([
	[
		'skip',
		{ ifAlreadyDecided: 'skip' },
		'According to the plan, the task would be skipped: Task 1 is at step finance_approval, not at step legal',
	],
	[
		'fail',
		{},
		'According to the plan, the task would fail: Task 1 is at step finance_approval, not at step legal',
	],
])(
	'what the plan says would %s is skipped with its reason, and not asked for',
	async (_name, more, reason) => {
		const [plan = {}] = await planned({ onlyIfCurrentStepIs: byId('legal'), ...more });
		const { output, lines, error, saved } = await decide(asPlanned, [{ plan }]);
		expect(error).toBeUndefined();
		expect(output[0]?.json).toMatchObject({ task_id: 1, skipped: true, reason, step_id: null });
		expect(lines).toEqual([]);
		expect(saved).toContain('1 item was skipped. See the reason in each item.');
	},
);

describe('together with Only If Current Step Is', () => {
	it('both must hold: the plan first, then the step by If Already Decided', async () => {
		const [plan = {}] = await planned();
		const there = { ...asPlanned, onlyIfCurrentStepIs: byId('finance_approval') };
		expect((await decide(there, [{ plan }])).lines).toEqual([look, decided]);
		const elsewhere = { ...asPlanned, onlyIfCurrentStepIs: byId('legal') };
		const failed = await decide(elsewhere, [{ plan }]);
		expect(failed.error?.message).toBe('Task 1 is at step finance_approval, not at step legal');
		expect(failed.lines).toEqual([look]);
		current.current_step_id = 'signature';
		const moved = await decide(there, [{ plan }]);
		expect(moved.output[0]?.json).toMatchObject({ skipped: true, step_id: 'signature' });
	});

	it('what is no step is an error, also where the task has moved', async () => {
		const [plan = {}] = await planned();
		current.current_step_id = 'legal_approval';
		const { error } = await decide(
			{ ...asPlanned, onlyIfCurrentStepIs: byId('Finance approval') },
			[{ plan }],
		);
		expect(error?.message).toContain('needs a step ID');
	});
});

it('the same plan twice in a run decides once', async () => {
	const [plan = {}] = await planned();
	answerDecision = () => {
		current.current_step_id = 'signature';
		return [200, { task_id: 1, status: 'in_progress', approved: true, message: '' }];
	};
	const { output, lines, error } = await decide(asPlanned, [{ plan }, { plan }]);
	expect(error).toBeUndefined();
	expect(output.map(({ json }) => json.skipped)).toEqual([false, true]);
	expect(lines).toEqual([look, decided, look]);
});

it('an unknown outcome is told with the standing, and not sent again by Retry On Fail', async () => {
	const [plan = {}] = await planned();
	answerDecision = () => [500, { detail: 'Broken' }];
	const { error, lines } = await decide(asPlanned, [{ plan }], { tries: 3 });
	expect(error?.message).toContain('Outcome unknown');
	expect(lines.filter((line) => line === decided)).toHaveLength(1);
});

it('a plan of a plan says what applying it would come to', async () => {
	const [plan = {}] = await planned();
	const again = async (more: INodeParameters = {}) =>
		(await planned({ ...asPlanned, ...more }, [{ plan }]))[0];
	expect(await again()).toMatchObject({ verdict: 'would_send', requests: 2 });
	expect(await again({ decision: 'reject' })).toMatchObject({
		verdict: 'would_fail',
		reason: '"Decision" differs from the plan',
	});
	current.current_step_id = 'signature';
	expect(await again()).toMatchObject({
		verdict: 'would_skip',
		reason: expect.stringMatching(/^The task has moved from .+ since the plan/),
	});
});

it('a plan of a plan that is not to be sent says so, and needs no request', async () => {
	const [plan = {}] = await planned({ onlyIfCurrentStepIs: byId('legal') });
	expect((await planned(asPlanned, [{ plan }]))[0]).toMatchObject({
		verdict: 'would_skip',
		reason:
			'According to the plan, the task would fail: Task 1 is at step finance_approval, not at step legal',
		advice: null,
		requests: 0,
	});
});

it('decisions that are held to a plan are not told to be unguarded', async () => {
	const plans = await planned({}, [{ id: 1 }, { id: 2 }]);
	const { saved } = await decide(
		{ ...asPlanned, taskId: byId('={{ $json.plan.task_id }}') },
		plans.map((plan) => ({ plan })),
	);
	expect(saved).not.toContain('have no step guard');
});

describe('a thousand planned decisions', () => {
	let stage: Stage;
	beforeEach(async () => {
		stage = await startStage({ tasks: 6_000, requestLogSize: 100_000 });
	});
	afterEach(() => stage.sandbox.stop());

	it('of which others move every tenth: those not moved are decided, the others explained', async () => {
		const ids: number[] = [];
		for (let offset = 0; ids.length < 1_000; offset += 200) {
			const { tasks } = await stage.ask('POST', '/tasks/list', { limit: 200, offset });
			const page = tasks as unknown as ReadonlyArray<typeof task>;
			expect(page.length).toBeGreaterThan(0);
			const waiting = page.filter(
				(one) => one.current_step_type === 'approval' && one.status !== 'on_hold',
			);
			ids.push(...waiting.map((one) => one.task_id));
		}
		ids.splice(1_000);
		const parameters = {
			taskId: byId('={{ $json.task_id }}'),
			decision: '={{ $json.task_id % 3 ? "approve" : "reject" }}',
		};
		const dry = await stage.run(
			'task.approve',
			{ ...parameters, dryRun: true },
			{
				items: itemsOf(...ids.map((task_id) => ({ task_id }))),
			},
		);
		expect(dry.error).toBeUndefined();
		expect(dry.output.map(({ json }) => json.verdict)).toEqual(ids.map(() => 'would_send'));
		expect(stage.received().filter(({ request }) => !request.startsWith('GET /'))).toEqual([]);
		const moved = new Set(ids.filter((_, index) => index % 10 === 3));
		for (const id of moved)
			await stage.ask('POST', `/tasks/${id}/approve`, { approved: id % 2 === 0 });
		const { output, error } = await stage.run(
			'task.approve',
			{ ...parameters, ...applying('={{ $json }}') },
			{ items: dry.output },
		);
		expect(error).toBeUndefined();
		const sent = stage
			.received()
			.flatMap(({ request }) => /^POST \/tasks\/(\d+)\/approve$/.exec(request)?.[1] ?? []);
		expect(sent.map(Number).sort()).toEqual(ids.filter((id) => !moved.has(id)).sort());
		expect(output).toHaveLength(1_000);
		for (const [index, { json, pairedItem }] of output.entries()) {
			const id = ids[index] ?? 0;
			expect(pairedItem).toEqual({ item: index });
			expect(json).toMatchObject(
				moved.has(id)
					? {
							task_id: id,
							skipped: true,
							reason: expect.stringMatching(
								/(has moved from|has changed from|have changed).* since the plan/,
							),
						}
					: { task_id: id, approved: id % 3 > 0 },
			);
		}
	});
});
