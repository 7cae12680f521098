import { afterEach, describe, expect, it } from '@jest/globals';
import { startTrigger } from '../support/pollingTrigger';
import { keyCredential } from '../support/stage';
import { faultServers, json } from './faultServer';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

type Body = Readonly<Record<string, unknown>>;
/** What an answer says instead of the truth. */
type Wrong = (truth: Body, asked: Body) => Body;

const time = (id: number) => new Date(Date.UTC(2026, 4, 4) + id * 1000).toISOString();

/** A service with tasks and documents 1 to `length`, whose next answers can be made to be wrong. */
const serveRows = async (length: number) => {
	const wrong: Array<Wrong | undefined> = [];
	const list = { length };
	const numbers = (after: number, offset: number, limit: number) =>
		Array.from({ length: list.length }, (_, index) => index + 1)
			.filter((id) => id > after)
			.slice(offset, offset + limit);
	const server = await serve((_index, request) => ({
		atBody(response) {
			const asked = JSON.parse(request?.body ?? '{}') as Body;
			const { limit = 50, offset = 0 } = asked as { limit?: number; offset?: number };
			if (request?.line.includes('search')) {
				const after = Number(asked.last_created_at ?? 0);
				const ids = numbers(after, 0, limit);
				const truth = {
					documents: ids.map((id) => ({ document_id: id })),
					has_next: numbers(after, 0, Infinity).length > ids.length,
					next_cursor: String(ids.at(-1) ?? ''),
				};
				json(200, wrong.shift()?.(truth, asked) ?? truth)(response);
				return;
			}
			const since = Date.parse(String(asked.last_created_at ?? time(0)));
			const after = Math.ceil((since - Date.UTC(2026, 4, 4)) / 1000) - 1;
			const truth = {
				tasks: numbers(after, offset, limit).map((id) => ({
					task_id: id,
					created_at: time(id),
					updated_at: time(id),
				})),
				total_count: numbers(after, 0, Infinity).length,
			};
			json(200, wrong.shift()?.(truth, asked) ?? truth)(response);
		},
	}));
	return { server, wrong, list };
};

let triggers = 0;
const trigger = async (url: string, event: string) =>
	await startTrigger({ event }, keyCredential(url, 'key_1'), `fault-${triggers++}`);

const emptyTasks: Wrong = () => ({ tasks: [], total_count: 0 });
const emptyDocuments: Wrong = () => ({ documents: [], has_next: false, next_cursor: null });
const shortTasks: Wrong = (truth) => ({ ...truth, tasks: [] });

describe.each([
	['taskCreated', 31, emptyTasks, 'task_id'],
	['documentCreated', 154, emptyDocuments, 'document_id'],
])('%s: one answer that is empty', (event, length, empty, id) => {
	it('makes nothing of what is there news', async () => {
		const { server, wrong, list } = await serveRows(length);
		const { poll } = await trigger(server.url, event);
		expect(await poll()).toEqual([]);
		wrong.push(empty);
		expect(await poll()).toEqual([]);
		expect(await poll()).toEqual([]);
		list.length++;
		wrong.push(empty);
		expect(await poll()).toEqual([]);
		expect((await poll()).map((item) => item[id])).toEqual([length + 1]);
	});

	it('at the first poll makes nothing of 5,000 news', async () => {
		const { server, wrong, list } = await serveRows(5_000);
		const { poll } = await trigger(server.url, event);
		// A first poll of tasks looks at the last day, the last 30 days and all of them.
		wrong.push(...(event === 'taskCreated' ? [empty, empty, empty] : [empty]));
		expect(await poll()).toEqual([]);
		expect(await poll()).toEqual([]);
		list.length++;
		expect((await poll()).map((item) => item[id])).toEqual([5_001]);
	});
});

describe('rows short of the total that the answer tells', () => {
	it('are read a second time', async () => {
		const { server, wrong, list } = await serveRows(31);
		const { poll } = await trigger(server.url, 'taskCreated');
		await poll();
		list.length = 33;
		wrong.push(shortTasks);
		expect((await poll()).map(({ task_id }) => task_id)).toEqual([32, 33]);
	});

	it('fail the poll when the second reading is short, too, and nothing is lost', async () => {
		const { server, wrong, list } = await serveRows(31);
		const watched = await trigger(server.url, 'taskCreated');
		await watched.poll();
		const stored = watched.stored();
		list.length = 33;
		wrong.push(shortTasks, shortTasks);
		await expect(watched.poll()).rejects.toThrow(
			'The service returned no new rows, although it reported more',
		);
		expect(watched.stored()).toBe(stored);
		expect((await watched.poll()).map(({ task_id }) => task_id)).toEqual([32, 33]);
	});
});

describe('a list without an end', () => {
	it('of 10 ** 12 tasks costs two requests, and the error says so', async () => {
		const { server, wrong } = await serveRows(31);
		const { poll } = await trigger(server.url, 'taskCreated');
		await poll();
		const before = server.requests.length;
		const endless: Wrong = (_truth, { limit, offset }) => ({
			tasks: Array.from({ length: Number(limit) }, (_, index) => ({
				task_id: Number(offset) + index,
				created_at: time(Number(offset) + index),
			})),
			total_count: 1e12,
		});
		wrong.push(...Array<Wrong>(3_000).fill(endless));
		await expect(poll()).rejects.toThrow('1000000000000 rows were added or changed');
		expect(server.requests.length - before).toBe(2);
	});

	it('of documents, each page with another cursor, costs a poll a bounded number', async () => {
		const { server, wrong } = await serveRows(31);
		const { poll } = await trigger(server.url, 'documentCreated');
		await poll();
		const before = server.requests.length;
		let next = 1_000;
		const endless: Wrong = () => ({
			documents: Array.from({ length: 200 }, () => ({ document_id: next++ })),
			has_next: true,
			next_cursor: String(next),
		});
		wrong.push(...Array<Wrong>(3_000).fill(endless));
		expect(await poll()).toHaveLength(10_000);
		expect(server.requests.length - before).toBe(50);
	});

	it.each<[string, Wrong, string]>([
		[
			'that does not say whether it goes on',
			(truth) => ({ ...truth, has_next: 'true' }),
			'The service did not report if there are more rows',
		],
		[
			'with more rows than asked for',
			() => ({
				documents: Array.from({ length: 201 }, (_, id) => ({ document_id: id })),
				has_next: false,
			}),
			'The service returned more rows than requested',
		],
		[
			'that goes on without a row',
			() => ({ documents: [], has_next: true, next_cursor: '7' }),
			'The service returned no new rows, although it reported more',
		],
		[
			'that goes on without a cursor',
			(truth) => ({ ...truth, has_next: true, next_cursor: null }),
			'The service reported more rows, but returned no cursor for them',
		],
		[
			'with a document without an ID',
			() => ({ documents: [{ file_name: 'x' }], has_next: false }),
			'"document_id" is missing or invalid in the response of the service',
		],
	])('a search %s fails the poll when it does so twice', async (_name, lie, message) => {
		const { server, wrong, list } = await serveRows(31);
		const { poll } = await trigger(server.url, 'documentCreated');
		await poll();
		list.length = 32;
		wrong.push(lie);
		expect((await poll()).map(({ document_id: id }) => id)).toEqual([32]);
		wrong.push(lie, lie);
		await expect(poll()).rejects.toThrow(message);
	});
});
