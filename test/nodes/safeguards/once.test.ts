import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { keepEntries } from '../../support/keptEntries';
import { withCredential } from '../../support/n8nCore';
import { byId } from '../../support/stage';
import type { Answer, Answers, Row } from '../table';
import { runRow, table } from '../table';

beforeEach(keepEntries);

const post = (task: number) => `POST /tasks/${task}/comment`;
const decide = (task: number) => `POST /tasks/${task}/approve`;
const items = [{ id: 1 }, { id: 2 }, { id: 3 }];
const taskId = byId('={{ $json.id }}');
const oneByOne = { maxParallel: 1 };

/** A service that answers its first writes to a task as given, and carries out all others. */
const service = (fates: Readonly<Record<number, readonly Answer[]>>): Answers => {
	const left = new Map(Object.entries(fates).map(([task, given]) => [task, [...given]]));
	return ({ line, body }) => {
		const id = line.split('/')[2] ?? '';
		const task_id = Number(id);
		const step = { current_step_id: 'legal', status: 'pending', updated_at: '' };
		if (line.startsWith('GET /tasks/')) return [200, { task: { task_id, ...step } }];
		if (!line.startsWith('POST')) return undefined;
		const fate = left.get(id)?.shift();
		if (fate) return fate;
		if (line === decide(task_id)) {
			const { approved } = JSON.parse(body) as { readonly approved: boolean };
			return [200, { task_id, approved, message: 'Decided' }];
		}
		return [200, { success: true, activity_log_id: task_id + 10, message: 'Posted' }];
	};
};

const refused = [404, { detail: 'Task not found' }] as const;
const thirdRefused = () => service({ 3: [refused] });
const firstLost = () => service({ 1: ['lost'] });

const posted = [1, 2, 3].map((task_id) => ({
	task_id,
	success: true,
	activity_log_id: task_id + 10,
}));
const sentIn = (executionId: string) => ({
	state: 'done',
	execution_id: executionId,
	reason: `Sent in execution ${executionId}. Later changes to its text were not sent.`,
});

/** A comment on each of three tasks, one after the other. */
const commenting = (given: INodeParameters, expected: Row['expect'], more: Partial<Row>): Row => ({
	operation: 'task.comment',
	given: { taskId, comment: 'Signed', options: oneByOne, ...given },
	items,
	service: thirdRefused(),
	expect: expected,
	...more,
});

/** A decision on each of three tasks, one after the other. */
const deciding = (given: INodeParameters, expected: Row['expect'], more: Partial<Row>): Row =>
	commenting({}, expected, {
		operation: 'task.approve',
		given: { taskId, decideIf: 'always', options: oneByOne, ...given },
		...more,
	});

describe('Retry On Fail', () => {
	table({
		'returns the first outputs, also of a text that differs each time': commenting(
			{ comment: '={{ $now.toMillis() }}' },
			{ sent: [post(1), post(2), post(3), post(3)], output: posted, hint: null },
			{ run: { tries: 2 } },
		),
		'in a loop sends each round once': commenting(
			{},
			{ sent: [post(1), post(2), post(3), post(3), post(1), post(2), post(3)] },
			{ run: { tries: 2, rounds: 2 } },
		),
		'fails again where the outcome is unknown, and sends the others': commenting(
			{},
			{
				sent: [post(1), post(2), post(3)],
				error:
					/^Outcome unknown for 1 of 3 items \(2 commented\)\n.*The connection broke.*\bCheck the task for the comment before you post it again\. If it was not carried out, send this one item in a new execution\./s,
			},
			{ service: firstLost(), run: { tries: 3 } },
		),
		'is refused for a tool': commenting(
			{},
			{ error: /^"Comment" cannot be a tool while "Retry On Fail" is on/ },
			{ run: { tries: 2, asTool: true } },
		),
	});
});

