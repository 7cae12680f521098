import { describe, expect, it } from '@jest/globals';
import type { Row } from '../../../src';
import type { ListedRow, ListsOptions } from '../../support/changingLists';
import { changingLists, withRows } from '../../support/changingLists';
import type { Answer } from '../../support/trace';
import { inTurn, scripted } from '../../support/trace';
import { idIn, watched } from '../../support/watches';

/* How a trigger reads lists: long ones, ones that change meanwhile, and answers that are wrong. */

type Instead = (body: Row) => Answer;

const polled = (event: string, options: ListsOptions & Parameters<typeof watched>[2] = {}) => {
	const wrong: Array<Instead | undefined> = [];
	const instead = (body: Row) => wrong.shift()?.(body);
	const lists = changingLists({ instead, ...options });
	const trigger = watched(lists.transport, event, { now: lists.now, ...options });
	/** The IDs that come out, in their order, where the next answers are other ones. */
	const ids = async (...others: typeof wrong) => {
		wrong.splice(0, Infinity, ...others);
		return (await trigger.poll()).map(idIn);
	};
	const requestsOf = async (work: () => Promise<unknown>) => {
		const before = lists.requests();
		await work();
		return lists.requests() - before;
	};
	return { ...trigger, ...lists, ids, requestsOf };
};

const from = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => first + index);
const minute = 60_000;
const both = ['taskCreated', 'documentCreated'];

const empty = withRows(() => []);
const doubled = withRows((rows) => rows.map((_row, index) => rows[index - (index % 2)]));
const refused: Instead = () => ({ status: 501, body: { detail: 'x' } });
/** Nothing tells it from the truth. */
const lying: Instead = (body) =>
	'tasks' in body
		? { body: { tasks: [], total_count: 0 } }
		: { body: { documents: [], has_next: false, next_cursor: null } };

describe('many tasks at once', () => {
	it.each<[string, ListsOptions['order']]>([
		['the newest first', (one, other) => other.turn - one.turn],
		['the oldest first', (one, other) => one.turn - other.turn],
	])('10,000 with %s come out once, while others come and change', async (_name, order) => {
		const { create, change, ids } = polled('taskUpdated', { order });
		create(50, minute);
		expect(await ids()).toEqual([]);
		create(10_000);
		expect(await ids()).toEqual(from(51, 10_000));
		change(500);
		create();
		expect(new Set(await ids())).toEqual(new Set([500, 10_051]));
		expect(await ids()).toEqual([]);
	});

	it.each([1, -1])('more than 20,000 in order %i are reported once', async (sign) => {
		const order = (one: ListedRow, other: ListedRow) => sign * (one.turn - other.turn);
		const { create, ids, faults } = polled('taskCreated', { order, coarseMs: 1_000 });
		create(50, minute);
		await ids();
		create(20_000, 200);
		await ids();
		expect(faults).toMatchObject([
			{ message: expect.stringMatching(/^Up to 20\d{3} new or changed tasks may be missing$/) },
		]);
		for (let count = 0; count < 3; count++) {
			create(3, minute);
			expect(await ids()).toEqual(from(20_051 + 3 * count, 3));
		}
		expect(faults).toHaveLength(1);
	});

	it('more than 20,000 in one second come out, as no later point is known', async () => {
		const { create, ids } = polled('taskCreated', { coarseMs: 1_000 });
		create(1, minute);
		await ids();
		create(20_500, 0);
		expect(await ids()).toEqual(from(2, 20_500));
	});
});

