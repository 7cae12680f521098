import { describe, expect, it } from '@jest/globals';
import type { PagesOptions } from '../../src';
import type { PagedList } from '../support/pagedList';
import { readPaged, rowsFrom } from '../support/pagedList';

const tellings = ['total', 'more'] as const;

const idsTo = (count: number) => rowsFrom(0, count).map(({ id }) => id);

/** Puts new rows first, or last, before each answer after the first one. */
const growing =
	(count: number, place: 'first' | 'last'): PagedList['before'] =>
	(answer, rows) => {
		const fresh = rowsFrom(100 * answer, 100 * answer + count);
		if (answer > 1) rows.splice(place === 'first' ? 0 : rows.length, 0, ...fresh);
	};

describe.each(tellings)('a list that tells %s', (tells) => {
	it('is read up to its last row, where that fills a page', async () => {
		const { asked, given } = await readPaged({ tells, rows: rowsFrom(0, 5), maxLimit: 3 });
		expect(asked).toEqual(['0+3', '2+3']);
		expect(given).toEqual(idsTo(5));
	});

	it('is read on from the end of a page that is smaller than those before', async () => {
		const rows = rowsFrom(0, 12);
		const size = (answer: number) => (answer < 3 ? 5 : 3);
		const { asked, given } = await readPaged({ tells, rows, maxLimit: 5, size });
		expect(asked).toEqual(['0+5', '4+5', '8+5', '10+3']);
		expect(given).toEqual(idsTo(12));
	});

	it('is read where each page has one row, and each row is then read again', async () => {
		const list: PagedList = { tells, rows: rowsFrom(0, 3), maxLimit: 3, size: () => 1 };
		const { asked, given, unsettled } = await readPaged(list);
		const again = { total: ['0+3', '1+1', '2+1'], more: ['2+1', '0+3', '1+1'] };
		expect(asked).toEqual(['0+3', '1+1', '2+1', ...again[tells]]);
		expect(given).toEqual(idsTo(3));
		expect(unsettled).toBe(0);
	});

	it('gives rows without an id once each, and is not settled where nothing joins its pages', async () => {
		const whole = await readPaged({ tells, rows: [{}, {}, {}], maxLimit: 3 });
		expect(whole.given).toStrictEqual([undefined, undefined, undefined]);
		const single = await readPaged({ tells, rows: [{}, {}, {}], maxLimit: 1 });
		expect(single.asked).toHaveLength(6);
		expect(single.given).toStrictEqual([undefined, undefined, undefined]);
		expect(single.unsettled).toBe(1);
	});

	it('is not settled where the rows that were to come next went, and none has an id', async () => {
		const before: PagedList['before'] = (answer, rows) => answer === 2 && rows.splice(1);
		const list: PagedList = { tells, rows: [{}, {}, {}], maxLimit: 2, before };
		const { given, unsettled } = await readPaged(list);
		expect(given).toStrictEqual([undefined, undefined]);
		expect(unsettled).toBe(1);
	});

	it('ends with an error at the first page without rows, where more should follow', async () => {
		const instead = () => ({ rows: [], more: true });
		const list: PagedList = { tells, rows: rowsFrom(0, 5), maxLimit: 3, instead };
		const { asked, failure } = await readPaged(list, { parallel: 4 });
		expect(failure).toMatchObject({ fault: { kind: 'noProgress' } });
		expect(asked).toEqual(['0+3']);
	});

	it('ends with an error when three more pages are the first one again', async () => {
		const instead = () => ({ rows: rowsFrom(0, 3) });
		const list: PagedList = { tells, rows: rowsFrom(0, 20), maxLimit: 3, instead };
		const { askedThen, failure } = await readPaged(list);
		expect(failure).toMatchObject({ fault: { kind: 'noProgress' } });
		expect(askedThen).toHaveLength(3);
	});

	it('is read up to the limit, however much it grows at its end', async () => {
		const before = growing(4, 'last');
		const list: PagedList = { tells, rows: rowsFrom(0, 5), maxLimit: 4, before };
		const { asked, given } = await readPaged(list, { limit: 20 });
		expect(asked).toEqual(['0+4', '4+4', '8+4', '12+4', '16+4']);
		expect(given).toHaveLength(20);
	});

	it('asks for a single page after a page that is too small', async () => {
		const size = (answer: number) => (answer === 2 ? 3 : 5);
		const list: PagedList = { tells, rows: rowsFrom(0, 24), maxLimit: 5, size };
		const whole = await readPaged(list, { parallel: 3 });
		const ahead = tells === 'total' ? ['12+5', '16+5'] : [];
		const asked = ['0+5', '4+5', '8+5', ...ahead, '6+3'];
		expect(whole.asked.slice(0, asked.length + 1)).toEqual([...asked, '8+3']);
		expect(whole.given).toEqual(idsTo(24));
		// It may be the end of a list that claims more rows.
		const instead = (answer: number) => (answer > 2 ? { rows: [], more: true } : undefined);
		const ended = await readPaged({ ...list, instead }, { parallel: 3 });
		expect(ended.asked).toEqual(asked);
		expect(ended.failure).toMatchObject({ fault: { kind: 'noProgress' } });
	});

	it('tells of a failed page at its turn, and asks for nothing after it', async () => {
		const lost = new Error('lost');
		const instead = (answer: number) => (answer === 3 ? lost : undefined);
		const list: PagedList = { tells, rows: rowsFrom(0, 40), maxLimit: 3, instead };
		const { asked, given, failure } = await readPaged(list, { parallel: 2 });
		expect(failure).toBe(lost);
		expect(given).toEqual(idsTo(5));
		expect(asked).toEqual(['0+3', '2+3', '4+3', ...(tells === 'total' ? ['6+3'] : [])]);
	});
});

