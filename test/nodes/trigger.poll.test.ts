import { describe, expect, it } from '@jest/globals';
import type { PollState } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import { newest, poll } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import type {
	Comparison,
	ReadOptions,
	Reading,
	Watch,
} from '../../nodes/ContractWorkflowPollingTrigger/watch';
import type { Row } from '../../src';

/** Polls of a list whose readings are given, one after the other. */

const row = (id: number, value?: unknown): Row => ({ id, ...(value !== undefined && { value }) });

/** The token of a row is its value; a row without one is not watched. */
const scripted = (readings: ReadonlyArray<Partial<Reading>>, more: Partial<Watch> = {}) => {
	const calls: Array<ReadOptions & { readonly from: string }> = [];
	const watch: Watch = {
		key: 'tasks',
		read: (from, options) => {
			const given = readings[calls.length] ?? {};
			calls.push({ ...options, from });
			const rest = { next: `after ${calls.length}`, passed: [], again: 0, isPart: false };
			return Promise.resolve({ rows: [], ...rest, ...given });
		},
		starts: () => ['day', 'month', ''],
		idOf: ({ id }) => String(id),
		tokenOf: ({ value }) => (value === undefined ? undefined : String(value)),
		matches: ({ value }) => value !== 'unwanted',
		remembersPassed: false,
		...more,
	};
	return { watch, calls, froms: () => calls.map(({ from }) => from) };
};

const hasTime = () => true;
const now = Date.parse('2026-01-02T03:04:05Z');
const once = async (
	{ watch }: ReturnType<typeof scripted>,
	state?: PollState,
	{ backlog = false }: { readonly backlog?: boolean } = {},
) => await poll(watch, state, { now, backlog, hasTime });

const stateOf = (more: Partial<PollState> = {}): PollState => ({
	watch: 'tasks',
	from: 'before',
	seen: [],
	...more,
});

const ids = (news: ReadonlyArray<{ readonly row: Row }>) => news.map(({ row: { id } }) => id);

