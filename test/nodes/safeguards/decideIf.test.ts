import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { NodeBefore } from '../../support/n8nHost';
import { byId } from '../../support/stage';
import type { Answers, Row } from '../table';
import { runRow, table } from '../table';

const run = (id: string, step: string, status = 'in_progress') => ({
	step_run_id: id,
	step_id: step,
	step_name: `${step} approval`,
	status,
});

/** Where the tasks are when they are reviewed. */
const legal = {
	task_title: 'Supply agreement',
	status: 'in_progress',
	workflow_state_id: 'state_1',
	current_step_id: 'legal',
	current_step_name: 'Legal approval',
	current_step_type: 'approval',
	updated_at: '2026-01-06T10:11:12.000Z',
	step_runs: [run('run_0', 'draft', 'completed'), run('run_1', 'legal')],
	variables: [],
};

/** What a simplified list shows of task 1. */
const row = {
	task_id: 1,
	task_title: 'Supply agreement',
	status: 'in_progress',
	current_step_id: 'legal',
	current_step_name: 'Legal approval',
	current_step_run_id: 'run_1',
	workflow_state_id: 'state_1',
	updated_at: '2026-01-06T10:11:12.000Z',
};
const without = (...names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
const toolAnswer = { status: 'success', data: [{ json: row, pairedItem: { item: 0 } }] };
const plan = {
	...{ verdict: 'would_send', decision: 'approve', reason: null, resource: 'task' },
	...{ operation: 'approve', dry_run: true, ...row, request: { method: 'POST' } },
};
const asked = {
	...{ task_id: 1, current_step_id: 'legal', current_step_run_id: 'run_1' },
	...{ workflow_state_id: 'state_1', activity_log_id: 5 },
};

const unanswered = { data: null, decision: null, ...asked };
const silence = 'Nobody answered in time, so no decision';

const look = 'GET /tasks/1';
const decide = 'POST /tasks/1/approve';
const approval = `${decide} {"approved":true}`;
const rejection = `${decide} {"approved":false}`;

/** Tasks that are as given now. */
const service =
	(
		now: object = {},
		decision: readonly [number, object] = [200, { status: 'in_progress' }],
	): Answers =>
	({ line, body }) => {
		const id = Number(line.split('/')[2]);
		if (line.startsWith('GET /tasks/')) return [200, { task: { ...legal, task_id: id, ...now } }];
		if (!line.startsWith('POST')) return undefined;
		const { approved } = JSON.parse(body) as { readonly approved: boolean };
		return [decision[0], { task_id: id, approved, message: '', ...decision[1] }];
	};

const taskId = byId('={{ $json.task_id ?? 1 }}');

/** A decision of one item. */
const decision = (
	item: IDataObject,
	given: INodeParameters,
	expected: Row['expect'],
	{ now, ...more }: Partial<Row> & { readonly now?: object } = {},
): Row => ({
	operation: 'task.approve',
	given: { taskId, ...given },
	items: [item],
	service: service(now),
	expect: expected,
	...more,
});

const sends = { sent: [look, decide] };
const none = { sent: [] };

/** With these, the item is what another field of it holds. */
const inside = { taskId: byId('1'), reviewedItem: '={{ $json.seen }}' };

describe('an item that shows the step', () => {
	const passes = (item: IDataObject, given: INodeParameters = {}) => decision(item, given, sends);
	table({
		'a simplified row': decision(row, {}, { ...sends, hint: null }),
		'a raw row of a list': passes({ ...legal, task_id: 1, current_step_run_id: 'run_1' }),
		'a raw task, whose run is derived': passes({ ...legal, task_id: 1 }),
		'a task inside, as a trigger loads it': passes(
			{ comment: 'Hi', task: row },
			{ taskId: byId('1') },
		),
		'a question inside': passes({ text: 'Hi', asked }, { taskId: byId('1') }),
		'an answer': decision({ data: {}, ...asked, decision: 'approve' }, {}, sends),
		'its JSON': passes({ seen: JSON.stringify(row) }, inside),
		...Object.fromEntries(
			Object.entries({
				'a list of one': [row],
				'what a tool of n8n Agents returns': toolAnswer,
				'its data': toolAnswer.data,
				'its item': toolAnswer.data[0],
			}).map(([name, seen]) => [name, passes({ seen: JSON.stringify(seen) }, inside)]),
		),
		'its JSON in a code block of a model': passes(
			{ seen: `\`\`\`json\n${JSON.stringify(row)}\n\`\`\`\n` },
			inside,
		),
		'JSON inside, as a table keeps it': passes(
			{ task: JSON.stringify(row) },
			{ taskId: byId('1') },
		),
		'IDs that a table made texts, with signs that nobody sees': passes(
			{ ...row, task_id: ' 1', current_step_id: '\u200blegal\u00a0' },
			{ taskId: byId('1') },
		),
		'a first column with the byte order mark of a CSV': passes(
			{ ...without('current_step_id'), '\ufeffcurrent_step_id': 'legal' },
			{ taskId: byId('1') },
		),
		'a task ID with zeros': passes({ ...row, task_id: '01' }, { taskId: byId('1') }),
		'a plan that would fail, without a run: skipped, with no hint of it': decision(
			{ ...plan, verdict: 'would_fail', reason: 'Moved', current_step_run_id: null },
			{},
			{ sent: [], output: [{ skipped: true }], hint: /^1 item was skipped\.[^"]*$/ },
		),
		'without a run: the step alone, with a hint': decision(
			without('current_step_run_id'),
			{},
			{
				...sends,
				hint: /shows no step run, so a task that came back to its step counts as not moved/,
			},
		),
		'a step whose name changed': decision(row, {}, sends, { now: { current_step_name: 'Law' } }),
		'an update': decision(row, {}, sends, { now: { updated_at: '2027-01-01T00:00:00Z' } }),
		'a run that ended alone': decision(row, {}, sends, {
			now: { step_runs: [run('run_1', 'legal', 'completed')] },
		}),
	});
});

describe('before anything is sent', () => {
	const refuses = (
		item: IDataObject,
		error: string | RegExp,
		given: INodeParameters = {},
		more: Partial<Row> = {},
	) => decision(item, given, { ...none, error }, more);
	const notShown = 'Reviewed Item does not show the step of task 1';
	const asTool = { run: { asTool: true } };
	table({
		'step not shown: no step': refuses(
			without('current_step_id'),
			/^Reviewed Item does not show the step of task 1\nNothing was sent\. Switch "Dry Run" on.*\$\('Get Tasks'\)\.item\.json.*A Get right before this node checks nothing\..*Always/,
		),
		'step not shown: an empty step': refuses({ ...row, current_step_id: ' ' }, notShown),
		'step not shown: an answer of Slack': refuses({ data: { approved: true } }, notShown),
		'step not shown: an expression that gives nothing': refuses({}, notShown, inside),
		'step not shown: a text that is no JSON': refuses({ seen: 'Yes' }, notShown, inside),
		'step not shown: a field that was cleared': refuses(row, notShown, { reviewedItem: '' }),
		'step not shown: a list of two': refuses({ seen: [row, row] }, notShown, inside),
		'step not shown: inside a field of a row': refuses(
			{ seen: { id: 1, json: row } },
			notShown,
			inside,
		),
		'step not shown: for a tool': refuses(
			{},
			/^Reviewed Item does not show the step of the task\b(?!.*Always).*Pass the item that Get or Get Many returned, unchanged\./s,
			{},
			asTool,
		),
		'step not shown: never skipped': refuses({}, notShown, { ifMoved: 'skip' }),
		'task not shown: another task': refuses(row, 'Reviewed Item shows task 1, not task 7', {
			taskId: byId('7'),
		}),
		'time not shown: no time': refuses(
			{ ...row, updated_at: '' },
			/^Reviewed Item does not show when task 1 was updated\n.*Task Has Not Moved/,
			{ decideIf: 'notChanged' },
		),
		'time not shown: a question': refuses(
			asked,
			/^Reviewed Item does not show when task 1 was updated\n.*A question shows no time\..*Task Has Not Moved/,
			{ decideIf: 'notChanged' },
		),
		'plan that does not fit: a plan of another operation': refuses(
			{ ...plan, operation: 'comment' },
			'Reviewed Item is a plan for a different operation: task comment',
		),
		'plan that does not fit: a plan of another decision': refuses(
			{ ...plan, decision: 'reject' },
			'Reviewed Item says reject, not approve',
		),
		'plan that does not fit: a plan that only says that it is dry': refuses(
			{ ...row, dry_run: 'yes' },
			'Reviewed Item is a plan without a verdict',
		),
		'plan that does not fit: a forged question beside a plan': refuses(
			{ ...plan, operation: 'comment', asked },
			'Reviewed Item is a plan for a different operation: task comment',
		),
		'decided twice: a task twice': decision(
			row,
			{},
			{ ...none, error: /^"Task" 1 is decided twice in this run\n.*Remove Duplicates/s },
			{ items: [row, { ...row, task_id: '01' }] },
		),
		'no such decision: no decision': refuses(row, 'Reviewed Item has no decision', {
			decision: 'asReviewed',
		}),
		'no such decision: an empty cell for a decision': refuses(
			{ ...row, decision: '' },
			'Reviewed Item has no decision',
			{ decision: 'asReviewed' },
		),
		'no such decision: the other answer, at any step': refuses(
			{ ...asked, decision: 'reject' },
			'Reviewed Item says reject, not approve',
			{ decideIf: 'always' },
		),
		'no such decision: an expression that gives nothing, at any step': refuses(
			{ task_id: 1 },
			/^"Reviewed Item" is empty\n.*\{\{ \$json \}\}/s,
			{ ...inside, decideIf: 'always' },
		),
		'no such decision: a question that nobody answered': refuses(unanswered, silence),
		'no such decision: one that a table made text': refuses(
			{ ...unanswered, data: 'null', decision: '', activity_log_id: '5' },
			silence,
			{ decideIf: 'always' },
		),
		'no such decision: one that is pointed at, at one step': refuses(
			{ seen: unanswered },
			silence,
			{
				...inside,
				...{ decideIf: 'atStep', step: byId('legal') },
			},
		),
		'no such decision: a row that was approved before, whose step is the one before': refuses(
			{ task_id: 1, skipped: true, step_id: 'legal' },
			notShown,
		),
		'no such decision: the other answer': refuses(
			{ ...asked, decision: 'reject' },
			'Reviewed Item says reject, not approve',
		),
		'no such decision: a row of a table that says no': refuses(
			{ ...row, decision: 'REJECT ' },
			'Reviewed Item says reject, not approve',
		),
		'no such decision: a row that says no in another word': refuses(
			{ ...row, decision: 'Declined' },
			'Reviewed Item says Declined, not approve',
		),
		'no such decision: an answer in the arguments of a tool': refuses(
			{ ...row, data: { approved: true, responder: { id: 'U1' } } },
			/^The input item has no answer, so no decision\n/,
			{ decision: 'asAnswered', reviewedItem: '={{ $json }}' },
			asTool,
		),
		'one item of several: nothing of the run': decision(
			row,
			{},
			{ ...none, error: 'Reviewed Item does not show the step of task 2' },
			{ items: [row, { task_id: 2 }] },
		),
		'one item of several, where the run goes on': decision(
			row,
			{},
			{ ...sends, output: [{ task_id: 1, approved: true }, { error: { outcome: 'failed' } }] },
			{ items: [row, { task_id: 2 }], run: { onError: 'continueRegularOutput' } },
		),
		'a Decide If that a model would give': refuses(
			row,
			/^"Decide If" takes no expression/,
			{ decideIf: "={{ $fromAI('decide_if') }}", step: byId('legal') },
			asTool,
		),
		'an expression for Decide If': refuses(
			row,
			/^"Decide If" must be one of notMoved, notChanged, atStep, always, not \{\{ "always"/,
			{ decideIf: '={{ "always" }}' },
		),
	});
});

describe('Decision', () => {
	const asReviewed = { decision: 'asReviewed' };
	const answers = (said: string) => ({ data: {}, ...asked, decision: said });
	const skipped = { skipped: true, task_id: 1 };
	table({
		'as the answer says: approve': decision(answers('approve'), asReviewed, {
			sent: [look, approval],
		}),
		'as the answer says: reject': decision(answers('reject'), asReviewed, {
			sent: [look, rejection],
		}),
		'fixed, beside an empty cell': decision({ ...row, decision: '' }, {}, sends),
		'fixed, beside a decision of the input item that was not reviewed': decision(
			{ decision: 'reject', seen: row },
			{ ...inside, decideIf: 'always' },
			{ sent: [decide] },
		),
		'fixed, and the same': decision(
			answers('reject'),
			{ decision: 'reject' },
			{ sent: [look, rejection] },
		),
		'as a plan says': decision({ ...plan, decision: 'reject' }, asReviewed, {
			sent: [look, rejection],
		}),
		'as a person writes it in a table': decision({ ...row, decision: 'Reject' }, asReviewed, {
			sent: [look, rejection],
		}),
		'as a plan in a table says': decision(
			Object.fromEntries(Object.entries(plan).map(([name, value]) => [name, String(value ?? '')])),
			asReviewed,
			{ sent: [look, approval] },
		),
		'a plan that would skip': decision(
			{ ...plan, verdict: 'would_skip', reason: 'Elsewhere' },
			asReviewed,
			{
				...none,
				output: [
					{ ...skipped, reason: 'According to the plan, the task would be skipped: Elsewhere' },
				],
			},
		),
		'a plan that would fail, at any step and without a decision': decision(
			{ ...plan, verdict: 'would_fail', reason: '', decision: null },
			{ ...asReviewed, decideIf: 'always' },
			{ ...none, output: [{ ...skipped, reason: 'According to the plan, the task would fail' }] },
		),
	});
});

describe('behind a question', () => {
	const list = { name: 'Get Tasks', json: row };
	const asks = (json: IDataObject, more: Partial<NodeBefore> = {}): NodeBefore => ({
		...{ name: 'Ask', parameters: { operation: 'sendAndWait' }, json },
		...more,
	});
	const type = 'n8n-nodes-contract-workflow.contractWorkflow';
	const ours = (data: IDataObject | null, said: string | null = null) =>
		asks({ data, decision: said, ...asked }, { type });
	const set = (json: IDataObject) => ({ name: 'Set', type: 'n8n-nodes-base.set', json });
	const responder = { id: 'U1', name: 'Ada', source: 'slack' };
	const respondedAt = '2026-01-06T12:00:00.000Z';
	const said = (approved: boolean, more: object = { responder }) => ({
		data: { approved, ...more, respondedAt },
	});
	const [yes, no] = [said(true), said(false)];
	const text = { data: { text: 'Not yet', respondedAt } };

	const behind = (
		way: readonly NodeBefore[],
		given: INodeParameters,
		expected: Row['expect'],
		more: Partial<Row> = {},
	) =>
		decision(
			way.at(-1)?.json ?? {},
			{ taskId: byId('1'), reviewedItem: "={{ $('Get Tasks').item.json }}", ...given },
			expected,
			{ ...more, run: { way, ...more.run } },
		);
	const asAnswered = { decision: 'asAnswered' };
	const email = { __rl: true, mode: 'email', value: '={{ $json.data.responder.email }}' };
	const inNameOfAnswer = { additionalFields: { userEmail: email } };
	const reject = { decision: 'reject' };
	const approves = { sent: [look, approval] };
	const rejects = { sent: [look, rejection] };
	const refuses = (error: string | RegExp) => ({ ...none, error });
	const noAnswer = /^The input item has no answer, so no decision\n/;

	table({
		'ours, yes': behind([list, ours({ approved: true }, 'approve')], asAnswered, {
			...approves,
			output: [{ approved: true, answered_by: null }],
		}),
		'ours, no': behind([list, ours({ approved: false }, 'reject')], asAnswered, rejects),
		'ours, yes, for a fixed reject': behind(
			[list, ours({ approved: true }, 'approve')],
			reject,
			refuses('The answer is approve, not reject'),
		),
		'ours, in words': behind(
			[list, ours({ text: 'No' })],
			asAnswered,
			refuses(/^The answer is a text, so no decision\n.*response type/),
		),
		'ours, silence': behind([list, ours(null)], {}, refuses(silence)),
		'Slack, yes': behind([list, asks(yes)], asAnswered, {
			...approves,
			output: [{ approved: true, answered_by: 'slack U1' }],
		}),
		'Slack, no, by email, with a node between': behind(
			[
				list,
				asks(said(false, { responder: { ...responder, email: 'ada@a.example' } })),
				set({ ...said(false, { responder: { ...responder, email: 'ada@a.example' } }), more: 1 }),
			],
			asAnswered,
			{ ...rejects, output: [{ approved: false, answered_by: 'ada@a.example' }] },
		),
		'Slack, yes, fixed': behind(
			[list, asks(yes)],
			{},
			{
				...approves,
				output: [{ answered_by: null }],
			},
		),
		'Slack, no, fixed': behind([list, asks(no)], {}, refuses('The answer is reject, not approve')),
		'Slack, silence': behind([list, asks(row)], {}, refuses(silence)),
		'Slack, silence, with Always': behind(
			[list, asks(row)],
			{ decideIf: 'always' },
			refuses(silence),
		),
		'Slack, silence, in the name of nobody': behind(
			[list, asks(row)],
			{ ...asAnswered, ...inNameOfAnswer },
			refuses(silence),
		),
		'Slack, silence, in the name of nobody, to be skipped': behind(
			[list, asks(row)],
			{ ...asAnswered, ...inNameOfAnswer, ifMoved: 'skip' },
			{ ...none, output: [{ task_id: 1, skipped: true, reason: silence }] },
		),
		'Slack, silence, to be skipped, in a dry run': behind(
			[list, asks(row)],
			{ ...asAnswered, ifMoved: 'skip', dryRun: true },
			{ ...none, output: [{ verdict: 'would_skip', reason: silence }] },
		),
		'Slack, silence, with a node between that drops all': behind(
			[list, asks(row), set({ id: 1 })],
			{},
			refuses(silence),
		),
		'Slack, that does not capture who answered': behind(
			[list, asks(said(true, {}))],
			{ ...asAnswered, ...inNameOfAnswer },
			refuses(
				/^The answer does not say who gave it, so no decision\n.*Capture Who Responded.*mail/,
			),
		),
		'a link in a mail, yes, fixed': behind([list, asks(said(true, {}))], {}, approves),
		'a link in a mail, no, fixed': behind([list, asks(said(false, {}))], reject, rejects),
		'in words, fixed': behind([list, asks(text)], {}, approves),
		'in words, as answered': behind(
			[list, asks(text)],
			asAnswered,
			refuses(/^The answer is a text/),
		),
		'in words of the chat': behind([list, asks({ chatInput: 'Yes' })], {}, approves),
		'in words twice': behind(
			[list, asks(text), asks({ data: { text: 'Now' } }, { name: 'Later' })],
			{},
			approves,
		),
		'in words, and then silence': behind(
			[list, asks(text), asks(text, { name: 'Later' })],
			{},
			refuses(silence),
		),
		'yes, and then silence': behind(
			[list, asks(yes), asks(yes, { name: 'Later' })],
			asAnswered,
			refuses(silence),
		),
		'yes, and then a silence of ours that is pointed past': behind(
			[list, asks(yes), ours(null), set(yes)].map((one, index) => ({ ...one, name: `N${index}` })),
			{ ...asAnswered, reviewedItem: "={{ $('N0').item.json }}" },
			refuses(silence),
		),
		'silence, and then yes': behind(
			[list, { ...ours(null), name: 'Earlier' }, asks(yes)],
			asAnswered,
			approves,
		),
		'an answer that a node between replaced': behind(
			[list, asks(no), set(yes)],
			asAnswered,
			refuses(noAnswer),
		),
		'an answer that a node between dropped': behind(
			[list, asks(yes), set(row)],
			asAnswered,
			refuses(noAnswer),
		),
		'a node that asks, but is disabled': behind(
			[list, asks(yes, { disabled: true })],
			asAnswered,
			refuses(noAnswer),
		),
		'data of an HTTP response': behind(
			[list, { name: 'HTTP Request', json: yes }],
			asAnswered,
			refuses(noAnswer),
		),
		'a plan to approve, behind a no': behind(
			[{ ...list, json: plan }, asks(no)],
			asAnswered,
			refuses('Reviewed Item says approve, not reject'),
		),
		'a plan to reject, behind a yes': behind(
			[{ ...list, json: { ...plan, decision: 'reject' } }, asks(yes)],
			{ decision: 'asReviewed' },
			refuses('The answer is approve, not reject'),
		),
		'a plan, carried out after a yes': behind(
			[{ ...list, json: plan }, asks(yes)],
			{ decision: 'asReviewed' },
			approves,
		),
	});
});

describe('a task that has moved', () => {
	const atFinance = { current_step_id: 'finance', current_step_name: 'Finance approval' };
	const over = { status: 'completed', current_step_id: null, current_step_name: null };
	const again = [run('run_1', 'legal', 'rejected'), run('run_2', 'draft', 'completed')];
	const moves = (now: object, error: string | RegExp, item: IDataObject = row) =>
		decision(item, {}, { sent: [look], error }, { now });
	const skip = { ifMoved: 'skip' };
	const elsewhere = 'Task 1 is in progress at "Finance approval"; expected step: Legal approval';
	table({
		'to another step': moves(
			atFinance,
			new RegExp(`^${elsewhere}\n.*at step finance .*Nothing was sent\\.`),
		),
		'where the run goes on: its place is in the error': decision(
			row,
			{},
			{ sent: [look], output: [{ error: { task: { task_id: 1, ...atFinance } } }] },
			{ now: atFinance, run: { onError: 'continueRegularOutput' } },
		),
		'to its end': moves(over, 'Task 1 is completed; expected step: Legal approval'),
		'from no step': moves({}, /^Task 1 is in progress at "Legal approval"; expected step: none/, {
			...row,
			...over,
		}),
		'back to its step': moves(
			{ step_runs: [...again, run('run_3', 'legal')] },
			'Task 1 left its step and came back after the review',
		),
		'from a run whose ID a table made a number': moves(
			{},
			'Task 1 left its step and came back after the review',
			{ ...row, current_step_run_id: 7 },
		),
		'to another organization': moves(
			{ workflow_state_id: 'state_2' },
			'Task 1 is not the one that was reviewed: its workflow_state_id differs',
		),
		'is skipped where that is chosen': decision(
			row,
			skip,
			{
				sent: [look],
				output: [{ task_id: 1, skipped: true, reason: elsewhere, step_id: 'finance' }],
				hint: /1 item was skipped/,
			},
			{ now: atFinance },
		),
		'by an update, where that counts': decision(
			row,
			{ decideIf: 'notChanged' },
			{
				sent: [look],
				error:
					/^Task 1 was updated after the review, which shows 2026-01-06T10:11:12\.000Z\n.*last updated at 2026-01-06T10:11:13\.000Z/,
			},
			{ now: { updated_at: '2026-01-06T10:11:13.000Z' } },
		),
		'not by an update at the same time in another zone': decision(
			row,
			{ decideIf: 'notChanged' },
			sends,
			{ now: { updated_at: '2026-01-06T11:11:12+01:00' } },
		),
		'by the answer of the service, as an error': decision(
			row,
			{ decision: 'reject' },
			{
				...sends,
				error:
					/^Task 1 can't be rejected: it is in progress at "Legal approval"\n.*Already decided/,
			},
			{ service: service({}, [409, { detail: 'Already decided' }]) },
		),
		'by the answer of the service': decision(
			row,
			skip,
			{
				...sends,
				output: [{ task_id: 1, skipped: true, reason: 'Already decided', step_id: 'legal' }],
			},
			{ service: service({}, [409, { detail: 'Already decided' }]) },
		),
	});
});

describe('Task Is at Step', () => {
	const at = (
		step: string,
		expected: Row['expect'],
		now: object = {},
		more: INodeParameters = {},
	) =>
		decision(
			{ id: 1, none: null },
			{ taskId: byId('1'), decideIf: 'atStep', step: byId(step), ...more },
			expected,
			{ now },
		);
	const fault = (step: string, error: string | RegExp, more?: INodeParameters) =>
		at(step, { sent: [look], error }, {}, more);
	const blank = (step: string) => at(step, { ...none, error: /^"Step" is (empty|required)/ });
	table({
		'the same': at('legal', {
			...sends,
			output: [{ step_id: 'legal', step_name: 'Legal approval' }],
		}),
		'the same, whatever the run': at(' legal', sends, { step_runs: [run('run_9', 'legal')] }),
		another: fault(
			'draft',
			'Task 1 is in progress at "Legal approval"; expected step: draft approval',
		),
		'one that the task has not reached, with a sign that nobody sees': fault(
			'si\u00adgn',
			'Task 1 is in progress at "Legal approval"; expected step: si<U+00AD>gn',
		),
		skipped: at('sign', { sent: [look], output: [{ skipped: true }] }, {}, { ifMoved: 'skip' }),
		'the run of a step': fault(
			'run_0',
			/^"Step" needs a step ID, but run_0 is the ID of a run of a step\n.*The ID of that step is draft\./s,
		),
		'the name of a step, which is never skipped': fault(
			'Legal approval',
			/^"Step" needs a step ID, but Legal approval is the name of a step\n.*The ID of that step is legal\./s,
			{ ifMoved: 'skip' },
		),
		'an expression that gives null': blank('={{ $json.none }}'),
	});
});

describe('Always', () => {
	const always = { decideIf: 'always' };
	table({
		'one item': decision({}, always, {
			sent: [decide],
			output: [{ step_id: null, skipped: false }],
		}),
		'a refusal of the service is an error': decision(
			{},
			{ ...always, ifMoved: 'skip' },
			{
				sent: [decide],
				error: /^Task 1 .*\n.*Get the task to see its current step\./,
			},
			{ service: service({}, [409, { detail: 'Already decided' }]) },
		),
		'an unknown outcome, with the state of the task': decision(
			{},
			always,
			{
				sent: [decide, look],
				error:
					/^Outcome unknown.*\n.*The task is at step legal \(Legal approval\)\. Its status is in_progress\./,
			},
			{ service: service({}, [500, { detail: 'Broken' }]) },
		),
	});
});

describe('by hand in the editor', () => {
	const hand = { run: { mode: 'manual' } } as const;
	const fixed = { taskId: byId('1') };
	const notShown = 'Reviewed Item does not show the step of task 1';
	table({
		'a task that was chosen is decided, with a hint': decision(
			{ text: 'x' },
			fixed,
			{
				sent: [decide],
				hint: /The published workflow refuses this: "Reviewed Item" does not show the step/,
			},
			hand,
		),
		'not a task of an expression': decision({}, {}, { ...none, error: notShown }, hand),
		'not beside a task ID': decision({ task_id: 1 }, fixed, { ...none, error: notShown }, hand),
		'not if Reviewed Item was set': decision({}, inside, { ...none, error: notShown }, hand),
		'not in a sub-workflow': decision(
			{},
			fixed,
			{ ...none, error: notShown },
			{ run: { mode: 'integrated' } },
		),
		'not as a tool': decision(
			{},
			fixed,
			{ ...none, error: /does not show the step/ },
			{ run: { ...hand.run, asTool: true } },
		),
		'the item is still checked if it shows a step': decision(
			row,
			fixed,
			{ sent: [look], error: /expected step/ },
			{ ...hand, now: { current_step_id: 'x' } },
		),
	});
});

describe('a dry run', () => {
	const dry = { dryRun: true };
	table({
		'shows the step that an item lacks, for the next node': decision({}, dry, {
			sent: [look],
			output: [
				{
					...{ verdict: 'would_send', task_id: 1, decision: 'approve', current_step_id: 'legal' },
					...{ current_step_run_id: 'run_1', workflow_state_id: 'state_1', dry_run: true },
					advice: null,
				},
			],
			hint: /shows no step, so without "Dry Run" this node would send nothing\. Leave "Dry Run" on/,
		}),
		'as a tool: the plan says what the decision needs': decision(
			{},
			dry,
			{
				sent: [look],
				output: [{ verdict: 'would_send', advice: expect.stringContaining('pass this plan') }],
			},
			{ run: { asTool: true } },
		),
		'of a task that was chosen by hand, which is decided so': decision(
			{},
			{ ...dry, taskId: byId('1') },
			{ sent: [look], output: [{ verdict: 'would_send' }], hint: /^Dry run:[^"]*$/ },
			{ run: { mode: 'manual' } },
		),
		'of a task that has moved, to be skipped': decision(
			row,
			{ ...dry, ifMoved: 'skip' },
			{ sent: [look], output: [{ verdict: 'would_skip', current_step_id: 'x' }] },
			{ now: { current_step_id: 'x' } },
		),
	});
	it('is decided by a second node, as its items say', async () => {
		const first = await runRow(decision({}, { ...dry, decision: 'reject' }, { sent: [look] }));
		const [{ json } = { json: {} }] = first.output;
		await runRow(decision(json, { decision: 'asReviewed' }, { sent: [look, rejection] }));
	});
});