describe('a first poll', () => {
	it.each([1, -1])('of 20,000 tasks, in order %i, looks for the newest only', async (sign) => {
		const order = (one: ListedRow, other: ListedRow) => sign * (one.turn - other.turn);
		const { create, ids, poll, requestsOf, test } = polled('taskUpdated', { order });
		create(20_000, 1_000);
		expect(await requestsOf(poll)).toBeLessThanOrEqual(25);
		create(3);
		expect((await test()).map(idIn)).toEqual([20_003]);
		expect(await ids()).toEqual(from(20_001, 3));
		expect(await requestsOf(poll)).toBeLessThanOrEqual(2);
	});

	it.each([
		['documentCreated', 1_500],
		['taskCreated', 450],
	])('of %s goes on in the next polls, before anything is news', async (event, count) => {
		const { create, ids, state, isSaved } = polled(event, { pages: () => 2 });
		create(count);
		const saved: boolean[] = [];
		for (let polls = 0; polls === 0 || state()?.position.isFirst; polls++) {
			expect(await ids()).toEqual([]);
			saved.push(isSaved());
		}
		expect(saved.length).toBeGreaterThan(1);
		// n8n saves the state of a published trigger only with a run.
		expect(saved.indexOf(true)).toBe(saved.length - 1);
		create(3);
		const out = [...(await ids()), ...(await ids()), ...(await ids())];
		expect(out).toEqual(from(count + 1, 3));
	});

	it.each(both)('of %s returns the backlog piece by piece', async (event) => {
		const { create, ids } = polled(event, { backlog: true, pages: () => 2 });
		create(900);
		expect(await ids()).toEqual(from(1, 400));
		expect(await ids()).toEqual(from(401, 400));
		expect(await ids()).toEqual(from(801, 100));
		expect(await ids()).toEqual([]);
	});

	it.each(both)('of %s fails while its answer does', async (event) => {
		const { create, ids, state } = polled(event);
		create(450);
		for (const wrong of [withRows((rows) => rows.slice(1)), empty])
			await expect(ids(wrong)).rejects.toThrow(/^The service re/);
		expect(state()).toBeUndefined();
		expect(await ids()).toEqual([]);
		create();
		expect(await ids()).toEqual([451]);
	});

	it('goes on until it has met all tasks that the list has', async () => {
		const { create, ids, state, faults } = polled('taskCreated');
		create(31);
		expect(await ids(doubled)).toEqual([]);
		expect(state()?.position.isFirst).toBe(true);
		expect(await ids()).toEqual([]);
		create();
		expect(await ids()).toEqual([32]);
		expect(faults).toEqual([]);
	});

	it('reports a list that never shows all tasks', async () => {
		const { create, ids, state, faults } = polled('taskCreated');
		create(31);
		await ids(doubled);
		await ids(doubled);
		expect(faults).toMatchObject([{ message: 'The service reported 31 tasks, but returned 16' }]);
		expect(state()?.position).toEqual({ point: '', isFirst: true });
	});
});

it.each([
	[430, 200],
	[530, 400],
])('of %i documents the next poll begins after %i', async (count, after) => {
	const { create, poll, state } = polled('documentCreated');
	create(count);
	await poll();
	expect(state()?.position.point).toMatch(new RegExp(`\\|${after}$`));
});

it('of 1,500 documents, those of the first page are followed if later pages lack their changes', async () => {
	const { create, change, ids } = polled('documentUpdated');
	create(1_500);
	await ids();
	for (const id of [5, 200, 5]) {
		create(600);
		expect(await ids()).toHaveLength(600);
		change(id);
		expect(await ids()).toEqual([id]);
		expect(await ids()).toEqual([]);
	}
});

it.each(both)('%s is read on where a page failed', async (event) => {
	const { create, ids, warnings, state } = polled(event);
	create(250);
	await ids();
	create(1_000);
	const out = await ids(undefined, undefined, undefined, refused);
	expect(out.length).toBeLessThan(1_000);
	expect(warnings).toEqual(['The next poll goes on where this one failed: Status 501']);
	const before = state();
	await expect(ids(refused)).rejects.toThrow('501');
	expect(state()).toBe(before);
	out.push(...(await ids()));
	expect(out).toEqual(from(251, 1_000));
});

it('the point stays behind a task that changes during a long reading', async () => {
	const { create, change, ids, state } = polled('taskUpdated', { pages: () => 1 });
	create(450, minute);
	do await ids();
	while (state()?.position.isFirst);
	create(450);
	const out = await ids();
	change(460);
	for (let polls = 0; polls < 12; polls++) {
		out.push(...(await ids()));
		create(20, minute);
	}
	expect(out.filter((id) => id === 460)).toHaveLength(2);
});

