import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { freePort } from '../../tools/scripts/n8n/installation/port';
import { pageOfTasks } from '../support/answeringServer';
import { parametersOf } from '../support/stage';
import { useFastTime } from './fastTime';
import type { Answering, FaultServer } from './faultServer';
import { faultServers, json } from './faultServer';
import { runAt } from './items';

const serve = faultServers();
useFastTime();

interface Row {
	readonly task_id: number;
}

const tasksTo = (count: number): Row[] =>
	Array.from({ length: count }, (_, index) => ({ task_id: index + 1 }));

/** A service with these tasks; `change` is called before each answer, and may give another one. */
const serveTasks = async (
	rows: readonly Row[],
	change: (answer: number, page: object) => Answering | undefined | void,
	port?: number,
) =>
	await serve(
		(index) => ({
			atBody(response, { body }) {
				const other = change(index, pageOfTasks(rows, body));
				setTimeout(other ?? json(200, pageOfTasks(rows, body)), 20, response);
			},
		}),
		port,
	);

const list = async (url: string, more: INodeParameters = {}) =>
	await runAt(url, parametersOf('task.getMany', { returnAll: true, ...more }));

const leave = (rows: Row[]) => void rows.splice(123, 1);

it.each<[string, (answer: number) => boolean, true | undefined]>([
	['whole, where one leaves in between', (answer) => answer === 4, undefined],
	['marked, with a hint, where they leave all the time', () => true, true],
])('4,000 tasks are %s', async (_name, leaves, mark) => {
	const rows = tasksTo(4_000);
	const server = await serveTasks(rows, (answer) => {
		if (leaves(answer)) leave(rows);
	});
	const { output, error, saved } = await list(server.url);
	expect(error).toBeUndefined();
	const ids = new Set(output.map(({ json: row }) => row.task_id));
	expect(ids.size).toBe(output.length);
	expect([...new Set(output.map(({ json: row }) => row.incomplete))]).toEqual([mark]);
	if (!mark) expect(rows.filter(({ task_id }) => !ids.has(task_id))).toEqual([]);
	expect(saved.includes('so a row may be missing')).toBe(mark === true);
	expect(server.requests.length).toBeLessThanOrEqual(45);
});

it('4,000 tasks come once each, though the service is down for 20 s in the middle', async () => {
	const rows = tasksTo(4_000);
	const stops = (answer: number) => {
		if (answer === 10) void first.stop().then(() => setTimeout(() => void restart(), 20_000));
	};
	const first: FaultServer = await serveTasks(rows, stops, await freePort());
	let again: FaultServer | undefined;
	const listed = list(first.url);
	const restart = async () => {
		const starting = (answer: number, page: object): Answering | undefined => {
			if (answer < 3) return json(502, { detail: 'Bad Gateway' });
			return answer < 8 ? (response) => setTimeout(json(200, page), 3_000, response) : undefined;
		};
		again = await serveTasks(rows, starting, first.port);
	};
	const { output, error } = await listed;
	expect(error).toBeUndefined();
	expect(output.map(({ json: row }) => row)).toMatchObject(rows);
	expect((again?.requests.length ?? 0) + first.requests.length).toBeLessThanOrEqual(200);
});

it.each<[string, (rows: Row[]) => void, number, boolean]>([
	[
		'where rows change places',
		(rows) => void rows.splice(3, 1, ...rows.splice(300, 1, rows[3] as Row)),
		449,
		true,
	],
	['not where it gives as many', leave, 450, false],
])('a limited list says that it gives fewer rows, %s', async (_name, change, count, isTold) => {
	const rows = tasksTo(600);
	const server = await serveTasks(rows, (answer) => {
		if (answer === 1) change(rows);
	});
	const { output, saved } = await list(server.url, { returnAll: false, limit: 450 });
	expect(output).toHaveLength(count);
	expect(output.filter(({ json: row }) => 'incomplete' in row)).toEqual([]);
	const hint =
		'The list changed while the node read it, so there are fewer rows than Limit. Run the node again, or use Return All.';
	expect(saved.includes(hint)).toBe(isTold);
});