describe('a first poll', () => {
	it('starts nothing, and remembers what there is once two readings show the same', async () => {
		const list = scripted([
			{ rows: [row(1, 'a'), row(2, 'a')] },
			{ rows: [row(2, 'a'), row(3, 'a')] },
			{ rows: [row(3, 'a')] },
			{ rows: [row(4, 'a')] },
		]);
		const { news, state } = await once(list);
		expect(news).toEqual([]);
		expect(list.froms()).toEqual(['day', 'after 1', 'after 2']);
		expect(state).toStrictEqual({
			watch: 'tasks',
			from: 'after 3',
			seen: [
				['1', 'a'],
				['2', 'a'],
				['3', 'a'],
			],
		});
		expect(list.calls.map(({ onlyEnd }) => onlyEnd)).toEqual([true, true, true]);
	});

	it('reads three times more at most', async () => {
		const list = scripted([1, 2, 3, 4, 5, 6].map((id) => ({ rows: [row(id, 'a')] })));
		expect((await once(list)).state.seen.map(([id]) => id)).toEqual(['1', '2', '3', '4']);
		expect(list.calls).toHaveLength(4);
	});

	it('counts a row at the start of a reading as shown', async () => {
		const list = scripted([{ rows: [row(1, 'a')], first: [row(9, 'a')] }, { rows: [row(9, 'a')] }]);
		expect((await once(list)).state.seen.map(([id]) => id)).toEqual(['1', '9']);
		expect(list.calls).toHaveLength(2);
		const other = scripted([{ rows: [row(1, 'a')] }, { first: [row(9, 'a')] }, {}]);
		expect((await once(other)).state.seen.map(([id]) => id)).toEqual(['1', '9']);
		expect(other.calls).toHaveLength(3);
	});

	it('forgets what no later reading returns', async () => {
		const list = scripted([
			{ rows: [row(1, 'a'), row(2, 'a')], passed: ['1'] },
			{ rows: [row(3, 'a')], passed: ['2'] },
			{ rows: [] },
		]);
		expect((await once(list)).state.seen).toEqual([['3', 'a']]);
	});

	it('starts further back while it finds nothing', async () => {
		const list = scripted([{}, {}, { rows: [row(1, 'a')] }]);
		await once(list);
		expect(list.froms()).toEqual(['day', 'month', '', 'after 3']);
		const none = scripted([], { starts: () => [] });
		await once(none);
		expect(none.froms()).toEqual(['', 'after 1']);
	});

	it('remembers rows that exist before it starts, from two responses', async () => {
		const present = [[row(1, 'a')], [row(2, 'a')], [row(3, 'a')]];
		const list = scripted([], { present: () => Promise.resolve(present.shift() ?? []) });
		expect((await once(list)).state.seen.map(([id]) => id)).toEqual(['1', '2']);
		const later = scripted([], { present: () => Promise.resolve([row(8, 'a')]) });
		const { state } = await once(later, stateOf({ isBeginning: true }));
		expect(state.seen).toEqual([]);
	});

	it('of a list that is too long for one poll goes on in the next ones', async () => {
		const pass = { offset: 1, mark: '', met: [1], late: [] };
		const list = scripted([{ rows: [row(1, 'a')], isPart: true, pass }]);
		const first = await once(list);
		expect(list.calls).toHaveLength(1);
		expect(first.state).toStrictEqual(
			stateOf({ from: 'after 1', seen: [['1', 'a']], pass, isBeginning: true }),
		);
		const rest = scripted([{ rows: [row(2, 'a')] }, { rows: [row(2, 'a')] }]);
		const second = await once(rest, first.state);
		expect(second.news).toEqual([]);
		expect(second.state).toStrictEqual(
			stateOf({
				from: 'after 2',
				seen: [
					['1', 'a'],
					['2', 'a'],
				],
			}),
		);
		expect(
			rest.calls.map(({ from, pass: given, onlyEnd }) => [from, given, onlyEnd]),
		).toStrictEqual([
			['after 1', pass, false],
			['after 1', undefined, false],
		]);
	});

	it('keeps its own reading where the next one is a part of what is known', async () => {
		const list = scripted([{ rows: [row(1, 'a')] }, { rows: [row(1, 'b')], isPart: true }]);
		expect((await once(list)).state).toStrictEqual(
			stateOf({ from: 'after 1', seen: [['1', 'a']] }),
		);
		const more = scripted([{ rows: [row(1, 'a')] }, { rows: [row(2, 'b')], isPart: true }]);
		expect((await once(more)).state).toStrictEqual(
			stateOf({
				from: 'after 2',
				seen: [
					['1', 'a'],
					['2', 'b'],
				],
				isBeginning: true,
			}),
		);
		const going = scripted([{ rows: [row(1, 'a')] }, { rows: [row(2, 'b')], isPart: true }]);
		const { state } = await once(going, stateOf({ isBeginning: true }));
		expect(state).toStrictEqual(stateOf({ from: 'after 1', seen: [['1', 'a']] }));
	});

	it('returns the backlog if that is wanted, and reads it from the start of the list', async () => {
		const list = scripted([{ rows: [row(1, 'a'), row(2)], first: [row(9, 'a')] }]);
		const { news, state } = await once(list, undefined, { backlog: true });
		expect([ids(news), state.seen]).toEqual([[1], [['1', 'a']]]);
		expect(list.froms()).toEqual(['']);
		const none = scripted([], { starts: () => [] });
		await once(none, undefined, { backlog: true });
		expect(none.froms()).toEqual(['']);
	});

	it('returns no backlog of a list that was watched before', async () => {
		const compared = {
			comparison: { key: 'other', changeOf: () => null } as unknown as Comparison,
		};
		const list = scripted([{ rows: [row(1, 'a')] }], { ...compared, isSame: () => false });
		const { news, state } = await once(list, stateOf({ seen: [['7', 'a']] }), { backlog: true });
		expect([news, state.compared, state.seen]).toEqual([[], 'other', [['1', 'a']]]);
		expect(list.froms()[0]).toBe('day');
	});
});

