import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../../support/stage';
import type { Answer, Answers } from '../table';
import { runAt } from '../table';

const taskId = byId('={{ $json.id }}');
const oneByOne = { options: { maxParallel: 1 } };
const tenAtOnce = { options: { maxParallel: 10 } };

const idIn = (line: string) => Number(line.split('/')[2]);
const conflict = (id: number): Answer => [409, { detail: `Task ${id} was decided` }];
const notFound: Answer = [404, { detail: 'Task not found' }];

/** Decides every task but those that `refuse` answers. */
const deciding =
	(refuse: (id: number) => Answer): Answers =>
	({ line, body }) => {
		const task_id = idIn(line);
		if (!line.startsWith('POST')) return undefined;
		const { approved } = JSON.parse(body) as { readonly approved: boolean };
		return refuse(task_id) ?? [200, { task_id, status: 'in_progress', approved, message: 'Done' }];
	};

/** Answers once so many requests are there: no failure then keeps another item from its start. */
const together = (count: number, answers: Answers): Answers => {
	let started = 0;
	let goOn = () => {};
	const allStarted = new Promise<void>((resolve) => (goOn = resolve));
	return async (request) => {
		if (++started === count) goOn();
		await allStarted;
		return await answers(request);
	};
};

const decide = async (
	service: Answers,
	items: readonly IDataObject[],
	given: INodeParameters = tenAtOnce,
	onError?: 'continueErrorOutput' | 'continueRegularOutput',
) =>
	await runAt(service, 'task.approve', {
		given: { taskId, decideIf: 'always', ...given },
		items,
		run: { onError },
	});

const ids = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

describe('a run that goes on', () => {
	const items = [
		{ id: 10, note: 'a' },
		{ id: 16, note: 'b' },
		{ id: 'x', note: 'c' },
		{ id: 1, note: 'd' },
		{ id: 12, note: 'e' },
	];
	const service = deciding((id) => (id === 16 ? conflict(16) : id === 1 ? notFound : undefined));
	const approved = (item: number, task_id: number) => ({
		pairedItem: { item },
		json: {
			...{ task_id, task_title: null, status: 'in_progress', step_id: null, step_name: null },
			task_url: null,
			...{
				approved: true,
				user_email: null,
				answered_by: null,
				message: 'Done',
				skipped: false,
				reason: null,
			},
		},
	});
	const errors = [
		{
			message: 'Task 16 does not allow this in its current state',
			description: expect.stringContaining('The service says: Task 16 was decided'),
			...{ outcome: 'failed', operation: 'task.approve', target: { kind: 'task', id: '16' } },
			...{ status: 409, detail: 'Task 16 was decided' },
		},
		{
			message: '"Task" must be a whole number, not x',
			description: 'Nothing was sent. Correct the field and run again.',
			...{ outcome: 'failed', operation: 'task.approve' },
		},
		{
			message: 'Task 1 was not found',
			description: expect.stringContaining('Task not found'),
			...{ outcome: 'failed', operation: 'task.approve', target: { kind: 'task', id: '1' } },
			...{ status: 404, detail: 'Task not found' },
		},
	];
	const failed = (more: readonly object[]) =>
		errors.map((error, index) => ({
			pairedItem: { item: index + 1 },
			json: { ...more[index], error },
		}));

	it('sends failed items to the error output, with their input', async () => {
		const result = await decide(service, items, {}, 'continueErrorOutput');
		expect([...result.sent].sort()).toEqual(
			['1', '10', '12', '16'].map((id) => `POST /tasks/${id}/approve`),
		);
		expect(result.error).toBeUndefined();
		expect(result.output).toEqual([approved(0, 10), approved(4, 12)]);
		expect(result.errorOutput).toEqual(failed(items.slice(1)));
		expect(result.saved).not.toContain('key_1');
	});

	it('has failed items in the output, at their places', async () => {
		const result = await decide(service, items, {}, 'continueRegularOutput');
		expect(result.error).toBeUndefined();
		expect(result.output).toEqual([approved(0, 10), ...failed([]), approved(4, 12)]);
		expect(result.errorOutput).toEqual([]);
		expect(result.hints).toEqual([
			'3 of 5 items failed (2 approved): Task 16 [item 1], Item 2, Task 1 [item 3].',
		]);
	});

	it('pairs several output items of one item beside one that failed', async () => {
		const { output, errorOutput } = await runAt(
			({ line }) =>
				line.includes('/none/')
					? notFound
					: [200, { slug: 'a', versions: [{ version: 2 }, { version: 1 }] }],
			'clickwrap.getHistory',
			{
				given: { slug: '={{ $json.slug }}' },
				items: [{ slug: 'none' }, { slug: 'a' }],
				run: { onError: 'continueErrorOutput' },
			},
		);
		expect(output.map(({ pairedItem, json }) => [pairedItem, json.version])).toEqual([
			[{ item: 1 }, 2],
			[{ item: 1 }, 1],
		]);
		expect(errorOutput).toMatchObject([{ pairedItem: { item: 0 }, json: { slug: 'none' } }]);
	});

	it('tells a write without a clear answer apart from one that failed', async () => {
		const broken = deciding((id) => (id === 2 ? 'lost' : [500, { detail: 'Failed' }]));
		const { errorOutput } = await decide(broken, [{ id: 1 }, { id: 2 }], {}, 'continueErrorOutput');
		expect(errorOutput.map(({ json }) => json)).toMatchObject([
			{ id: 1, error: { outcome: 'unknown', status: 500, detail: 'Failed' } },
			{ id: 2, error: { outcome: 'unknown' } },
		]);
	});

	it.each<[what: string, of: (id: number) => 'lost' | undefined, inFlight: number, sent: number]>([
		['that never ends', () => 'lost', 1, 3],
		['that never ends, with four in flight', () => 'lost', 4, 4],
		['of two requests', (id) => (id < 2 ? 'lost' : undefined), 1, 12],
		['of two requests, with four in flight', (id) => (id < 2 ? 'lost' : undefined), 4, 12],
		['of each second request', (id) => (id % 2 === 0 ? 'lost' : undefined), 4, 12],
	])('sends few items into an overload %s', async (_, of, maxParallel, sent) => {
		const given = { options: { maxParallel } };
		const result = await decide(deciding(of), ids(12), given, 'continueErrorOutput');
		expect(result.sent.filter((line) => line.startsWith('POST'))).toHaveLength(sent);
		const outcomes = result.errorOutput.map(({ json }) => json.error);
		const unsent = { outcome: 'failed', message: expect.stringMatching(/^Not sent/) as unknown };
		expect(outcomes.slice(outcomes.length - 12 + sent)).toMatchObject(
			Array.from({ length: 12 - sent }, () => unsent),
		);
	});
});

