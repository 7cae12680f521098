import { afterEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../support/n8nCore';
import { keyCredential, parametersOf } from '../support/stage';
import type { Fate } from './faultServer';
import { faultServers, json } from './faultServer';
import { errorOf } from './items';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

interface Row {
	readonly task_id: number;
}

const tasksTo = (count: number): Row[] =>
	Array.from({ length: count }, (_, index) => ({ task_id: index + 1 }));

/** A page of 200 tasks at most, and what is said of the list. */
type PageOf = (tasks: Row[], rows: readonly Row[]) => object;

const counted: PageOf = (tasks, rows) => ({ tasks, total_count: rows.length });

/** A service with these tasks; `before` happens before each page is read. */
const serveTasks = async (
	rows: readonly Row[],
	{
		pageOf = counted,
		before = () => undefined,
		fateOf = () => undefined,
	}: {
		readonly pageOf?: PageOf;
		readonly before?: (page: number) => unknown;
		readonly fateOf?: (page: number) => Fate | undefined;
	} = {},
) =>
	await serve((index) => ({
		atBody(response, request) {
			before(index);
			const fate = fateOf(index);
			if (fate?.atBody) {
				fate.atBody(response, request);
				return;
			}
			const body = JSON.parse(request.body) as { limit?: number; offset?: number };
			const { limit = 50, offset = 0 } = body;
			setTimeout(json(200, pageOf(rows.slice(offset, offset + limit), rows)), 20, response);
		},
	}));

const list = async (url: string, more: INodeParameters = {}, operation = 'task.getMany') =>
	await runNode({
		parameters: parametersOf(operation, { returnAll: true, ...more }),
		credentials: keyCredential(url, 'key_1'),
	});

/** What happens to the list; `newId` gives an ID that was never used. */
type Change = (rows: Row[], newId: () => number) => unknown;

const enter: Change = (rows, newId) => rows.push({ task_id: newId() });
const enterFirst: Change = (rows, newId) => rows.unshift({ task_id: newId() });
const leave: Change = (rows) => rows.splice(123, 1);
const swap: Change = (rows) => ([rows[3], rows[300]] = [rows[300] as Row, rows[3] as Row]);
const replace: Change = (rows, newId) => leave(rows, newId) && enter(rows, newId);

/** A list of tasks that changes by the clock, as it does on its own. */
const serveChanging = async (count: number, everyMs: number, change: Change) => {
	const rows = tasksTo(count);
	const started = Date.now();
	let [next, changes] = [count + 1, 0];
	const before = () => {
		for (; changes < (Date.now() - started) / everyMs; changes++) change(rows, () => next++);
	};
	const server = await serveTasks(rows, { before });
	/** The tasks that were there all the time, and were not given. */
	const missing = (given: ReadonlySet<unknown>) =>
		rows.filter(({ task_id }) => task_id <= count && !given.has(task_id)).length;
	return { server, missing };
};

describe('10,000 tasks that change while they are read are never silently short', () => {
	it.each<[string, number, Change, number]>([
		['none does', Infinity, () => undefined, 51],
		['100 a minute leave', 600, leave, 105],
		['100 a minute leave, and as many enter', 600, replace, 105],
		['50 a second leave', 20, leave, 105],
		['50 a second leave, and as many enter', 20, replace, 105],
		['50 a second enter at the end', 20, enter, 105],
		['50 a second enter at the start', 20, enterFirst, 105],
	])('%s', async (_name, everyMs, change, requests) => {
		const { server, missing } = await serveChanging(10_000, everyMs, change);
		const { output, error } = await list(server.url);
		expect(error).toBeUndefined();
		const ids = new Set(output.map(({ json: row }) => row.task_id));
		const marks = new Set(output.map(({ json: row }) => row.incomplete));
		expect([ids.size, marks.size]).toEqual([output.length, 1]);
		if (!marks.has(true)) expect(missing(ids)).toBe(0);
		expect(server.requests.length).toBeLessThanOrEqual(requests);
	});

	it('with a hint, where they change all the time', async () => {
		const { server } = await serveChanging(1_200, 5, leave);
		const options = { maxParallel: 1 };
		const { output, saved } = await list(server.url, { options });
		expect(output.filter(({ json: row }) => row.incomplete !== true)).toEqual([]);
		expect(saved).toContain('so a row may be missing');
	});
});

it.each<[string, Fate['atBody']]>([
	['with 500', json(500, { detail: 'Failed to list tasks' })],
	['with 429', json(429, { detail: 'Rate limit exceeded' }, { 'retry-after': '1' })],
	['by a broken connection', (response) => response.socket?.resetAndDestroy()],
	[
		'within its body',
		(response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"tasks":'),
	],
])('a page that fails in the middle %s is repeated, each row once', async (_name, atBody) => {
	const rows = tasksTo(2_000);
	const server = await serveTasks(rows, {
		fateOf: (page) => (page === 5 ? { atBody } : undefined),
	});
	const { output, error } = await list(server.url);
	expect(error).toBeUndefined();
	expect(output.map(({ json: row }) => row)).toMatchObject(rows);
	expect(server.requests).toHaveLength(12);
});

it.each([
	['a page that is no JSON', 'text/html', '<html></html>'],
	['a page that is cut off', 'application/json', '{"tasks": [{"task_id": 1}'],
	['a page without tasks', 'application/json', '{"total_count": 400}'],
])('%s ends the list with an error, never with fewer tasks', async (_name, type, body) => {
	const fate: Fate = {
		atBody: (response) => response.writeHead(200, { 'content-type': type }).end(body),
	};
	const server = await serveTasks(tasksTo(400), {
		fateOf: (page) => (page > 0 ? fate : undefined),
	});
	const { output, error } = await list(server.url);
	expect(output.filter((item) => !errorOf(item))).toEqual([]);
	expect(error?.message).toEqual(expect.any(String));
});

describe('a limit over a list that changes meanwhile', () => {
	const hint =
		'The list changed while the node read it, so there are fewer rows than Limit. Run the node again, or use Return All.';

	it.each<[string, Change, INodeParameters, number, boolean]>([
		['says that it gives fewer rows', swap, { limit: 450 }, 449, true],
		['says nothing where it gives as many', leave, { limit: 450 }, 450, false],
		[
			'says so with a filter, too',
			swap,
			{ limit: 600, filters: { waitingForApproval: true } },
			599,
			true,
		],
	])('%s', async (_name, change, more, count, isTold) => {
		const rows = tasksTo(600);
		const waits = { status: 'in_progress', current_step_type: 'approval' };
		const server = await serveTasks(rows, {
			before: (page) => page === 1 && change(rows, () => 1_000),
			pageOf: (tasks) => ({ tasks: tasks.map((row) => ({ ...row, ...waits })), total_count: 600 }),
		});
		const { output, saved } = await list(server.url, { returnAll: false, ...more });
		expect(output).toHaveLength(count);
		expect(output.filter(({ json: row }) => 'incomplete' in row)).toEqual([]);
		expect(saved.includes(hint)).toBe(isTold);
		expect(saved).not.toContain('wanted rows passed the filters');
	});
});

const noCount = (value: string) => [
	'The service did not report a valid number of rows',
	`"total_count" is ${value}, not a whole number of 0 or more.`,
];
const noFlag = (value: string) => [
	'The service did not report if there are more rows',
	`"has_next" is ${value}, not true or false.`,
];

describe('an answer that contradicts itself ends the list with an error that says so, at once', () => {
	const total = (total_count: unknown) => (tasks: Row[]) => ({ tasks, total_count });

	it.each<[string, PageOf, readonly string[]]>([
		['a fraction', total(450.5), noCount('450.5')],
		['text', total('450'), noCount('"450"')],
		['no total', total(undefined), noCount('nothing')],
		['no flag', (documents) => ({ documents }), noFlag('nothing')],
		['a flag in text', (documents) => ({ documents, has_next: 'true' }), noFlag('"true"')],
		[
			'rows that it does not have',
			() => ({ tasks: [], total_count: 5 }),
			[
				'The service returned no new rows, although it reported more',
				'The last page contained only known rows.',
			],
		],
		[
			'a page that is too long',
			() => ({ tasks: tasksTo(205), total_count: 450 }),
			[
				'The service returned more rows than requested',
				'The page has 205 rows, and the limit was 200.',
			],
		],
	])('%s', async (_name, pageOf, [message, detail]) => {
		const server = await serveTasks(tasksTo(450), { pageOf });
		const isSearch = 'documents' in pageOf([], []);
		const operation = isSearch ? 'document.search' : 'task.getMany';
		const { output, error } = await list(server.url, {}, operation);
		expect(output).toEqual([]);
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(`${detail} The node stopped reading the list.`);
		expect(`${error?.message} ${error?.description}`).not.toContain('Nothing was sent');
		expect(server.requests.length).toBeLessThanOrEqual(2);
	});

	it('a total of ten million marks the rows that there are', async () => {
		const server = await serveTasks(tasksTo(450), { pageOf: total(1e7) });
		const { output } = await list(server.url);
		expect(output).toHaveLength(450);
		expect(new Set(output.map(({ json: row }) => row.incomplete))).toEqual(new Set([true]));
		expect(server.requests.length).toBeLessThan(120);
	});

	it('a total of ten million ends no limited list', async () => {
		const server = await serveTasks(tasksTo(450), { pageOf: total(1e7) });
		const { output } = await list(server.url, { returnAll: false, limit: 450 });
		expect(output).toHaveLength(450);
		expect(server.requests).toHaveLength(3);
	});
});