describe('a later poll', () => {
	it('returns what is new or changed, and remembers it as the latest', async () => {
		const seen = [
			['1', 'a'],
			['2', 'a'],
			['3', 'a'],
			['4', 'a'],
		] as const;
		const rows = [row(2, 'b'), row(1, 'a'), row(5, 'a'), row(3), row(6, 'unwanted')];
		const { news, state } = await once(scripted([{ rows }]), stateOf({ seen }));
		expect(news).toStrictEqual([{ row: row(2, 'b') }, { row: row(5, 'a') }]);
		expect(state).toStrictEqual(
			stateOf({
				from: 'after 1',
				seen: [
					['4', 'a'],
					['2', 'b'],
					['1', 'a'],
					['5', 'a'],
					['6', 'unwanted'],
				],
			}),
		);
	});

	it('forgets what no later reading returns', async () => {
		const list = scripted([{ rows: [row(2, 'a')], passed: ['1'] }]);
		const { state } = await once(list, stateOf({ seen: [['1', 'a']] }));
		expect(state.seen).toEqual([['2', 'a']]);
	});

	it('begins anew for other settings', async () => {
		const list = scripted([{ rows: [row(1, 'b')] }, { rows: [row(1, 'b')] }]);
		const { news } = await once(list, stateOf({ watch: 'documents', seen: [['1', 'a']] }));
		expect([news, list.froms()]).toEqual([[], ['day', 'after 1']]);
	});
});

describe('a row at the start of the list', () => {
	const atStart = async (state: PollState, reading: Partial<Reading>) => {
		const { news, state: after } = await once(scripted([reading]), state);
		return [ids(news), Object.fromEntries(after.seen)];
	};

	it('is no news where it moved up, until the other rows show it', async () => {
		const first = [row(7, 'a')];
		expect(await atStart(stateOf(), { first })).toEqual([[], { 7: 'first a' }]);
		const moved = stateOf({ seen: [['7', 'first a']] });
		expect(await atStart(moved, { first })).toEqual([[], { 7: 'first a' }]);
		expect(await atStart(moved, { first: [row(7, 'b')] })).toEqual([[7], { 7: 'b' }]);
		expect(await atStart(moved, { rows: first })).toEqual([[7], { 7: 'a' }]);
		expect(await atStart(moved, { first, rows: first })).toEqual([[7], { 7: 'a' }]);
	});

	it('is news where it was known and has changed', async () => {
		const known = stateOf({
			seen: [
				['7', 'a'],
				['8', 'a'],
			],
		});
		expect(await atStart(known, { first: [row(7, 'a')] })).toEqual([[], { 8: 'a', 7: 'a' }]);
		expect(await atStart(known, { first: [row(7, 'b')] })).toEqual([[7], { 8: 'a', 7: 'b' }]);
		const { state } = await once(scripted([{ first: [row(7, 'a')] }]), known);
		expect(state.seen.map(([id]) => id)).toEqual(['8', '7']);
	});

	it('that the other rows show, too, comes in their order', async () => {
		const known = stateOf({ seen: [['7', 'a']] });
		const both = { first: [row(7, 'b')], rows: [row(1, 'b'), row(7, 'b')] };
		expect(await atStart(known, both)).toEqual([[1, 7], { 1: 'b', 7: 'b' }]);
	});

	it('says nothing to a reading of the whole list', async () => {
		const known = stateOf({ from: '', seen: [['7', 'a']] });
		expect(await atStart(known, { first: [row(7, 'b')] })).toEqual([[], { 7: 'a' }]);
	});

	it('that is no longer watched is remembered without a token', async () => {
		expect(await atStart(stateOf(), { first: [row(7)] })).toEqual([[], { 7: 'first ' }]);
	});
});

/** Compares the value of a row, and notes the values that it was compared with. */
const comparing = (asked: unknown[] = []): Partial<Watch> => ({
	comparison: {
		key: 'value',
		changeOf: ({ value }, known) => {
			asked.push(known);
			return value === 'passed over' ? undefined : { value: { before: known, after: value } };
		},
		shortened: () => 'short',
		sampleOf: ({ value }, known) => ({ value: { before: known, after: value } }),
	},
	// Nothing known counts as fields without values.
	isSame: (_row, known) => known === undefined || known.startsWith('same'),
	remembersPassed: true,
});