describe('Retry from the list', () => {
	const retried = (given: INodeParameters, expected: Row['expect'], more: Partial<Row> = {}) =>
		commenting(given, expected, {
			before: { given: { taskId, comment: 'Signed', options: oneByOne }, run: {}, isRetried: true },
			...more,
		});
	const all = { sent: [post(1), post(2), post(3)] };
	const toDecide = (given: INodeParameters, expected: Row['expect'], more: Partial<Row> = {}) =>
		deciding(given, expected, {
			before: { given: { taskId, decideIf: 'always', options: oneByOne }, isRetried: true },
			...more,
		});
	table({
		'sends what was not sent, and returns the first outputs of the others': retried(
			{},
			{
				sent: [post(3)],
				output: [
					{ ...posted[0], not_sent_again: sentIn('1') },
					{ ...posted[1], not_sent_again: sentIn('1') },
					posted[2] ?? {},
				],
				hint: /^2 items were already sent in execution 1\. Later changes to their text were not sent\.$/m,
			},
		),
		'of a retry sends nothing again either': retried(
			{},
			{ sent: [post(3)], output: posted },
			{
				service: service({ 3: [refused, refused] }),
				before: { times: 2, isRetried: true },
			},
		),
		'with an edited text sends nothing again': retried({ comment: 'Other' }, { sent: [post(3)] }),
		'with an edited target sends all': retried(
			{ taskId: byId('={{ $json.id + 3 }}') },
			{ sent: [post(4), post(5), post(6)] },
		),
		'with an edited credential sends all': retried({}, all, {
			run: { node: withCredential('other') },
		}),
		'with another operation sends all': retried({}, all, {
			before: { given: { taskId, operation: 'approve', decideIf: 'always' }, isRetried: true },
		}),
		'fails again where the outcome is unknown, and sends the others': retried(
			{},
			{
				sent: [post(2), post(3)],
				error:
					/It was sent in execution 1 and may have been carried out, so it was not sent again\. Check the task for the comment before you post it again\. If it was not carried out, send this one item in a new execution\./,
			},
			{ service: firstLost() },
		),
		'reads the task of a decision whose outcome is unknown': toDecide(
			{},
			{
				sent: ['GET /tasks/1', decide(2), decide(3)],
				error:
					/The task is at step legal\..* It was sent in execution 1 and may have been carried out, so it was not sent again\./s,
			},
			{ service: firstLost() },
		),
		'with an edited comment decides nothing again': toDecide(
			{ comment: 'As discussed' },
			{ sent: [decide(3)] },
		),
		'with the other decision fails for what was decided': toDecide(
			{ decision: 'reject' },
			{
				sent: [`${decide(3)} {"approved":false}`],
				error: /Item 0: Task 1 was approved in execution 1 and is not decided again/,
			},
		),
		'sends what was skipped': toDecide(
			{ decideIf: 'atStep', step: byId('legal'), ifMoved: 'skip' },
			{ sent: ['GET /tasks/1', decide(1), 'GET /tasks/2', decide(2), 'GET /tasks/3', decide(3)] },
			{
				before: {
					given: {
						...{ taskId, decideIf: 'atStep', step: byId('={{ $json.id === 3 ? "legal" : "x" }}') },
						...{ ifMoved: 'skip', options: oneByOne },
					},
					isRetried: true,
				},
			},
		),
		'of a loop sends what its failed round did not, and the rounds after it': retried(
			{},
			{ sent: [post(3), post(1), post(2), post(3)] },
			{ run: { rounds: 2 }, before: { run: { rounds: 2 }, isRetried: true } },
		),
	});
});

describe('a node that runs twice in an execution', () => {
	const failed = (error: IDataObject, id = 1): IDataObject => ({ id, key: 'deal-1', error });
	const lost = {
		message: 'The connection broke',
		...{ outcome: 'unknown', operation: 'task.comment', target: { kind: 'task', id: '1' } },
	};
	const returned = (error: IDataObject, expected: Row['expect'], given: INodeParameters = {}) =>
		commenting(given, expected, { items: [failed(error)] });
	const sent = { sent: [post(1)] };
	table({
		'sends twice': commenting(
			{},
			{ sent: [...items, ...items].map(({ id }) => post(id)) },
			{ run: { rounds: 2 }, service: service({}) },
		),
		'does not send what comes back with an unknown outcome': returned(lost, {
			error:
				/^The outcome of an earlier request is unknown, so it was not sent again\n.*Check the task for the comment before you post it again\. Then let only items return whose "error\.outcome" is "failed"\./,
		}),
		'plans that it fails': returned(
			lost,
			{ sent: ['GET /tasks/1'], output: [{ verdict: 'would_fail' }] },
			{ dryRun: true },
		),
		'sends it where a key holds it': returned(lost, sent, { idempotencyKey: '={{ $json.key }}' }),
		'sends what failed': returned({ ...lost, outcome: 'failed' }, sent),
		'sends what is unknown of another operation': returned(
			{ ...lost, operation: 'task.approve' },
			sent,
		),
		'sends what failed for another target': returned(
			{ ...lost, target: { kind: 'task', id: '2' } },
			sent,
		),
	});
});

describe('the memory', () => {
	const kept = async (row: Row) => (await runRow(row)).saved.includes('"sentWrites":{"0":{"0":[');
	const lostOnce = { service: firstLost(), items: [{ id: 1 }] };
	it.each<[string, boolean, Row]>([
		[
			'of a failed run is kept',
			true,
			commenting({}, { sent: [post(1)], error: /broke/ }, lostOnce),
		],
		[
			'of a run that succeeded is forgotten',
			false,
			commenting({}, { sent: [post(1)] }, { service: service({}), items: [{ id: 1 }] }),
		],
		[
			'of a tool does not exist',
			false,
			commenting(
				{},
				{ sent: [post(1)], error: /broke/ },
				{ ...lostOnce, service: firstLost(), run: { asTool: true } },
			),
		],
	])('%s', async (_name, isKept, row) => {
		expect(await kept(row)).toBe(isKept);
	});

	it('takes at most 0.22 KB an item', async () => {
		const many = Array.from({ length: 100 }, (_, index) => ({ id: index + 1 }));
		const run = { onError: 'continueRegularOutput', tries: 2 } as const;
		const sent = many.map(({ id }) => post(id));
		const row = commenting({}, { sent }, { items: many, run, service: service({}) });
		const { saved } = await runRow(row);
		const { data } = JSON.parse(saved) as { data: { executionData: { contextData: object } } };
		expect(JSON.stringify(data.executionData.contextData).length / 100).toBeLessThan(220);
	});
});