describe('pages whose rows are all known', () => {
	const turns = [
		[0, 1, 2],
		[1, 0, 2],
		[2, 1, 0],
		[0, 2, 1],
	];
	const instead: PagedList['instead'] = (answer) => {
		const ids = turns[answer - 1];
		return ids && { rows: ids.map((id) => ({ id })) };
	};

	it('do not end a list that tells its length, while their rows change places', async () => {
		const list: PagedList = { tells: 'total', rows: rowsFrom(0, 12), maxLimit: 3, instead };
		const { given, unsettled, failure } = await readPaged(list);
		expect(failure).toBeUndefined();
		expect([...given].sort((one, other) => Number(one) - Number(other))).toEqual(idsTo(12));
		expect(unsettled).toBe(0);
	});

	it('end a list with an error that only tells whether it goes on', async () => {
		const list: PagedList = { tells: 'more', rows: rowsFrom(0, 12), maxLimit: 3, instead };
		const { askedThen, failure } = await readPaged(list);
		expect(failure).toMatchObject({ fault: { kind: 'noProgress' } });
		expect(askedThen).toHaveLength(3);
	});
});

it.each([0, 2])(
	'a list that grows by a page with each page is left at twice its length, from row %s',
	async (offset) => {
		const before = growing(3, 'first');
		const list: PagedList = { tells: 'total', rows: rowsFrom(0, 11 + offset), maxLimit: 4, before };
		const { askedThen, given, unsettled, failure } = await readPaged(list, {}, offset);
		expect(failure).toBeUndefined();
		// Each page is 3 rows further: the 7th one ends 22 rows behind the first row.
		expect(askedThen).toHaveLength(7);
		expect(given).toEqual(rowsFrom(offset, offset + 4).map(({ id }) => id));
		expect(unsettled).toBe(1);
	},
);

describe('how many pages are asked for when each page is given', () => {
	const whole = { rows: rowsFrom(0, 20), maxLimit: 3 };

	it.each<[string, PagedList['tells'], PagesOptions, number[]]>([
		['all that may be at once, if the length is known', 'total', {}, [1, 6, 7, 8, 9, 10]],
		['twice as many with each wave, if not', 'more', {}, [1, 7, 7, 11, 11, 11]],
		['one more, if one may be at once', 'total', { parallel: 1 }, [1, 3, 4, 5, 6, 7]],
	])('%s', async (_name, tells, options, counts) => {
		const { askedThen } = await readPaged({ tells, ...whole }, { parallel: 4, ...options });
		expect(askedThen.slice(0, 6)).toEqual(counts);
	});

	it('all of them, when a list is read again up to its known end', async () => {
		const before: PagedList['before'] = (answer, rows) => answer === 2 && rows.splice(1, 1);
		const list: PagedList = { tells: 'more', rows: rowsFrom(0, 11), maxLimit: 3, before };
		const { asked, askedThen, given, unsettled } = await readPaged(list, { parallel: 4 });
		const first = ['0+3', '2+3', '4+3', '6+3', '8+3', '10+3', '12+3'];
		expect(asked).toEqual([...first, '8+3', '0+3', '2+3', '4+3', '6+3']);
		expect(askedThen).toEqual([1, 7, 7, 7, 7, 8, 9, 12, 12, 12, 12]);
		expect(given).toEqual(idsTo(11));
		expect(unsettled).toBe(0);
	});

	it.each<[string, PagedList, PagesOptions]>([
		['of a known length', { tells: 'total', rows: rowsFrom(0, 7), maxLimit: 3 }, {}],
		['up to a limit', { tells: 'more', rows: rowsFrom(0, 20), maxLimit: 3 }, { limit: 9 }],
	])(
		'a page does not wait for a slow one behind it, in a list %s',
		async (_name, list, options) => {
			const slow = { ...list, isSlow: (answer: number) => answer === 3 };
			const { answeredThen } = await readPaged(slow, { parallel: 2, ...options });
			expect(answeredThen).toEqual([1, 2, 3]);
		},
	);
});

it.each<[PagedList['tells'], object[], number[]]>([
	[
		'total',
		[
			{ rows: rowsFrom(0, 3), isLast: false, total: 5 },
			{ rows: rowsFrom(2, 5), isLast: true, total: 5 },
		],
		[5, 5],
	],
	[
		'more',
		[
			{ rows: rowsFrom(0, 3), isLast: false },
			{ rows: rowsFrom(2, 5), isLast: true },
		],
		[],
	],
])('says of each page what it told, in a list that tells %s', async (tells, told, totals) => {
	const seen: number[] = [];
	const onTotal = (total: number) => seen.push(total);
	const list: PagedList = { tells, rows: rowsFrom(0, 5), maxLimit: 3 };
	const { read } = await readPaged(list, { onTotal });
	expect(read).toStrictEqual(told);
	expect(seen).toStrictEqual(totals);
});
