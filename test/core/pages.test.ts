import { describe, expect, it } from '@jest/globals';
import type { PagesOptions, Row } from '../../src';
import { InvalidResponse, createClient, listTasks, searchDocuments } from '../../src';
import type { Answer } from '../support/trace';
import { scripted } from '../support/trace';

const bodyOf = (line: string): Record<string, number> => JSON.parse(line.replace(/^[^{]*/, ''));

const tasks = (from: number, to: number) =>
	Array.from({ length: Math.max(to - from, 0) }, (_, index) => ({ task_id: from + index }));

/** A service that holds `total` tasks, at most 200 a page. */
const taskService =
	(total: number) =>
	(_call: number, { body }: { body?: readonly unknown[] }): Answer => {
		const { limit = 50, offset = 0 } = bodyOf(String(body?.[0]));
		return {
			body: { tasks: tasks(offset, Math.min(offset + limit, total)), total_count: total },
		};
	};

const listed = async (
	answer: Parameters<typeof scripted>[0],
	options: PagesOptions,
	offset?: number,
) => {
	const { log, transport } = scripted(answer);
	const rows: Row[] = [];
	const body = offset === undefined ? {} : { offset };
	for await (const page of createClient(transport).pages(listTasks, { body }, options)) {
		rows.push(...page);
	}
	return {
		asked: log.map((line) => line.replace('POST /tasks/list ', '')),
		ids: rows.map(({ task_id }) => task_id),
	};
};

const idsTo = (count: number, from = 0) => tasks(from, from + count).map(({ task_id }) => task_id);

describe('a list whose number of rows is known', () => {
	it('limit 50 asks for one page of 50', async () => {
		const { asked, ids } = await listed(taskService(10_000), { limit: 50 });
		expect(asked).toEqual(['{"offset":0,"limit":50}']);
		expect(ids).toEqual(idsTo(50));
	});

	it('a limit beyond one page asks for the rest of it only', async () => {
		const { asked, ids } = await listed(taskService(10_000), { limit: 450 });
		expect(asked).toEqual([
			'{"offset":0,"limit":200}',
			'{"offset":200,"limit":200}',
			'{"offset":400,"limit":50}',
		]);
		expect(ids).toEqual(idsTo(450));
	});

	it('tells with each page how many rows there are', async () => {
		const totals: number[] = [];
		await listed(taskService(450), { onTotal: (total) => totals.push(total) });
		expect(totals).toEqual([450, 450, 450]);
	});

	it('all rows ask for nothing past the end', async () => {
		const { asked, ids } = await listed(taskService(400), {});
		expect(asked).toEqual([
			'{"offset":0,"limit":200}',
			'{"offset":199,"limit":200}',
			'{"offset":398,"limit":200}',
		]);
		expect(ids).toEqual(idsTo(400));
	});

	it('an empty list is one request', async () => {
		const { asked, ids } = await listed(taskService(0), {});
		expect(asked).toEqual(['{"offset":0,"limit":200}']);
		expect(ids).toEqual([]);
	});

	it('starts at the offset of the caller', async () => {
		const { asked, ids } = await listed(taskService(450), { limit: 300 }, 100);
		expect(asked).toEqual(['{"offset":100,"limit":200}', '{"offset":300,"limit":100}']);
		expect(ids).toEqual(idsTo(300, 100));
	});

	it('keeps the order when pages are fetched at the same time', async () => {
		const { asked, ids } = await listed(taskService(1_990), { parallel: 4 });
		expect(asked).toHaveLength(10);
		expect(ids).toEqual(idsTo(1_990));
	});

	it('follows a service that gives smaller pages than asked for', async () => {
		const answer = (_call: number, { body }: { body?: readonly unknown[] }): Answer => {
			const { offset = 0 } = bodyOf(String(body?.[0]));
			return { body: { tasks: tasks(offset, Math.min(offset + 3, 6)), total_count: 6 } };
		};
		const { asked, ids } = await listed(answer, {});
		expect(asked).toEqual([
			'{"offset":0,"limit":200}',
			'{"offset":2,"limit":3}',
			'{"offset":4,"limit":3}',
		]);
		expect(ids).toEqual(idsTo(6));
	});

	it('ends with an error instead of asking forever', async () => {
		const empty = () => ({ body: { tasks: [], total_count: 5 } });
		await expect(listed(empty, {})).rejects.toMatchObject({
			fault: { kind: 'noProgress' },
		});
	});

	it('takes an answer without rows for an error, never for an empty list', async () => {
		await expect(listed(() => ({ body: {} }), {})).rejects.toThrow(InvalidResponse);
		await expect(listed(() => ({ body: '<html>' }), {})).rejects.toThrow(InvalidResponse);
	});
});

const found = async (answers: Array<Record<string, unknown>>, options: PagesOptions) => {
	const { log, transport } = scripted((call) => ({ body: answers[call] }));
	const ids: unknown[] = [];
	const pages = createClient(transport).pages(searchDocuments, { body: {} }, options);
	for await (const page of pages) ids.push(...page.map(({ document_id }) => document_id));
	return { asked: log.map((line) => line.replace('POST /core/documents/search ', '')), ids };
};

const page = (ids: number[], has_next: boolean) => ({
	documents: ids.map((document_id) => ({ document_id })),
	has_next,
	next_cursor: null,
});

describe('a list that only says whether there is more', () => {
	it('goes on by offset until there is no more', async () => {
		const { asked, ids } = await found([page([1, 2], true), page([2, 3], false)], {});
		expect(asked).toEqual(['{"offset":0,"limit":200}', '{"offset":1,"limit":2}']);
		expect(ids).toEqual([1, 2, 3]);
	});

	it('asks for more pages at once with each wave, and for few past the end', async () => {
		const all = idsTo(10_000);
		const underWay = { now: 0, most: 0 };
		const { log, transport } = scripted((_call, { body }) => {
			const { limit = 100, offset = 0 } = bodyOf(String(body?.[0]));
			const rows = all.slice(offset, offset + limit).map((document_id) => ({ document_id }));
			return { body: { documents: rows, has_next: offset + limit < all.length } };
		});
		const counted: typeof transport = async (request) => {
			underWay.most = Math.max(underWay.most, ++underWay.now);
			const response = await transport(request);
			underWay.now--;
			return response;
		};
		const ids: unknown[] = [];
		const walk = createClient(counted).pages(searchDocuments, { body: {} }, { parallel: 25 });
		for await (const rows of walk) ids.push(...rows.map(({ document_id }) => document_id));
		expect(ids).toEqual(all);
		expect(underWay.most).toBe(12);
		expect(log.length).toBeLessThanOrEqual(56);
	});

	it('has asked for the next wave when it gives the rows of one, where all its pages were full', async () => {
		const all = idsTo(1_500);
		const { log, transport } = scripted((_call, { body }) => {
			const { limit = 100, offset = 0 } = bodyOf(String(body?.[0]));
			const rows = all.slice(offset, offset + limit).map((document_id) => ({ document_id }));
			return { body: { documents: rows, has_next: offset + limit < all.length } };
		});
		const asked: number[] = [];
		const walk = createClient(transport).pages(searchDocuments, { body: {} }, { parallel: 25 });
		for await (const rows of walk) if (rows.length > 0) asked.push(log.length);
		// Waves of 1, 2, 4 and 8 pages; the last one holds the end.
		expect(asked).toEqual([1, 7, 7, 15, 15, 15, 15, 15]);
	});

	it.each([
		[Infinity, 15],
		[40, 9],
		[9, 8],
	])(
		'asks for fewer pages at once where the rate limit lets %s through',
		async (room, requests) => {
			const all = idsTo(1_500);
			const { log, transport } = scripted((_call, { body }) => {
				const { limit = 100, offset = 0 } = bodyOf(String(body?.[0]));
				const rows = all.slice(offset, offset + limit).map((document_id) => ({ document_id }));
				return { body: { documents: rows, has_next: offset + limit < all.length } };
			});
			const options = { parallel: 25, room: () => room - log.length };
			const ids: unknown[] = [];
			const walk = createClient(transport).pages(searchDocuments, { body: {} }, options);
			for await (const rows of walk) ids.push(...rows.map(({ document_id }) => document_id));
			expect(ids).toEqual(all);
			expect(log).toHaveLength(requests);
		},
	);

	it('asks for no more rows than wanted', async () => {
		const { asked, ids } = await found([page([1, 2], true), page([3], true)], { limit: 3 });
		expect(asked).toEqual(['{"offset":0,"limit":3}', '{"offset":2,"limit":1}']);
		expect(ids).toEqual([1, 2, 3]);
	});

	it('ends with an error instead of asking forever', async () => {
		const same = page([1, 2], true);
		await expect(found([same, same, same, same], {})).rejects.toMatchObject({
			fault: { kind: 'noProgress' },
		});
	});
});
