import { afterEach, describe, expect, it } from '@jest/globals';
import { runNode } from '../support/n8nCore';
import { keyCredential, parametersOf } from '../support/stage';
import { faultServers, json } from './faultServer';
import { errorOf } from './items';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

const total = 10_000;

interface Row {
	readonly task_id: number;
}

/** What happens to the list after a page was served; `newId` gives an id that was never used. */
type Change = (rows: Row[], newId: () => number) => void;

const insertFirst: Change = (rows, newId) => void rows.unshift({ task_id: newId() });
const insertLast: Change = (rows, newId) => void rows.push({ task_id: newId() });
const insertInside: Change = (rows, newId) => void rows.splice(4_321, 0, { task_id: newId() });
const removeFirst: Change = (rows) => void rows.shift();
const removeInside: Change = (rows) => void rows.splice(1_234, 1);

/** Each of the changes in turn, 50 in all. */
const inTurn = (...changes: Change[]): Change[] =>
	Array.from({ length: 50 }, (_, index) => changes[index % changes.length] ?? insertFirst);

/** A service whose list of tasks changes after each of its first 50 pages. */
const serveChanging = async (changes: readonly Change[]) => {
	const rows: Row[] = Array.from({ length: total }, (_, index) => ({ task_id: index + 1 }));
	const original = new Set(rows.map(({ task_id }) => task_id));
	let next = total + 1;
	const pending = [...changes];
	const server = await serve((_index, request) => ({
		atBody(response) {
			const body = JSON.parse(request?.body ?? '{}') as { limit?: number; offset?: number };
			const { limit = 50, offset = 0 } = body;
			const page = { tasks: rows.slice(offset, offset + limit), total_count: rows.length };
			json(200, page)(response);
			pending.shift()?.(rows, () => next++);
		},
	}));
	/** The tasks that were there all the time. */
	const lasting = () => rows.map(({ task_id }) => task_id).filter((id) => original.has(id));
	return { server, lasting };
};

const listAll = async (url: string) =>
	await runNode({
		parameters: parametersOf('task.getMany', { returnAll: true }),
		credentials: keyCredential(url, 'key_1'),
	});

describe('10,000 tasks while 50 of them come and go: none twice, none missing', () => {
	it.each<[string, Change[]]>([
		['new ones first', inTurn(insertFirst)],
		['new ones last', inTurn(insertLast)],
		['new ones inside', inTurn(insertInside)],
		['the first ones go', inTurn(removeFirst)],
		['some inside go', inTurn(removeInside)],
		['new ones first, others inside go', inTurn(insertFirst, removeInside)],
		['the first ones go, new ones last', inTurn(removeFirst, insertLast)],
		['all kinds', inTurn(insertFirst, removeInside, insertLast, removeFirst, insertInside)],
		[
			'many go at once, in the middle of the walk',
			[...Array<Change>(20).fill(() => undefined), (rows) => void rows.splice(100, 50)],
		],
	])('%s', async (_name, changes) => {
		const { server, lasting } = await serveChanging(changes);
		const { output, error } = await listAll(server.url);
		expect(error).toBeUndefined();
		const ids = output.map(({ json: row }) => row.task_id as number);
		const distinct = new Set(ids);
		const missing = lasting().filter((id) => !distinct.has(id)).length;
		expect({ twice: ids.length - distinct.size, missing }).toEqual({ twice: 0, missing: 0 });
		// One walk is 50 pages or 51; a repair is at most one more.
		expect(server.requests.length).toBeLessThanOrEqual(105);
	});

	it('a list that stands still is walked once', async () => {
		const { server } = await serveChanging([]);
		const { output } = await listAll(server.url);
		expect(output).toHaveLength(total);
		// One row of each page overlaps with the page before.
		expect(server.requests).toHaveLength(51);
	});
});

it.each([
	['a page that is no JSON', 'text/html', '<html></html>'],
	['a page that is cut off', 'application/json', '{"tasks": [{"task_id": 1}'],
	['a page without tasks', 'application/json', '{"total_count": 400}'],
])('%s ends the list with an error, never with fewer tasks', async (_name, type, body) => {
	const first = { tasks: Array.from({ length: 200 }, (_, id) => ({ task_id: id + 1 })) };
	const server = await serve((_index, request) => ({
		atBody(response) {
			const { offset = 0 } = JSON.parse(request?.body ?? '{}') as { offset?: number };
			if (offset === 0) {
				json(200, { ...first, total_count: 400 })(response);
				return;
			}
			response.writeHead(200, { 'content-type': type });
			response.end(body);
		},
	}));
	const { output, error } = await listAll(server.url);
	expect(output.filter((item) => !errorOf(item))).toEqual([]);
	expect(error?.message).toEqual(expect.any(String));
});