describe('a poll that compares fields', () => {
	it('returns what has changed, and what it was before', async () => {
		const asked: unknown[] = [];
		const seen = [
			['1', 'a'],
			['2', 'same'],
			['3', 'a'],
			['7', 'first a'],
			['8', 'first same'],
		] as const;
		const rows = [row(1, 'b'), row(2, 'b'), row(3, 'passed over'), row(4, 'b'), row(8, 'b')];
		const list = scripted([{ rows, first: [row(7, 'b')] }], comparing(asked));
		const { news, state } = await once(list, stateOf({ compared: 'value', seen }));
		expect(news).toStrictEqual([
			{ row: row(7, 'b'), changed: { value: { before: 'a', after: 'b' } } },
			{ row: row(1, 'b'), changed: { value: { before: 'a', after: 'b' } } },
			{ row: row(4, 'b'), changed: { value: { before: undefined, after: 'b' } } },
			{ row: row(8, 'b'), changed: { value: { before: undefined, after: 'b' } } },
		]);
		expect(asked).toStrictEqual(['a', 'a', 'a', undefined, undefined]);
		expect(state.compared).toBe('value');
		expect(Object.keys(state)).toEqual(['watch', 'compared', 'from', 'seen']);
	});

	it('stores half a million characters of old values, also while the list does not go on', async () => {
		const long = 'x'.repeat(300_000);
		const list = scripted([{ next: 'before', rows: [row(1, long), row(2, long)] }], comparing());
		const { state } = await once(list, stateOf({ compared: 'value' }));
		expect(state.seen.map(([, { length }]) => length)).toEqual([5, 300_000]);
	});
});

describe('a test in the panel', () => {
	const test = async (list: ReturnType<typeof scripted>, before?: PollState) =>
		await newest(list.watch, before, { now, hasTime });

	it('shows the newest row that would start the workflow', async () => {
		const rows = [row(1, 'a'), row(2, 'b'), row(3), row(4, 'unwanted')];
		const list = scripted([{ rows }]);
		expect(await test(list)).toStrictEqual({ row: row(2, 'b') });
		expect(list.calls.map(({ from, onlyEnd }) => [from, onlyEnd])).toEqual([['day', true]]);
	});

	it('starts further back while there is none, and where the trigger is first', async () => {
		const none = scripted([]);
		expect(await test(none)).toBeUndefined();
		expect(none.froms()).toEqual(['day', 'month', '']);
		const known = scripted([]);
		await test(known, stateOf());
		expect(known.froms()).toEqual(['before', 'day', 'month', '']);
		const foreign = scripted([]);
		await test(foreign, stateOf({ watch: 'documents' }));
		expect(foreign.froms()).toEqual(['day', 'month', '']);
	});

	it('goes on in a long list, twenty times at most', async () => {
		const part = { rows: [row(1, 'a')], isPart: true };
		const list = scripted([part, { rows: [row(2, 'a')], isPart: true }, { rows: [row(3)] }]);
		expect(await test(list)).toStrictEqual({ row: row(2, 'a') });
		expect(list.froms()).toEqual(['day', 'after 1', 'after 2']);
		const endless = scripted(Array.from({ length: 50 }, () => part));
		expect(await test(endless)).toStrictEqual({ row: row(1, 'a') });
		expect(endless.calls).toHaveLength(20);
	});

	it('does not go on where the next reading would only move in the list', async () => {
		const pass = { offset: 1, mark: '', met: [1], late: [] };
		const list = scripted([{ rows: [row(1, 'a')], isPart: true, pass }]);
		expect(await test(list)).toStrictEqual({ row: row(1, 'a') });
		expect(list.calls).toHaveLength(1);
	});

	it.each([
		['what it was', 'value', 'a', 'a'],
		['what it was when it moved up', 'value', 'first a', 'a'],
		['nothing of other fields', 'other', 'a', undefined],
	])('shows a change of a row, with %s', async (_what, compared, token, before) => {
		const list = scripted([{ rows: [row(1, 'b')] }], comparing());
		expect(await test(list, stateOf({ compared, seen: [['1', token]] }))).toStrictEqual({
			row: row(1, 'b'),
			changed: { value: { before, after: 'b' } },
		});
	});
});
