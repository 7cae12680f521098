import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { parametersOf } from '../support/stage';
import { useFastTime } from './fastTime';
import type { Answering } from './faultServer';
import { faultServers, json, text } from './faultServer';
import { errorOf, runAt } from './items';

const serve = faultServers();
useFastTime();

interface Row {
	readonly task_id: number;
}

const tasksTo = (count: number): Row[] =>
	Array.from({ length: count }, (_, index) => ({ task_id: index + 1 }));

/** A page of 200 tasks at most, and what is said of the list. */
type PageOf = (tasks: Row[], rows: readonly Row[]) => object;

interface Changing {
	readonly pageOf?: PageOf;
	/** Happens before the answer of this number. */
	readonly before?: (answer: number) => unknown;
	/** What comes instead of the answer of this number. */
	readonly instead?: (answer: number) => Answering | undefined;
}

/** A service with these tasks. */
const serveTasks = async (rows: readonly Row[], changing: Changing = {}) => {
	const { before, instead, pageOf = (tasks) => ({ tasks, total_count: rows.length }) } = changing;
	return await serve((index) => ({
		atBody(response, { body }) {
			before?.(index);
			const { limit = 50, offset = 0 } = JSON.parse(body) as { limit?: number; offset?: number };
			const page = json(200, pageOf(rows.slice(offset, offset + limit), rows));
			setTimeout(instead?.(index) ?? page, 20, response);
		},
	}));
};

const list = async (url: string, more: INodeParameters = {}, operation = 'task.getMany') =>
	await runAt(url, parametersOf(operation, { returnAll: true, ...more }));

/** What happens to the list; `newId` is one that was never used. */
type Change = (rows: Row[], newId: number) => unknown;

const enter: Change = (rows, task_id) => rows.push({ task_id });
const enterFirst: Change = (rows, task_id) => rows.unshift({ task_id });
const leave: Change = (rows) => rows.splice(123, 1);
const swap: Change = (rows) => ([rows[3], rows[300]] = [rows[300] as Row, rows[3] as Row]);
const replace: Change = (rows, newId) => leave(rows, newId) && enter(rows, newId);

describe('10,000 tasks that change while they are read are never silently short', () => {
	it.each<[string, number, Change, number]>([
		['none does', 0, () => undefined, 51],
		['one leaves in between', 1, leave, 105],
		['one leaves and one enters with each answer', Infinity, replace, 105],
		['one enters at the end with each answer', Infinity, enter, 105],
		['one enters at the start with each answer', Infinity, enterFirst, 105],
	])('%s', async (_name, times, change, most) => {
		const rows = tasksTo(10_000);
		let left = times;
		const server = await serveTasks(rows, {
			before: (answer) => answer > 3 && left-- > 0 && change(rows, 20_000 + answer),
		});
		const { output, error } = await list(server.url);
		expect(error).toBeUndefined();
		const ids = new Set(output.map(({ json: row }) => row.task_id));
		const marks = new Set(output.map(({ json: row }) => row.incomplete));
		expect([ids.size, marks.size]).toEqual([output.length, 1]);
		if (!marks.has(true)) {
			const missing = rows.filter(({ task_id }) => task_id <= 10_000 && !ids.has(task_id));
			expect(missing).toEqual([]);
		}
		expect(server.requests.length).toBeLessThanOrEqual(most);
	});

	it('with a hint, where they change all the time', async () => {
		const rows = tasksTo(1_200);
		const server = await serveTasks(rows, { before: () => leave(rows, 0) });
		const { output, saved } = await list(server.url, { options: { maxParallel: 1 } });
		expect(output.filter(({ json: row }) => row.incomplete !== true)).toEqual([]);
		expect(saved).toContain('so a row may be missing');
	});
});

