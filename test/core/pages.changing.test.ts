import { describe, expect, it } from '@jest/globals';
import type { PagesOptions } from '../../src';
import { createClient, listTasks, searchDocuments } from '../../src';
import { scripted } from '../support/trace';

interface List {
	readonly ids: number[];
	/** An id that was never in the list. */
	readonly newId: () => number;
}

/** Reads a whole list that changes after each answer; what was asked, as offsets and limits. */
const readWhole = async (
	endpoint: typeof listTasks | typeof searchDocuments,
	length: number,
	change: (list: List, answers: number) => void,
	options: PagesOptions = {},
) => {
	const { rows: field, id: idField } = endpoint.page;
	const ids = Array.from({ length }, (_, index) => index);
	const lasting = new Set(ids);
	let last = length;
	const { log, transport } = scripted((call, { body }) => {
		const text = String(body?.join(''));
		const { offset, limit } = JSON.parse(text) as { offset: number; limit: number };
		const rows = ids.slice(offset, offset + limit).map((id) => ({ [idField]: id }));
		const answer = {
			[field]: rows,
			total_count: ids.length,
			has_next: offset + limit < ids.length,
		};
		change({ ids, newId: () => last++ }, call + 1);
		for (const id of lasting) if (!ids.includes(id)) lasting.delete(id);
		return { body: answer };
	});
	let unsettled = 0;
	const given: unknown[] = [];
	const told = { ...options, onUnsettled: () => unsettled++ };
	for await (const rows of createClient(transport).pages(endpoint, { body: {} }, told)) {
		given.push(...rows.map((row) => row[idField]));
	}
	const asked = log.map((line) => {
		const { offset, limit } = JSON.parse(line.replace(/^[^{]*/, '')) as Record<string, number>;
		return `${offset}+${limit}`;
	});
	expect(new Set(given).size).toBe(given.length);
	return { asked, unsettled, missing: [...lasting].filter((id) => !given.includes(id)) };
};

const once =
	(when: number, change: (ids: number[], newId: () => number) => void) =>
	({ ids, newId }: List, answers: number) => {
		if (answers === when) change(ids, newId);
	};

const quiet = ['0+200', '199+200', '398+200'];

describe('a list of 500 that changes once, and is read a second time', () => {
	it.each<[string, number, Parameters<typeof once>[1], string[]]>([
		['two rows change pages with each other', 1, (ids) => ([ids[5], ids[300]] = [300, 5]), quiet],
		['a row comes first', 1, (ids, newId) => ids.unshift(newId()), quiet],
		['one of the page before goes', 1, (ids) => ids.splice(5, 1), quiet],
		[
			'one of the page before goes and one comes last',
			1,
			(ids, newId) => ids.splice(5, 1) && ids.push(newId()),
			quiet,
		],
		['a row comes to the front', 1, (ids) => ids.unshift(...ids.splice(450, 1)), quiet],
		// It came behind all pages that were read, so the last one is looked at first.
		['a row comes last', 2, (ids, newId) => ids.push(newId()), ['398+200', '0+200', '199+200']],
	])('%s', async (_name, when, change, again) => {
		expect(await readWhole(listTasks, 500, once(when, change))).toEqual({
			asked: [...quiet, ...again],
			unsettled: 0,
			missing: [],
		});
	});

	it.each([1, 3])('documents, %s pages at once', async (parallel) => {
		const change = once(1, (ids) => ids.splice(5, 1));
		const { asked, ...end } = await readWhole(searchDocuments, 500, change, { parallel });
		expect(asked.slice(-3)).toEqual(['398+200', '0+200', '199+200']);
		expect(end).toEqual({ unsettled: 0, missing: [] });
	});
});

const pagesOf1200 = ['0+200', '199+200', '398+200', '597+200', '796+200', '995+200', '1194+200'];

describe('a list of 1,200 that does not stop changing', () => {
	it.each<[string, (list: List) => unknown, string[]]>([
		['three come first', ({ ids, newId }) => ids.unshift(newId(), newId(), newId()), pagesOf1200],
		[
			'one comes last',
			({ ids, newId }) => ids.push(newId()),
			['1194+200', ...pagesOf1200.slice(0, -1)],
		],
	])('is settled after two readings where %s after each answer', async (_name, change, again) => {
		expect(await readWhole(listTasks, 1_200, change)).toEqual({
			asked: [...pagesOf1200, ...again],
			unsettled: 0,
			missing: [],
		});
	});

	it.each<[string, (list: List) => unknown]>([
		['three of the first ones go', ({ ids }) => ids.splice(0, 3)],
		['rows come to the front', ({ ids }) => ids.unshift(...ids.splice(1_000, 3))],
		['rows come inside', ({ ids, newId }) => ids.splice(600, 0, newId(), newId())],
	])('is left after two readings, and said not to be settled, where %s', async (_name, change) => {
		const { asked, unsettled } = await readWhole(listTasks, 1_200, change);
		expect(asked.slice(0, 6)).toEqual(pagesOf1200.slice(0, 6));
		expect(asked.length).toBeLessThanOrEqual(14);
		expect(unsettled).toBe(1);
	});

	it('is left where it grows by a page with each page', async () => {
		const grow = ({ ids, newId }: List) => ids.unshift(...Array.from({ length: 200 }, newId));
		const { asked, unsettled } = await readWhole(listTasks, 1_200, grow);
		expect(asked.length).toBeLessThanOrEqual(14);
		expect(unsettled).toBe(1);
	});
});

it('a limited list is the first rows, and read but once', async () => {
	const change = ({ ids }: List) => ids.splice(0, 1);
	const { asked, unsettled } = await readWhole(listTasks, 1_200, change, { limit: 500 });
	expect(asked).toEqual(['0+200', '200+200', '400+100']);
	expect(unsettled).toBe(0);
});

describe('a limited list says that it changed', () => {
	const limited = async (change: Parameters<typeof once>[1], limit = 500, length = 1_200) =>
		await readWhole(listTasks, length, once(1, change), { limit });

	it.each<[string, Parameters<typeof once>[1], number, number]>([
		['rows came first, so that some came twice', (ids, newId) => ids.unshift(newId()), 500, 1_200],
		['the last page gives one twice', (ids, newId) => ids.unshift(newId()), 450, 450],
		['rows change places', (ids) => ids.unshift(...ids.splice(600, 1)), 500, 1_200],
		['rows went from in front', (ids) => ids.splice(0, 50), 450, 450],
		['rows went, and it is shorter than the limit', (ids) => ids.splice(0, 1), 500, 450],
	])('where %s', async (_name, change, limit, length) => {
		const { unsettled } = await limited(change, limit, length);
		expect(unsettled).toBe(1);
	});

	it.each<[string, Parameters<typeof once>[1], number, number]>([
		['nothing changes', () => undefined, 500, 1_200],
		['it is shorter than the limit and nothing changes', () => undefined, 500, 450],
		['all that were wanted came', (ids, newId) => ids.push(newId()), 500, 1_200],
		['as many as were wanted came', (ids) => ids.splice(0, 50), 500, 1_200],
		['all are on one page', (ids, newId) => ids.unshift(newId()), 100, 1_200],
	])('but not where %s', async (_name, change, limit, length) => {
		const { unsettled } = await limited(change, limit, length);
		expect(unsettled).toBe(0);
	});
});

describe('with versions of rows', () => {
	const versions = { versionOf: () => 'as it is' };

	it('a list of one page is read once, a longer one twice', async () => {
		const change = () => undefined;
		expect((await readWhole(listTasks, 200, change, versions)).asked).toEqual(['0+200']);
		expect(await readWhole(listTasks, 500, change, versions)).toEqual({
			asked: [...quiet, '398+200', '0+200', '199+200'],
			unsettled: 0,
			missing: [],
		});
	});

	it('is not settled while anything comes after the moment that both readings show', async () => {
		const change = ({ ids, newId }: List, answers: number) => {
			if (answers === 1) ids.unshift(newId());
			if (answers === 4) ids.splice(450, 0, newId());
		};
		expect((await readWhole(listTasks, 500, change, versions)).unsettled).toBe(1);
		expect((await readWhole(listTasks, 500, change)).unsettled).toBe(0);
	});
});