const keep =
	'To keep the output of the other items next time, set On Error to "Continue (using error output)" in the Settings of the node.';
const unevenRefused = deciding((id) => (id % 2 === 0 ? undefined : conflict(id)));

describe('a run that ends', () => {
	it('promises no retry where only an unknown outcome is left', async () => {
		const service = deciding((id) => (id === 2 ? 'lost' : undefined));
		const { error } = await decide(service, [{ id: 1 }, { id: 2 }], oneByOne);
		expect(error?.message).toBe('Outcome unknown for 1 of 2 items (1 approved)');
		expect(error?.description).toContain('No other item is left to send.');
		expect(error?.description).not.toContain('use Retry');
	});

	it('starts nothing after a failure, and waits for what is under way', async () => {
		const decided = deciding((id) => (id === 3 ? notFound : undefined));
		const { error, sent } = await decide(
			together(10, async (request) => {
				if (idIn(request.line) !== 3) await pause(200);
				return await decided(request);
			}),
			ids(25),
		);
		expect(sent).toHaveLength(10);
		expect(error?.message).toBe('1 of 25 items failed (9 approved, 15 not started)');
		expect(error?.description).toMatch(
			/^Item 3: Task 3 was not found\. The service says: Task not/,
		);
	});

	it('counts a failure without a clear answer apart', async () => {
		const { error, sent } = await decide(
			deciding(() => 'lost'),
			[{ id: 5 }, { id: 6 }, { id: 7 }],
			oneByOne,
		);
		expect(sent.filter((line) => line.startsWith('POST'))).toHaveLength(1);
		expect(error?.message).toBe('Outcome unknown for 1 of 3 items (2 not started)');
		expect(error?.description).toMatch(/^Task 5 \[item 0\]: The connection broke/);
	});

	it('names every item with an unknown outcome, first and in one line', async () => {
		const names = Array.from({ length: 16 }, (_, id) => `Task ${id + 2} [item ${id + 2}]`);
		const decided = deciding((id) => (id === 0 ? conflict(0) : id === 1 ? undefined : 'lost'));
		const { error } = await decide(together(18, decided), ids(18), {
			options: { maxParallel: 18 },
		});
		expect(error?.message).toBe('1 of 18 items failed, 16 unknown (1 approved)');
		expect(error?.description?.split('\n').slice(0, 3)).toEqual([
			`• Outcome unknown: ${names.join(', ')}`,
			expect.stringMatching(/^• Task 2 \[item 2\], .*, Task 11 \[item 11\]: The connection broke/),
			'• and 7 more',
		]);
		expect(error?.context?.outcomeUnknown).toEqual(
			names.map((_, id) => ({ item: id + 2, target: { kind: 'task', id: String(id + 2) } })),
		);
	});

	it('lists several failures, in the editor too', async () => {
		const { error, output, saved } = await decide(together(10, unevenRefused), ids(10));
		expect(output).toEqual([]);
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toBe('5 of 10 items failed (5 approved)');
		const lines = error?.description?.split('\n') ?? [];
		expect(lines).toEqual([
			...[1, 3, 5, 7, 9].map(
				(id) =>
					`• Item ${id}: Task ${id} does not allow this in its current state. The service says: Task ${id} was decided.`,
			),
			`The service did not change the task. Get the task to see its current step. To send the rest, use Retry in the list of executions. Items that were sent are not sent again. ${keep}`,
		]);
		// n8n's editor runs the lines of a description together, and shows this in its place.
		expect(error?.context?.descriptionTemplate).toBe(lines.join('<br>'));
		expect(saved).not.toContain('key_1');
	});

	it.each([
		['={{ "reject" }}', '5 rejected'],
		['={{ $json.id > 5 ? "reject" : "approve" }}', '3 approved, 2 rejected'],
	])('calls what was done as it is: %s', async (decision, words) => {
		const { error } = await decide(together(10, unevenRefused), ids(10), {
			...tenAtOnce,
			decision,
		});
		expect(error?.message).toBe(`5 of 10 items failed (${words})`);
	});

	it('names the first ten of many wrong items', async () => {
		const decision = '={{ $json.id % 2 ? "decision " + $json.id : "approve" }}';
		const { error } = await decide(unevenRefused, ids(28), { decision });
		expect(error?.message).toBe('14 of 28 items failed (nothing was sent)');
		const lines = error?.description?.split('\n') ?? [];
		expect(lines).toHaveLength(12);
		expect(lines.slice(9)).toEqual([
			expect.stringMatching(/^• Item 19: "Decision" /),
			'• and 4 more',
			expect.stringMatching(/^Nothing was sent\. .* To run the other items, set On Error to /),
		]);
	});

	it('says nothing of other items where all are wrong', async () => {
		const { error } = await decide(unevenRefused, ids(2), { decision: '={{ "no " + $json.id }}' });
		expect(error?.message).toBe('2 of 2 items failed (nothing was sent)');
		expect(error?.description).not.toContain('other items');
	});

	it('keeps the words of one fault of all items', async () => {
		const { error } = await decide(unevenRefused, ids(3), { decision: 'maybe' });
		expect(error?.message).toMatch(/^"Decision" /);
		expect(error?.description).toMatch(/ All 3 items failed\.$/);
	});

	it('that only reads can be run again, and promises no retry', async () => {
		const service: Answers = ({ line }) =>
			line.endsWith('/10') ? [200, { task: { task_id: 10 } }] : notFound;
		const { error } = await runAt(service, 'task.get', {
			given: { taskId, ...oneByOne },
			items: [{ id: 10 }, { id: 1 }, { id: 2 }],
		});
		expect(error?.message).toBe('1 of 3 items failed (1 done, 1 not started)');
		expect(error?.description).toBe(
			`Item 1: Task 1 was not found. The service says: Task not found. Check the ID, and that the credential belongs to the same organization. You can safely run the node again. ${keep}`,
		);
	});

	/** Tasks at these steps, which a guard looks at before it decides. */
	const guarded = async (steps: readonly string[], refuse: (id: number) => Answer) =>
		await decide(
			together(steps.length, ({ line, ...more }) => {
				const task_id = idIn(line);
				const current_step_id = steps[task_id - 1];
				const at = { current_step_id, current_step_name: 'Freigabe', status: 'on_hold' };
				if (line.startsWith('POST')) return deciding(refuse)({ line, ...more });
				return [200, { task: { task_id, task_title: `Lease ${task_id}`, ...at } }];
			}),
			steps.map((_, index) => ({ id: index + 1 })),
			{ ...tenAtOnce, decideIf: 'atStep', step: byId('legal') },
		);

	it('names what the guard has read of each task', async () => {
		const { error, sent } = await guarded(['legal', 'other'], conflict);
		expect(error?.description?.split('\n').slice(0, 2)).toEqual([
			'• Item 0: Task 1 can\'t be approved: it is on hold at "Freigabe". The service says: Task 1 was decided.',
			'• Item 1: Task 2 is on hold at "Freigabe"; expected step: legal.',
		]);
		// The looks of the guard, and no more.
		expect(sent.filter((line) => line.startsWith('GET'))).toHaveLength(2);
	});

	it('has nothing left to send if only moved tasks failed', async () => {
		const { error } = await guarded(['finance', 'finance', 'legal'], () => undefined);
		expect(error?.message).toBe('2 of 3 items failed (1 approved)');
		expect(error?.description).toMatch(
			/\nTo skip such tasks, set "If the Task Has Moved" to Skip\. No other item is left to send\. To keep/,
		);
		expect(error?.description).not.toContain('Retry in the list');
	});
});
