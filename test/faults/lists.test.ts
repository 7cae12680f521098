import { afterEach, describe, expect, it } from '@jest/globals';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
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

const listAll = async (url: string, more: INodeParameters = {}) =>
	await runNode({
		parameters: parametersOf('task.getMany', { returnAll: true, ...more }),
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

/** A list of tasks that changes by the clock, as it does on its own; each page takes 20 ms. */
const serveByClock = async (length: number, everyMs: number, change: Change) => {
	const rows: Row[] = Array.from({ length }, (_, index) => ({ task_id: index + 1 }));
	const started = Date.now();
	let [next, changes] = [length + 1, 0];
	const lasting = new Set(rows.map(({ task_id }) => task_id));
	const server = await serve((_index, request) => ({
		atBody(response) {
			for (; changes < (Date.now() - started) / everyMs; changes++) change(rows, () => next++);
			const { limit = 50, offset = 0 } = JSON.parse(request?.body ?? '{}') as {
				limit?: number;
				offset?: number;
			};
			const page = { tasks: rows.slice(offset, offset + limit), total_count: rows.length };
			setTimeout(() => json(200, page)(response), 20);
		},
	}));
	const missing = (given: readonly unknown[]) => {
		const still = new Set(rows.map(({ task_id }) => task_id));
		return [...lasting].filter((id) => still.has(id) && !given.includes(id));
	};
	return { server, missing };
};

describe('1,200 tasks that do not stop changing', () => {
	const idsOf = (output: readonly INodeExecutionData[]) =>
		output.map(({ json: row }) => row.task_id);
	const oneByOne = { options: { maxParallel: 1 } };
	const marks = (output: readonly INodeExecutionData[]) =>
		new Set(output.map(({ json: row }) => row.incomplete));

	it.each<[string, number, Change]>([
		['ten a second come first', 100, insertFirst],
		['thirty a second come first', 33, insertFirst],
		['ten a second come last', 100, insertLast],
		['thirty a second come last', 33, insertLast],
	])('%s: two readings in full pages, and none missing', async (_name, everyMs, change) => {
		const { server, missing } = await serveByClock(1_200, everyMs, change);
		const { output, error } = await listAll(server.url, oneByOne);
		expect(error).toBeUndefined();
		expect(missing(idsOf(output))).toEqual([]);
		expect(marks(output)).toStrictEqual(new Set([undefined]));
		expect(server.requests.length).toBeLessThanOrEqual(2 * 7);
	});

	it('where the first ones go all the time, each item says that the list is not settled', async () => {
		const { server } = await serveByClock(1_200, 5, removeFirst);
		const { output, error } = await listAll(server.url, oneByOne);
		expect(error).toBeUndefined();
		expect(marks(output)).toEqual(new Set([true]));
		expect(new Set(idsOf(output)).size).toBe(output.length);
		expect(server.requests.length).toBeLessThanOrEqual(2 * 7);
	});
});

describe('a limit over a list that changes meanwhile', () => {
	const hint =
		'The list changed while the node read it, so there are fewer rows than Limit. Run the node again, or use Return All.';
	const limited = async (change: Change, more: INodeParameters = {}) => {
		const { server } = await serveChanging([change]);
		return await listAll(server.url, { returnAll: false, limit: 500, ...more });
	};

	it('says that it gives fewer rows, where it does', async () => {
		const { output, error, saved } = await limited(insertFirst);
		expect(error).toBeUndefined();
		expect(output).toHaveLength(499);
		expect(output.filter(({ json: row }) => 'incomplete' in row)).toEqual([]);
		expect(saved).toContain(hint);
	});

	it('says nothing where it gives as many as it was to', async () => {
		const { output, saved } = await limited(removeFirst);
		expect(output).toHaveLength(500);
		expect(saved).not.toContain(hint);
	});

	it('says so with a filter, too, and claims no bound that was not reached', async () => {
		const rows: Row[] = Array.from({ length: 450 }, (_, index) => ({ task_id: index + 1 }));
		const server = await serve((index, request) => ({
			atBody(response) {
				const { limit = 50, offset = 0 } = JSON.parse(request?.body ?? '{}') as {
					limit?: number;
					offset?: number;
				};
				const tasks = rows.slice(offset, offset + limit);
				json(200, {
					tasks: tasks.map((row) => ({
						...row,
						status: 'in_progress',
						current_step_type: 'approval',
					})),
					total_count: rows.length,
				})(response);
				if (index === 0) [rows[3], rows[300]] = [rows[300] as Row, rows[3] as Row];
			},
		}));
		const { output, saved } = await listAll(server.url, {
			returnAll: false,
			limit: 450,
			filters: { waitingForApproval: true },
		});
		expect(output).toHaveLength(449);
		expect(saved).toContain(hint);
		expect(saved).not.toContain('wanted rows passed the filters');
	});
});

/** The rows of a list of `length` that are asked for, by a service that counts as it likes. */
const serveLying = async (length: number, answer: (rows: Row[], end: number) => object) =>
	await serve((_index, request) => ({
		atBody(response) {
			const { limit = 50, offset = 0 } = JSON.parse(request?.body ?? '{}') as {
				limit?: number;
				offset?: number;
			};
			const end = Math.min(offset + limit, length);
			const ids = Array.from({ length: Math.max(end - offset, 0) }, (_, index) => offset + index);
			const rows = ids.map((id) => ({ task_id: id, document_id: id }));
			json(200, answer(rows, end))(response);
		},
	}));

const noNews = [
	'The service returned no new rows, although it reported more',
	'The last page contained only known rows.',
];
const noCount = (value: string) => [
	'The service did not report a valid number of rows',
	`"total_count" is ${value}, not a whole number of 0 or more.`,
];
const noFlag = (value: string) => [
	'The service did not report if there are more rows',
	`"has_next" is ${value}, not true or false.`,
];

describe('an answer that contradicts itself ends the list with an error that says so, at once', () => {
	const counted = (total_count: unknown) => (tasks: Row[]) => ({ tasks, total_count });
	const flagged = (has_next: unknown) => (documents: Row[]) => ({ documents, has_next });

	it.each<[string, string, (rows: Row[], end: number) => object, readonly string[]]>([
		['ten million of 450', 'task.getMany', counted(1e7), noNews],
		['10 ** 12 of 450', 'task.getMany', counted(1e12), noNews],
		['a fraction', 'task.getMany', counted(450.5), noCount('450.5')],
		['fewer than none', 'task.getMany', counted(-1), noCount('-1')],
		['text', 'task.getMany', counted('450'), noCount('"450"')],
		['no total', 'task.getMany', (tasks) => ({ tasks }), noCount('nothing')],
		[
			'fewer than it gives',
			'task.getMany',
			counted(150),
			[
				'The service returned more rows than the list has',
				'"total_count" is 150, but there were rows up to number 200.',
			],
		],
		[
			'a page that is too long',
			'task.getMany',
			(tasks, end) => ({
				tasks: [...tasks, ...Array.from({ length: 5 }, (_, id) => ({ task_id: -1 - id }))],
				total_count: Math.max(end, 450),
			}),
			[
				'The service returned more rows than requested',
				'The page has 205 rows, and the limit was 200.',
			],
		],
		['no flag', 'document.search', (documents) => ({ documents }), noFlag('nothing')],
		['a flag in text', 'document.search', flagged('true'), noFlag('"true"')],
	])('%s', async (_name, operation, answer, [message, detail]) => {
		const server = await serveLying(450, answer);
		const { output, error } = await runNode({
			parameters: parametersOf(operation, { returnAll: true }),
			credentials: keyCredential(server.url, 'key_1'),
		});
		expect(output).toEqual([]);
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(`${detail} The node stopped reading the list.`);
		expect(`${error?.message} ${error?.description}`).not.toContain('Nothing was sent');
		expect(server.requests.length).toBeLessThan(60);
	});

	it('a total of ten million ends no limited list', async () => {
		const server = await serveLying(450, counted(1e7));
		const { output } = await listAll(server.url, { returnAll: false, limit: 450 });
		expect(output).toHaveLength(450);
		expect(server.requests).toHaveLength(3);
	});
});

it('asks for few pages past the end where the rate limit has little room', async () => {
	const documents = 1_500;
	let left = 40;
	const server = await serve((_index, request) => ({
		atBody(response) {
			const body = JSON.parse(request?.body ?? '{}') as { limit?: number; offset?: number };
			const { limit = 100, offset = 0 } = body;
			const rows = Math.max(Math.min(documents - offset, limit), 0);
			left--;
			json(
				200,
				{
					documents: Array.from({ length: rows }, (_, index) => ({ document_id: offset + index })),
					has_next: offset + rows < documents,
					next_cursor: null,
				},
				{
					date: new Date().toUTCString(),
					'x-ratelimit-limit': '60',
					'x-ratelimit-remaining': String(left),
					'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 50),
				},
			)(response);
		},
	}));
	const { output, error } = await runNode({
		parameters: parametersOf('document.search', { returnAll: true }),
		credentials: keyCredential(server.url, 'key_1'),
	});
	expect(error).toBeUndefined();
	expect(output).toHaveLength(documents);
	// Eight pages hold them all; with room for everything it takes fifteen requests.
	expect(server.requests.length).toBeLessThanOrEqual(10);
});
