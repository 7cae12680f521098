import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { taskStatuses } from '../../../../src/contract';
import type { Answer, Json, Service } from '../support/service';
import { startService } from '../support/service';

const tasks = 60;
const activeStatuses = ['created', 'in_progress', 'pending', 'on_hold'];

let service: Service;
let every: Json[];
const list = (body: unknown): Promise<Answer> => service.post('/tasks/list', body);
const rows = ({ data }: Answer): Json[] => data.tasks as unknown as Json[];
const idsOf = (found: Json[]): number[] => found.map(({ task_id }) => Number(task_id));
const textOf = (value: unknown): string => String(value);

beforeAll(async () => {
	service = await startService({ tasks });
	every = rows(await list({ limit: 200, include_inactive: true }));
});
afterAll(() => service.sandbox.stop());

describe('section 2, task', () => {
	it('lacks, in a single read, the three fields that only lists have', async () => {
		expect(every).toHaveLength(tasks);
		for (const listed of every.slice(0, 10)) {
			const { status, data } = await service.get(`/tasks/${textOf(listed.task_id)}`);
			const { priority, current_step_run_id, requester_email, ...shared } = listed;
			expect([priority, current_step_run_id, requester_email]).not.toContain(undefined);
			expect([status, data]).toEqual([200, { task: shared }]);
		}
	});

	it('shows the variables of all step runs, of all fourteen types', () => {
		for (const task of every) {
			const runs = task.step_runs as unknown as Json[];
			expect(task.variables).toEqual(runs.flatMap((run) => run.variables as unknown as Json[]));
		}
		const types = every.flatMap((task) =>
			(task.variables as unknown as Json[]).map(({ variable_type }) => textOf(variable_type)),
		);
		expect(new Set(types).size).toBe(14);
	});
});

describe('section 4, listing tasks', () => {
	it('gives 50 active tasks by default', async () => {
		const answer = await list({});
		const active = every.filter(({ status }) => activeStatuses.includes(textOf(status)));
		expect(idsOf(rows(answer))).toEqual(idsOf(active).slice(0, 50));
		expect(answer.data.total_count).toBe(active.length);
		expect(Object.keys(answer.data)).toEqual(['tasks', 'total_count']);
	});

	it('filters by each status, whatever include_inactive says', async () => {
		for (const status of taskStatuses) {
			const expected = idsOf(every.filter((task) => textOf(task.status) === status));
			expect(expected.length).toBeGreaterThan(0);
			for (const include_inactive of [undefined, false, true]) {
				const answer = await list({ status, include_inactive, limit: 200 });
				expect(idsOf(rows(answer))).toEqual(expected);
				expect(answer.data.total_count).toBe(expected.length);
			}
		}
	});

	it('visits every task once by offset; total_count ignores limit and offset', async () => {
		const seen: number[] = [];
		for (let offset = 0; offset < tasks; offset += 7) {
			const answer = await list({ limit: 7, offset, include_inactive: true });
			expect(answer.data.total_count).toBe(tasks);
			seen.push(...idsOf(rows(answer)));
		}
		expect(seen).toEqual(idsOf(every));
		const beyond = await list({ offset: 500, include_inactive: true });
		expect([rows(beyond), beyond.data.total_count]).toEqual([[], tasks]);
	});

	it('takes times inclusively, in any form of ISO 8601', async () => {
		for (const name of ['created_at', 'updated_at'] as const) {
			const time = textOf(every[20]?.[name]);
			const expected = idsOf(every.filter((task) => textOf(task[name]) >= time));
			const east = new Date(Date.parse(time) + 2 * 3_600_000).toISOString();
			for (const form of [time, time.replace('Z', ''), east.replace('Z', '+02:00')]) {
				const body = { [`last_${name}`]: form, include_inactive: true, limit: 200 };
				const answer = await list(body);
				expect([form, idsOf(rows(answer))]).toEqual([form, expected]);
				expect(answer.data.total_count).toBe(expected.length);
			}
		}
		expect((await list({ last_created_at: '2025-03-01' })).status).toBe(200);
	});
});

describe('section 4, tasks by external source id', () => {
	const find = (query: string): Promise<Answer> =>
		service.get(`/tasks/by-external-source-id${query}`);

	it('gives all tasks of the id, and an empty list when nothing matches', async () => {
		const { data } = await find('?external_source_id=CRM-2025-0001');
		expect(idsOf(data.tasks as unknown as Json[]).sort()).toEqual([10001, 10002]);
		const unicode = await find(`?external_source_id=${encodeURIComponent('Akte-Ä-17')}`);
		expect(unicode.data.tasks).toHaveLength(1);
		const none = await find('?external_source_id=unknown');
		expect([none.status, none.data]).toEqual([200, { tasks: [] }]);
	});
});
