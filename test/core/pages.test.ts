import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PagesOptions, Row } from '../../src';
import { InvalidResponse } from '../../src';
import { pages } from '../../src/pages/pages';
import { seed } from '../support/seed';

/** What a response says of the rest: how many rows there are, or whether more follow. */
const both = ['total', 'more'] as const;

type Tells = (typeof both)[number];

/**
 * Happens with each answer, from 1 on: it changes the IDs of the rows, or gives what the answer has
 * instead of the page.
 */
type Change = (ids: number[], answer: number) => unknown;

/** The numbers from one up to another, without that. */
const idsFrom = (from: number, to: number): number[] =>
	Array.from({ length: to - from }, (_, index) => from + index);

/** Reads a list of so many rows in pages of 3; what was asked, and what came of it. */
const read = async (
	tells: Tells,
	length: number,
	{ offset = 0, ...options }: PagesOptions & { readonly offset?: number } = {},
	change: Change = () => undefined,
) => {
	const ids = idsFrom(0, length);
	const lasting = new Set(ids);
	const asked: string[] = [];
	const inFlight = { now: 0, most: 0 };
	const fetch = async (body: Row) => {
		const answer = asked.push(`${String(body.offset)}+${String(body.limit)}`);
		inFlight.most = Math.max(inFlight.most, ++inFlight.now);
		await new Promise(setImmediate);
		inFlight.now--;
		const other = change(ids, answer);
		for (const id of lasting) if (!ids.includes(id)) lasting.delete(id);
		if (other instanceof Error) throw other;
		const end = Number(body.offset) + Number(body.limit);
		const rows = ids.slice(Number(body.offset), end).map((id) => ({ id }));
		const instead = typeof other === 'object' && !Array.isArray(other) ? other : {};
		return { rows, total: ids.length, more: end < ids.length, ...instead };
	};
	const given: unknown[] = [];
	/** How many pages had been requested when each page was given. */
	const askedThen: number[] = [];
	let unsettled = 0;
	let failure: unknown;
	const paging = { rows: 'rows', id: 'id', maxLimit: 3, [tells]: tells };
	try {
		const onUnsettled = () => unsettled++;
		for await (const rows of pages(fetch, paging, { offset }, { onUnsettled, ...options })) {
			given.push(...rows.map(({ id }) => id));
			askedThen.push(asked.length);
		}
	} catch (error) {
		failure = error;
	}
	expect(new Set(given).size).toBe(given.length);
	const missing = [...lasting].slice(offset).filter((id) => !given.includes(id));
	return { asked, given, askedThen, missing, mostInFlight: inFlight.most, unsettled, failure };
};

/** Changes the list with one answer. */
const at =
	(when: number, change: Change): Change =>
	(ids, answer) =>
		answer === when ? change(ids, answer) : undefined;

const leave: Change = (ids) => ids.splice(1, 1);
const enterFirst: Change = (ids, answer) => ids.unshift(100 + answer);
const enterLast: Change = (ids, answer) => ids.push(100 + answer);
const replace: Change = (ids, answer) => [leave(ids, answer), enterLast(ids, answer)];
const moveUp: Change = (ids) => ids.unshift(...ids.splice(8, 1));
const swap: Change = (ids) => ids.splice(8, 1, ...ids.splice(1, 1, ids[8] ?? 0));
const page =
	(...rows: number[]): Change =>
	() => ({ rows: rows.map((id) => ({ id })), more: true });
const end: Change = () => ({ rows: [], total: 0, more: false });

