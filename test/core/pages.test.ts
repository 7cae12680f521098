import { describe, expect, it } from '@jest/globals';
import type { PagesOptions, Paging } from '../../src';
import { InvalidResponse, createClient, searchDocuments } from '../../src';
import { pageIn } from '../../src/pages/reading';
import type { PagedList } from '../support/pagedList';
import { idsFrom, readPaged } from '../support/pagedList';
import { scripted } from '../support/trace';

const both = ['total', 'more'] as const;

describe.each(both)('a list that tells %s', (tells) => {
	it.each<[string, number, PagesOptions, number, string[]]>([
		['an empty one', 0, {}, 0, ['0+3']],
		['one page', 3, {}, 0, ['0+3']],
		['pages that begin with the last row of the one before', 5, {}, 0, ['0+3', '2+3']],
		['up to a row that has a page for itself', 6, {}, 0, ['0+3', '2+3', '4+3']],
		['a limit below a page', 20, { limit: 2 }, 0, ['0+2']],
		['a limit of more pages, and no row more', 20, { limit: 7 }, 0, ['0+3', '3+3', '6+1']],
		['a limit beyond the end', 5, { limit: 7 }, 0, ['0+3', '3+3']],
		['from an offset on', 20, { limit: 4 }, 10, ['10+3', '13+1']],
	])('is asked for %s', async (_name, length, options, offset, requests) => {
		const list = { tells, ids: idsFrom(0, length) };
		const { asked, given, unsettled, failure } = await readPaged(list, options, offset);
		const { limit = Infinity } = options;
		expect(asked).toEqual(requests);
		expect(given).toEqual(idsFrom(offset, Math.min(length, offset + limit)));
		expect([unsettled, failure]).toStrictEqual([0, undefined]);
	});

	it('keeps the order of its rows with many pages in flight', async () => {
		const list = { tells, ids: idsFrom(0, 300) };
		const { given, unsettled, mostInFlight, asked } = await readPaged(list, { parallel: 50 });
		expect(given).toEqual(list.ids);
		expect(unsettled).toBe(0);
		expect(mostInFlight).toBe(tells === 'total' ? 50 : 12);
		// 150 pages hold them all; those past the end were in flight when it was found.
		expect(asked.length).toBeLessThanOrEqual(tells === 'total' ? 150 : 150 + 11);
	});

	it('has the next pages in flight when it gives the rows of one', async () => {
		const list = { tells, ids: idsFrom(0, 20) };
		const { askedThen } = await readPaged(list, { parallel: 4 });
		expect(askedThen.slice(0, 5)).toEqual(tells === 'total' ? [1, 6, 7, 8, 9] : [1, 3, 7, 7, 7]);
	});

	it('is read again if a row came between, in parallel only if the total shows a gap', async () => {
		const before = (answer: number, ids: number[]) => answer === 2 && ids.unshift(-1);
		const { asked, askedThen, unsettled } = await readPaged(
			{ tells, ids: idsFrom(0, 40), before },
			{ parallel: 4 },
		);
		const first = asked.lastIndexOf('0+3');
		expect(unsettled).toBe(0);
		const askedAgain = askedThen.map((count) => count - first).filter((count) => count > 0);
		expect(askedAgain.slice(0, 3)).toEqual(tells === 'total' ? [1, 6, 7] : [1, 3, 4]);
	});

	it('is read on by pages that are smaller than asked for', async () => {
		const ids = idsFrom(0, 7);
		const instead = (answer: number) => ({
			rows: [{ id: 2 * answer - 2 }, { id: 2 * answer - 1 }],
		});
		const { asked } = await readPaged({ tells, ids, instead }, { limit: 7 });
		expect(asked.slice(0, 3)).toEqual(['0+3', '2+2', '4+2']);
	});

	it('tells of a failed page at its turn, and asks for nothing after it', async () => {
		const lost = new Error('lost');
		const instead = (answer: number) => (answer === 4 ? lost : undefined);
		const list: PagedList = { tells, ids: idsFrom(0, 40), instead };
		const { asked, given, failure } = await readPaged(list, { parallel: 3 });
		expect(failure).toBe(lost);
		expect(given).toEqual(idsFrom(0, 7));
		const { length } = asked;
		await new Promise(setImmediate);
		expect(asked).toHaveLength(length);
	});

	it('ends with an error if it claims rows and has none', async () => {
		const instead = () => ({ rows: [], more: true });
		for (const options of [{}, { limit: 2 }]) {
			const { asked, failure } = await readPaged({ tells, ids: [1], instead }, options);
			expect(failure).toBeInstanceOf(InvalidResponse);
			expect(failure).toMatchObject({
				fault: expect.stringMatching(/^The service returned no new/),
			});
			expect(asked.length).toBeLessThanOrEqual(2);
		}
	});
});

it('says with each page how many rows there are', async () => {
	const totals: number[] = [];
	const onTotal = (total: number) => totals.push(total);
	await readPaged({ tells: 'total', ids: idsFrom(0, 5) }, { onTotal });
	await readPaged({ tells: 'more', ids: idsFrom(0, 5) }, { onTotal });
	expect(totals).toStrictEqual([5, 5]);
});

it('sends the body of the caller with each page', async () => {
	const { log, transport } = scripted(() => ({ body: { documents: [], has_next: false } }));
	const body = { filters: [], offset: 7 };
	for await (const rows of createClient(transport).pages(searchDocuments, { body })) {
		expect(rows).toEqual([]);
	}
	expect(log).toEqual(['POST /core/documents/search {"filters":[],"offset":7,"limit":200}']);
});

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const counted: Paging = { rows: 'rows', id: 'id', maxLimit: 200, total: 'total' };
const flagged: Paging = { rows: 'rows', id: 'id', maxLimit: 200, more: 'more' };
const noCount = {
	fault: 'The service did not report a valid number of rows',
	details: '"total" is not a whole number of 0 or more.',
};
const noFlag = {
	fault: 'The service did not report if there are more rows',
	details: '"more" is not true or false.',
};
const tooMany = {
	fault: 'The service returned more rows than requested',
	details: 'The page has 3 rows, and the limit was 2.',
};

it.each<[string, Paging, object, object | undefined]>([
	['a count of none', counted, { rows: [], total: 0 }, undefined],
	['a count that is large', counted, { rows: rows(2), total: 1e12 }, undefined],
	['a flag', flagged, { rows: rows(2), more: true }, undefined],
	['more rows than asked for', flagged, { rows: rows(3), more: true }, tooMany],
	['a fraction', counted, { rows: [], total: 0.5 }, noCount],
	['a count below none', counted, { rows: [], total: -1 }, noCount],
	['a count in text', counted, { rows: [], total: '250' }, noCount],
	['a count of null', counted, { rows: [], total: null }, noCount],
	['no count', counted, { rows: [] }, noCount],
	['a flag in text', flagged, { rows: [], more: 'true' }, noFlag],
	['a flag of null', flagged, { rows: [], more: null }, noFlag],
	['no flag', flagged, { rows: [] }, noFlag],
])('checks a page: %s', (_name, paging, answer, said) => {
	const check = () => pageIn(paging, { offset: 0, limit: 2 }, { ...answer });
	if (said === undefined) expect(check).not.toThrow();
	else expect(check).toThrow(expect.objectContaining(said));
});
