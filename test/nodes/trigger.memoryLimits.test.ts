import { expect, it } from '@jest/globals';
import type { Memory } from '../../nodes/ContractWorkflowPollingTrigger/comparing/memory';
import { forget } from '../../nodes/ContractWorkflowPollingTrigger/comparing/memory';
import type { Reading, Watch } from '../../nodes/ContractWorkflowPollingTrigger/watch';

/** What is forgotten of a memory of 2,000 rows, or of 10,000 rows and their old values. */

const watchOf = (more: Partial<Watch> = {}) =>
	({ idOf: ({ id }) => String(id), remembersPassed: true, ...more }) as Watch;

/** Stores what it compares, and keeps as much of it as is said. */
const comparing = (shortened: (token: string) => string) =>
	watchOf({ comparison: { shortened } as Watch['comparison'] });

const reading = (more: Partial<Reading> = {}): Reading => ({
	rows: [],
	next: 'later',
	passed: [],
	again: 0,
	isPart: false,
	...more,
});

/** Rows of these numbers, the one that was seen longest ago first. */
const rows = (count: number, token = ''): Memory =>
	new Map(Array.from({ length: count }, (_, index) => [String(index), token]));

/** The rows that are gone from a memory. */
const gone = (watch: Watch, seen: Memory, read: Reading, from = 'before'): string[] => {
	const before = [...seen.keys()];
	forget(watch, seen, from, read);
	return before.filter((id) => !seen.has(id));
};

it('forgets passed rows, save those at the start of every reading', () => {
	const read = reading({ passed: ['0', '1', '2'], first: [{ id: 1 }] });
	expect(gone(watchOf({ remembersPassed: false }), rows(4), read)).toEqual(['0', '2']);
	expect(gone(watchOf(), rows(4), read)).toEqual([]);
});

it('forgets nothing while the next reading starts at the same point', () => {
	const read = reading({ passed: ['0', '1'] });
	expect(gone(watchOf({ remembersPassed: false }), rows(3_000), read, 'later')).toEqual([]);
});

it.each([
	['as many rows as are kept', 2_000, {}, []],
	['one more', 2_001, {}, ['0']],
	['one more, which comes again', 2_001, { again: 1 }, []],
	['more than there are to come again', 3, { again: 5 }, []],
	['two more, and rows that come again', 2_012, { again: 10 }, ['0', '1']],
	['two more beside a row that each reading has', 2_003, { first: [{ id: 0 }] }, ['1', '2']],
	['one more beside a later one of those', 2_002, { first: [{ id: 7 }] }, ['0']],
])('keeps 2,000 rows of whole rows: %s', (_what, count, more, expected) => {
	expect(gone(watchOf(), rows(count, 'x'.repeat(600)), reading(more))).toEqual(expected);
});

it.each([
	['as many rows as are kept', 10_000, []],
	['two more', 10_002, ['0', '1']],
])('keeps 10,000 rows whose values are compared: %s', (_what, count, expected) => {
	expect(gone(comparing(String), rows(count), reading())).toEqual(expected);
});

it.each([
	['just as many', 10, 99_991, []],
	['more', 11, 100_000, ['0', '1']],
	['more, of which one alone suffices', 11, 90_902, ['0']],
])('keeps a million characters, 8 for each row with them: %s', (_what, count, length, expected) => {
	const names = 'abcdefghijk'.slice(0, count).split('');
	const seen = new Map(names.map((name) => [name, 'x'.repeat(length)]));
	expect(gone(comparing(String), seen, reading())).toEqual(
		expected.map((index) => names[Number(index)]),
	);
});

it.each([
	['just as many', ['a', 'b'], 250_000, []],
	['more', ['a', 'b', 'c', 'd'], 200_000, ['a', 'b']],
])(
	'keeps half a million characters of old values, the latest ones: %s',
	(_what, ids, length, cut) => {
		const seen: Memory = new Map(ids.map((id) => [id, 'x'.repeat(length)]));
		expect(
			gone(
				comparing(() => 'short'),
				seen,
				reading(),
			),
		).toEqual([]);
		expect(ids.filter((id) => seen.get(id) === 'short')).toEqual(cut);
	},
);

it('keeps all of what is stored for whole rows', () => {
	const seen = rows(20, 'x'.repeat(100_000));
	expect(gone(watchOf(), seen, reading())).toEqual([]);
	expect(new Set(seen.values())).toEqual(new Set(['x'.repeat(100_000)]));
});