it.each<[string, Answering]>([
	['with 500', json(500, { detail: 'Failed to list tasks' })],
	['with 429', json(429, { detail: 'Rate limit exceeded' }, { 'retry-after': '1' })],
	['by a broken connection', (response) => void response.socket?.resetAndDestroy()],
	['within its body', text(200, 'application/json', '{"tasks":')],
])('a page that fails in the middle %s is repeated, each row once', async (_name, failing) => {
	const rows = tasksTo(2_000);
	const instead = (answer: number) => (answer === 5 ? failing : undefined);
	const server = await serveTasks(rows, { instead });
	const { output, error } = await list(server.url);
	expect(error).toBeUndefined();
	expect(output.map(({ json: row }) => row)).toMatchObject(rows);
	expect(server.requests).toHaveLength(12);
});

it.each<[string, Answering]>([
	['a page that is no JSON', text(200, 'text/html', '<html></html>')],
	['a page that is cut off', text(200, 'application/json', '{"tasks": [{"task_id": 1}')],
	['a page without tasks', json(200, { total_count: 400 })],
])('%s ends the list with an error, never with fewer tasks', async (_name, failing) => {
	const instead = (answer: number) => (answer > 0 ? failing : undefined);
	const server = await serveTasks(tasksTo(400), { instead });
	const { output, error } = await list(server.url);
	expect(output.filter((item) => !errorOf(item))).toEqual([]);
	expect(error?.message).toEqual(expect.any(String));
});

it.each<[string, Change, number, boolean]>([
	['where rows change places', swap, 449, true],
	['not where it gives as many', leave, 450, false],
])('a limited list says that it gives fewer rows, %s', async (_name, change, count, isTold) => {
	const rows = tasksTo(600);
	const before = (answer: number) => answer === 1 && change(rows, 1_000);
	const server = await serveTasks(rows, { before });
	const { output, saved } = await list(server.url, { returnAll: false, limit: 450 });
	expect(output).toHaveLength(count);
	expect(output.filter(({ json: row }) => 'incomplete' in row)).toEqual([]);
	const hint =
		'The list changed while the node read it, so there are fewer rows than Limit. Run the node again, or use Return All.';
	expect(saved.includes(hint)).toBe(isTold);
});

describe('an answer that contradicts itself ends the list with an error that says so, at once', () => {
	it.each<[string, PageOf, string, string]>([
		[
			'text for the number of rows',
			(tasks) => ({ tasks, total_count: '450' }),
			'The service did not report a valid number of rows',
			'"total_count" is not a whole number of 0 or more.',
		],
		[
			'no flag',
			(documents) => ({ documents }),
			'The service did not report if there are more rows',
			'"has_next" is not true or false.',
		],
		[
			'rows that it does not have',
			() => ({ tasks: [], total_count: 5 }),
			'The service returned no new rows, although it reported more',
			'The last page contained only known rows.',
		],
		[
			'a page that is too long',
			() => ({ tasks: tasksTo(205), total_count: 450 }),
			'The service returned more rows than requested',
			'The page has 205 rows, and the limit was 200.',
		],
	])('%s', async (_name, pageOf, message, detail) => {
		const server = await serveTasks(tasksTo(450), { pageOf });
		const isSearch = 'documents' in pageOf([], []);
		const operation = isSearch ? 'document.search' : 'task.getMany';
		const { output, error } = await list(server.url, {}, operation);
		expect(output).toEqual([]);
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(detail);
		expect(`${error?.message} ${error?.description}`).not.toContain('Nothing was sent');
		expect(server.requests.length).toBeLessThanOrEqual(2);
	});

	it.each<[boolean, INodeParameters, unknown, number]>([
		[true, {}, true, 119],
		[false, { limit: 450 }, undefined, 3],
	])('a total of ten million ends none (Return All: %p)', async (returnAll, more, mark, most) => {
		const pageOf: PageOf = (tasks) => ({ tasks, total_count: 1e7 });
		const server = await serveTasks(tasksTo(450), { pageOf });
		const { output } = await list(server.url, { returnAll, ...more });
		expect(output).toHaveLength(450);
		expect([...new Set(output.map(({ json: row }) => row.incomplete))]).toEqual([mark]);
		expect(server.requests.length).toBeLessThanOrEqual(most);
	});
});
