import { describe, expect, it } from '@jest/globals';
import type { PagesOptions } from '../../src';
import type { PagedList } from '../support/pagedList';
import { readPaged, rowsFrom } from '../support/pagedList';

/** Changes the rows before one answer. */
const at =
	(when: number, change: (rows: PagedList['rows']) => unknown): PagedList['before'] =>
	(answer, rows) =>
		answer === when && change(rows);

const oneGoes = (place: number) => at(2, (rows) => rows.splice(place, 1));

describe.each(['total', 'more'] as const)('a list that tells %s', (tells) => {
	it.each([0, 2])('is settled by a quiet second reading, from row %s', async (offset) => {
		const rows = rowsFrom(0, 11 + offset);
		const list: PagedList = { tells, rows, maxLimit: 3, before: oneGoes(offset + 1) };
		const { asked, given, unsettled } = await readPaged(list, {}, offset);
		const pages = [0, 2, 4, 6, 8].map((place) => `${offset + place}+3`);
		const again = tells === 'total' ? pages : [...pages.slice(-1), ...pages.slice(0, -1)];
		expect(asked).toEqual([...pages, ...again]);
		expect(given).toEqual(rowsFrom(offset, offset + 11).map(({ id }) => id));
		expect(unsettled).toBe(0);
	});

	it('is read again also where nobody asks whether it is settled', async () => {
		const change: PagedList['before'] = (_answer, rows) => rows.unshift(...rows.splice(4, 1));
		const list: PagedList = { tells, rows: rowsFrom(0, 7), maxLimit: 3, before: change };
		expect((await readPaged(list)).unsettled).toBe(1);
		expect((await readPaged(list, { onUnsettled: undefined })).failure).toBeUndefined();
		expect((await readPaged(list, { limit: 6 })).unsettled).toBe(1);
		const limited = await readPaged(list, { limit: 6, onUnsettled: undefined });
		expect(limited.failure).toBeUndefined();
	});
});

it.each([0, 2])(
	'a list that may be endless is read again for as many pages as before, from row %s',
	async (offset) => {
		const before: PagedList['before'] = (answer, rows) => {
			oneGoes(offset + 1)?.(answer, rows);
			if (answer === 5) rows.push(...rowsFrom(100, 130));
		};
		const list: PagedList = { tells: 'more', rows: rowsFrom(0, 9 + offset), maxLimit: 3, before };
		const { asked, askedThen, unsettled } = await readPaged(list, {}, offset);
		const places = [0, 2, 4, 6, 6, 0, 2, 4].map((place) => offset + place);
		expect(asked).toEqual(places.map((place) => `${place}+3`));
		// Four pages, the last of them once more, and all four again.
		expect(askedThen).toHaveLength(9);
		expect(unsettled).toBe(1);
	},
);

it.each([0, 100])(
	'a limited list that ends before its limit is settled, from row %s',
	async (offset) => {
		const list: PagedList = { tells: 'total', rows: rowsFrom(0, offset + 7), maxLimit: 3 };
		const { given, unsettled } = await readPaged(list, { limit: 9 }, offset);
		expect(given).toHaveLength(7);
		expect(unsettled).toBe(0);
	},
);

describe('with versions of rows, a list of 7 that only tells whether it goes on', () => {
	const versions: PagesOptions = { versionOf: ({ version }) => version };

	it.each<[string, PagedList['before'], number]>([
		['is settled if nothing changes', undefined, 0],
		// It is read after the first reading, which had three pages.
		['is not if its last page no longer ends it', at(4, (rows) => rows.push({ id: 7 })), 1],
		['is not if its last page is empty', at(4, (rows) => rows.splice(4)), 1],
		[
			'is not if a row has a new version after that page',
			at(5, (rows) => rows.splice(0, 1, { id: 0, version: 2 })),
			1,
		],
	])('%s', async (_name, before, unsettled) => {
		const list: PagedList = { tells: 'more', rows: rowsFrom(0, 7), maxLimit: 3, before };
		const result = await readPaged(list, versions);
		expect(result.asked).toEqual(['0+3', '2+3', '4+3', '4+3', '0+3', '2+3']);
		expect(result.unsettled).toBe(unsettled);
	});
});