it.each(both)(
	'%s: a test in the panel gives the newest of 3,000 and touches nothing',
	async (event) => {
		const { create, ids, test, state } = polled(event);
		expect(await test()).toEqual([]);
		create(3_000, 1_000);
		expect((await test()).map(idIn)).toEqual([3_000]);
		expect(state()).toBeUndefined();
		await ids();
		const before = state();
		create();
		expect((await test()).map(idIn)).toEqual([3_001]);
		expect(state()).toBe(before);
	},
);

it.each([
	['taskCreated', 31],
	['documentCreated', 154],
])('%s: an empty answer between repeats nothing', async (event, length) => {
	const { create, ids } = polled(event);
	create(length);
	expect(await ids()).toEqual([]);
	expect(await ids(lying)).toEqual([]);
	expect(await ids()).toEqual([]);
	create();
	expect(await ids(lying)).toEqual([]);
	expect(await ids()).toEqual([length + 1]);
});

/** A trigger to whose requests the answers are given, in no time. */
const answered = (event: string, ...bodies: object[]) => {
	const { log, transport } = scripted(inTurn(...bodies.map((body) => ({ body }))));
	return { log, ...watched(transport, event, { now: () => 0 }) };
};

const time = (seconds: number) => new Date(Date.UTC(2026, 4, 4) + seconds * 1000).toISOString();
const task = (id: number, seconds: number) => ({ task_id: id, created_at: time(seconds) });
const listOf = (...tasks: unknown[]) => ({ tasks, total_count: tasks.length });

it.each<[string, number[], number | undefined]>([
	['are fewer than 20', from(0, 19).map((index) => index * 100), undefined],
	['are all of the last five minutes', from(0, 60), undefined],
	['are 30 of an hour', from(0, 30).map((index) => index * 120), 10 * 120],
	['are 60 of ten minutes', from(0, 60).map((index) => index * 10), 29 * 10],
	['are 60, of which one is from a clock ahead', [...from(0, 59), 10_000], 40],
])('where the tasks %s, the next poll starts at the right one', async (_what, times, start) => {
	const tasks = times.map((seconds, index) => task(index, seconds));
	const { log, poll } = answered('taskCreated', listOf(...tasks.toReversed()), listOf());
	await poll();
	await poll();
	const [, asked] = /"last_created_at":"([^"]+)"/.exec(log[1] ?? '') ?? [];
	expect(asked).toBe(start === undefined ? undefined : time(start));
});

it('a row whose ID or time cannot be used is left out with a warning', async () => {
	const odd = [{}, { ...task(9, 1), task_id: '9' }, { task_id: 8, created_at: 'soon' }];
	const { poll, warnings } = answered('taskCreated', listOf(), listOf(...odd, task(7, 1)));
	await poll();
	expect((await poll()).map(idIn)).toEqual([7]);
	expect(warnings).toEqual(['Left out 3 of 4 rows without a valid ID or time']);
});

it('a task is given when it gets into the chosen status, also again', async () => {
	const at = (seconds: number, status: string) =>
		listOf({ ...task(1, 1), updated_at: time(seconds), status });
	const statuses = ['completed', 'completed', 'pending', 'completed'];
	const { poll } = answered(
		'taskStatusIs',
		listOf(),
		...statuses.map((one, turn) => at(turn, one)),
	);
	const given = [await poll(), await poll(), await poll(), await poll(), await poll()];
	expect(given.map(({ length }) => length)).toEqual([0, 1, 0, 0, 1]);
});

const more = { has_next: true, next_cursor: '7' };
const full = from(1, 200).map((id) => ({ document_id: id }));

it.each<[string, string, object, string]>([
	['a list without a count', 'taskCreated', { tasks: [] }, 'did not report how many tasks'],
	['a search without an end', 'documentCreated', { documents: [] }, 'did not report if'],
	['a search without a row', 'documentCreated', { documents: [], ...more }, 'too few or no'],
	[
		'a search without a cursor',
		'documentCreated',
		{ documents: full, has_next: true },
		'too few or no cursor',
	],
])('%s fails the poll', async (_what, event, body, message) => {
	await expect(answered(event, body).poll()).rejects.toThrow(message);
});