describe.each(both)('a list that tells %s', (tells) => {
	it.each<[string, number, Parameters<typeof read>[2], string[]]>([
		['an empty one', 0, {}, ['0+3']],
		['one page', 3, {}, ['0+3']],
		['pages that begin with the last row of the one before', 5, {}, ['0+3', '2+3']],
		['up to a row that has a page for itself', 6, {}, ['0+3', '2+3', '4+3']],
		['a limit below a page', 20, { limit: 2 }, ['0+2']],
		['a limit of more pages, and no row more', 20, { limit: 7 }, ['0+3', '3+3', '6+1']],
		['a limit beyond the end', 5, { limit: 7 }, ['0+3', '3+3']],
		['from an offset on', 20, { limit: 4, offset: 10 }, ['10+3', '13+1']],
	])('is asked for %s', async (_name, length, options = {}, requests) => {
		const { asked, given, unsettled, failure } = await read(tells, length, options);
		const { limit = Infinity, offset = 0 } = options;
		expect(asked).toEqual(requests);
		expect(given).toEqual(idsFrom(offset, Math.min(length, offset + limit)));
		expect([unsettled, failure]).toStrictEqual([0, undefined]);
	});

	it('keeps the order of its rows with many pages in flight', async () => {
		const { given, unsettled, mostInFlight, asked } = await read(tells, 300, { parallel: 50 });
		expect(given).toEqual(idsFrom(0, 300));
		expect(unsettled).toBe(0);
		expect(mostInFlight).toBe(tells === 'total' ? 50 : 12);
		// 150 pages hold them all; those past the end were in flight when it was found.
		expect(asked.length).toBeLessThanOrEqual(tells === 'total' ? 150 : 150 + 11);
	});

	it('has the next pages in flight when it gives the rows of one', async () => {
		const { askedThen } = await read(tells, 20, { parallel: 4 });
		expect(askedThen.slice(0, 5)).toEqual(tells === 'total' ? [1, 6, 7, 8, 9] : [1, 3, 7, 7, 7]);
	});

	it('is read again if a row came between, in parallel only if the total shows a gap', async () => {
		const { asked, askedThen, unsettled } = await read(
			tells,
			40,
			{ parallel: 4 },
			at(2, enterFirst),
		);
		const first = asked.lastIndexOf('0+3');
		expect(unsettled).toBe(0);
		const askedAgain = askedThen.map((count) => count - first).filter((count) => count > 0);
		expect(askedAgain.slice(0, 3)).toEqual(tells === 'total' ? [1, 6, 7] : [1, 3, 4]);
	});

	it('is read on by pages that are smaller than asked for', async () => {
		const { asked } = await read(tells, 7, { limit: 7 }, (ids, answer) =>
			page(2 * answer - 2, 2 * answer - 1)(ids, answer),
		);
		expect(asked.slice(0, 3)).toEqual(['0+3', '2+2', '4+2']);
	});

	it('tells of a failed page at its turn, and asks for nothing after it', async () => {
		const lost = new Error('lost');
		const { asked, given, failure } = await read(
			tells,
			40,
			{ parallel: 3 },
			at(4, () => lost),
		);
		expect(failure).toBe(lost);
		expect(given).toEqual(idsFrom(0, 7));
		const { length } = asked;
		await new Promise(setImmediate);
		expect(asked).toHaveLength(length);
	});

	it.each([{}, { limit: 2 }])(
		'ends with an error if it claims rows and has none: %j',
		async (of) => {
			const { asked, failure } = await read(tells, 1, of, page());
			expect(failure).toBeInstanceOf(InvalidResponse);
			expect(failure).toMatchObject({
				fault: expect.stringMatching(/^The service returned no new/),
			});
			expect(asked.length).toBeLessThanOrEqual(2);
		},
	);

	it.each<[string, Change]>([
		['a row leaves', leave],
		['a row enters first', enterFirst],
		['a row leaves and one enters', replace],
		['a row moves up', moveUp],
		['two rows change places', swap],
		['the second page is empty', page()],
		['the second page is short', page(2, 3)],
		['the second page has a row twice', page(2, 3, 3)],
		['the second page is the first one again', page(0, 1, 2)],
	])('is read once more and whole, where once %s', async (_name, change) => {
		const { asked, missing, unsettled, failure } = await read(tells, 11, {}, at(2, change));
		expect({ missing, unsettled, failure }).toEqual({ missing: [], unsettled: 0 });
		expect(asked.length).toBeLessThanOrEqual(12);
	});

	it.each<[string, Change]>([
		['rows leave', leave],
		['rows leave and enter', replace],
		['rows enter first', enterFirst],
		['rows move', moveUp],
		['pages are empty after the first', (ids, n) => n % 5 !== 1 && page()(ids, n)],
		['each page is the first one', page(0)],
		['it claims ten million rows', () => ({ total: 1e7, more: true })],
		['it is empty the second time', (ids, n) => (n > 5 ? end(ids, n) : at(2, leave)(ids, n))],
	])('is read twice, and not said to be whole, where all the time %s', async (_name, change) => {
		const { asked, given, unsettled, failure } = await read(tells, 11, {}, change);
		expect([given.length > 0, unsettled, failure]).toStrictEqual([true, 1, undefined]);
		expect(asked.length).toBeLessThanOrEqual(40);
	});

	it.each<[string, Change, number, number]>([
		['a row comes first, so that one comes twice', enterFirst, 7, 1],
		['rows move', moveUp, 7, 1],
		['a row leaves, and as many come as wanted', leave, 7, 0],
		['a row leaves behind all that are wanted', (ids) => ids.splice(9, 1), 7, 0],
		['nothing changes', () => undefined, 20, 0],
	])('with a limit is read once, where %s', async (_name, change, limit, told) => {
		const { asked, unsettled } = await read(tells, 11, { limit }, at(2, change));
		expect(asked.length).toBeLessThanOrEqual(4);
		expect(unsettled).toBe(told);
	});
});

it.each<[string, PagesOptions, Change]>([
	['is shorter than its limit, as a row left', { limit: 13 }, at(2, leave)],
	['grows by a page with each page', {}, (ids, n) => ids.push(...idsFrom(100 * n, 100 * n + 3))],
])('a list with a total that %s is not said to be whole', async (_name, options, change) => {
	const { asked, unsettled } = await read('total', 11, options, change);
	expect(unsettled).toBe(1);
	expect(asked.length).toBeLessThanOrEqual(25);
});

it('says with each page how many rows there are', async () => {
	const totals: number[] = [];
	for (const tells of both) await read(tells, 5, { onTotal: (total) => totals.push(total) });
	expect(totals).toStrictEqual([5, 5]);
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

it.each(both.flatMap((tells) => [[tells, 1] as const, [tells, 4] as const]))(
	'a list that tells %s, %s pages at once, is never short without saying so',
	async (tells, parallel) => {
		let whole = 0;
		await fc.assert(
			fc.asyncProperty(fc.nat({ max: 20 }), changes, async (length, given) => {
				const { missing, unsettled, asked } = await read(
					tells,
					length,
					{ parallel },
					(ids, answer) => {
						for (const one of given) if (one.answer === answer) one.change(ids, one.place);
					},
				);
				if (unsettled === 0) expect(missing).toEqual([]);
				if (unsettled === 0) whole++;
				expect(asked.length).toBeLessThanOrEqual(40);
			}),
			{ seed, numRuns: 300 },
		);
		expect(whole).toBeGreaterThan(100);
	},
);
