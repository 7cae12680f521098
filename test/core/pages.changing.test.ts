import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PagedList } from '../support/pagedList';
import { idsFrom, readPaged } from '../support/pagedList';

type Change = (ids: number[], answer: number) => unknown;

/** Changes the list before one response. */
const at =
	(when: number, change: Change): PagedList['before'] =>
	(answer, ids) =>
		answer === when && change(ids, answer);
const always =
	(change: Change): PagedList['before'] =>
	(answer, ids) =>
		change(ids, answer);

const leave: Change = (ids) => ids.splice(1, 1);
const enterFirst: Change = (ids, answer) => ids.unshift(100 + answer);
const enterLast: Change = (ids, answer) => ids.push(100 + answer);
const replace: Change = (ids, answer) => leave(ids, answer) && enterLast(ids, answer);
const moveUp: Change = (ids) => ids.unshift(...ids.splice(8, 1));
const swap: Change = (ids) => {
	const [one, other] = [ids[1], ids[8]];
	if (one !== undefined && other !== undefined) [ids[1], ids[8]] = [other, one];
};

describe.each(['total', 'more'] as const)('a list of 11 that tells %s', (tells) => {
	const read = async (list: Partial<PagedList>, limit?: number) => {
		const paged = { tells, ids: idsFrom(0, 11), ...list };
		const result = await readPaged(paged, limit === undefined ? {} : { limit });
		expect(result.failure).toBeUndefined();
		expect(new Set(result.given).size).toBe(result.given.length);
		return result;
	};

	it.each<[string, Change]>([
		['a row leaves', leave],
		['a row enters first', enterFirst],
		['a row leaves and one enters', replace],
		['a row moves up', moveUp],
		['two rows change places', swap],
	])('is read once more and whole, where %s', async (_name, change) => {
		const { asked, missing, unsettled } = await read({ before: at(2, change) });
		expect({ missing, unsettled }).toEqual({ missing: [], unsettled: 0 });
		expect(asked.length).toBeLessThanOrEqual(12);
	});

	it.each<[string, object]>([
		['an empty page', { rows: [], more: true }],
		['a short page', { rows: [{ id: 2 }, { id: 3 }], more: true }],
		['the first page again', { rows: [{ id: 0 }, { id: 1 }, { id: 2 }], more: true }],
	])('is whole where the second page is %s, once', async (_name, page) => {
		const instead = (answer: number) => (answer === 2 ? page : undefined);
		const { missing, unsettled } = await read({ instead });
		expect({ missing, unsettled }).toEqual({ missing: [], unsettled: 0 });
	});

	it.each<[string, Partial<PagedList>]>([
		['rows leave all the time', { before: always(leave) }],
		['rows leave and enter all the time', { before: always(replace) }],
		['rows enter first all the time', { before: always(enterFirst) }],
		['rows move all the time', { before: always(moveUp) }],
		['its pages are empty after the first', { instead: (n) => (n % 5 === 1 ? undefined : none) }],
		['each page is the first one', { instead: () => ({ rows: [{ id: 0 }], more: true }) }],
	])('is read twice, and not said to be whole, where %s', async (_name, list) => {
		const { asked, unsettled } = await read(list);
		expect(unsettled).toBe(1);
		expect(asked.length).toBeLessThanOrEqual(40);
	});

	it('is not said to be whole if it is empty the second time', async () => {
		const instead = (answer: number) =>
			answer > 5 ? { rows: [], total: 0, more: false } : undefined;
		const { given, unsettled } = await read({ before: at(2, leave), instead });
		expect(given.length).toBeGreaterThan(8);
		expect(unsettled).toBe(1);
	});

	it.each<[string, Change, number, number]>([
		['a row comes first, so that one comes twice', enterFirst, 7, 1],
		['rows move', moveUp, 7, 1],
		['a row leaves, and as many come as wanted', leave, 7, 0],
		['a row leaves behind all that are wanted', (ids) => ids.splice(9, 1), 7, 0],
		['nothing changes', () => undefined, 20, 0],
	])('with a limit is read once, where %s', async (_name, change, limit, told) => {
		const { asked, unsettled } = await read({ before: at(2, change) }, limit);
		expect(asked.length).toBeLessThanOrEqual(4);
		expect(unsettled).toBe(told);
	});
});

/** A page that has no rows, although more should follow. */
const none = { rows: [], more: true };

it('grows by a page with each page: it is left after two readings, and said not to be whole', async () => {
	const grow: Change = (ids, answer) => ids.push(...idsFrom(100 * answer, 100 * answer + 3));
	const list: PagedList = { tells: 'total', ids: idsFrom(0, 11), before: always(grow) };
	const { asked, missing, unsettled } = await readPaged(list, { parallel: 4 });
	expect({ missing, unsettled }).toEqual({ missing: [], unsettled: 1 });
	expect(asked.length).toBeLessThanOrEqual(25);
});

it('a limited list that is shorter than its limit says that rows left', async () => {
	const list: PagedList = { tells: 'total', ids: idsFrom(0, 7), before: at(2, leave) };
	expect((await readPaged(list, { limit: 9 })).unsettled).toBe(1);
});

/** No rows that change places: beside one that leaves, nothing tells such a list from a whole one. */
const changes = fc.array(
	fc.record({
		answer: fc.integer({ min: 1, max: 20 }),
		change: fc.constantFrom<Change[]>(
			(ids, place) => ids.splice(place % Math.max(ids.length, 1), 1),
			(ids, place) => ids.splice(place % (ids.length + 1), 0, 100 + place),
			enterLast,
		),
		place: fc.nat({ max: 1_000 }),
	}),
	{ maxLength: 6 },
);

it.each<[PagedList['tells'], number]>([
	['total', 1],
	['total', 4],
	['more', 1],
	['more', 4],
])(
	'a list that tells %s, %s pages at once, is never short without saying so',
	async (tells, parallel) => {
		let whole = 0;
		await fc.assert(
			fc.asyncProperty(fc.nat({ max: 20 }), changes, async (length, given) => {
				const before: PagedList['before'] = (answer, ids) => {
					for (const one of given) if (one.answer === answer) one.change(ids, one.place);
				};
				const list: PagedList = { tells, ids: idsFrom(0, length), before };
				const { given: ids, missing, unsettled, asked } = await readPaged(list, { parallel });
				expect(new Set(ids).size).toBe(ids.length);
				if (unsettled === 0) expect(missing).toEqual([]);
				if (unsettled === 0) whole++;
				expect(asked.length).toBeLessThanOrEqual(40);
			}),
			{ numRuns: 300 },
		);
		expect(whole).toBeGreaterThan(100);
	},
);
