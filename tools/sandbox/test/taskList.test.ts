import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { taskStatuses } from '../../../src/contract';
import type { Json, Service } from './support/service';
import { initiate, startService, taskOf } from './support/service';

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.sandbox.stop());

const list = async (body: unknown): Promise<{ ids: number[]; tasks: Json[]; total: number }> => {
	const { data } = await service.post('/tasks/list', body);
	const tasks = data.tasks as unknown as Json[];
	return {
		ids: tasks.map(({ task_id }) => Number(task_id)),
		tasks,
		total: Number(data.total_count),
	};
};

/** Totals by status, each checked against the tasks themselves. */
const totals = async (): Promise<Record<string, number>> => {
	const counted: Record<string, number> = {};
	for (const status of taskStatuses) {
		const { tasks, total } = await list({ limit: 200, status });
		expect([status, tasks.length, tasks.every((task) => String(task.status) === status)]).toEqual([
			status,
			total,
			true,
		]);
		counted[status] = total;
	}
	return counted;
};

it('a task in a list is as a read of it, and counted, before and after each change', async () => {
	const before = await totals();
	const id = await initiate(service);
	const steps = [
		() => Promise.resolve(),
		() => service.post(`/tasks/${id}/approve`, { approved: false }),
		() => service.post(`/tasks/${id}/approve`, { approved: true }),
		() => service.post(`/tasks/${id}/approve`, { approved: true }),
	];
	const states = new Set<string>();
	for (const step of steps) {
		await step();
		const task = await taskOf(service, id);
		const { ids, tasks, total } = await list({ limit: 200, include_inactive: true });
		expect(tasks[ids.indexOf(id)]).toMatchObject(task);
		states.add(JSON.stringify(task.step_runs));
		const now = await totals();
		expect(now[String(task.status)]).toBe((before[String(task.status)] ?? 0) + 1);
		expect(Object.values(now).reduce((sum, count) => sum + count)).toBe(total);
	}
	expect(states.size).toBe(steps.length);
});

it('large pages that are sent at the same time do not mix', async () => {
	const { sandbox, post } = await startService({ tasks: 900, documents: 0 });
	const page = async (index: number) =>
		JSON.stringify(
			(await post('/tasks/list', { limit: 200, offset: (index % 9) * 75, include_inactive: true }))
				.data,
		);
	const alone: string[] = [];
	for (let index = 0; index < 9; index += 1) alone.push(await page(index));
	const together = await Promise.all(Array.from({ length: 36 }, (_, index) => page(index)));
	for (const [index, text] of together.entries()) expect(text === alone[index % 9]).toBe(true);
	expect(new Set(alone).size).toBe(9);
	await sandbox.stop();
});

it('pages hold each task once, whatever they are selected by, and end with an empty one', async () => {
	const from = '2025-05-01T00:00:00Z';
	for (const body of [
		{},
		{ include_inactive: true },
		{ status: 'pending' },
		{ include_inactive: true, last_created_at: from },
		{ last_updated_at: from },
		{ last_created_at: from, last_updated_at: '2025-06-01T00:00:00Z' },
	]) {
		const whole = await list({ ...body, limit: 200 });
		expect(whole.total).toBe(whole.ids.length);
		const walked: number[] = [];
		for (let offset = 0; offset < whole.total; offset += 7) {
			const page = await list({ ...body, limit: 7, offset });
			expect(page.total).toBe(whole.total);
			walked.push(...page.ids);
		}
		expect(walked).toEqual(whole.ids);
		expect(await list({ ...body, offset: whole.total })).toEqual({
			ids: [],
			tasks: [],
			total: whole.total,
		});
	}
});
