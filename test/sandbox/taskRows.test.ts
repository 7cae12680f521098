import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { initiate, startService, taskOf, type Json, type Service } from './support';

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.sandbox.stop());

const listed = async (taskId: number): Promise<Json | undefined> => {
	const { data } = await service.post('/tasks/list', { limit: 200, include_inactive: true });
	return (data.tasks as unknown as Json[]).find(({ task_id }) => Number(task_id) === taskId);
};

it('a task in a list is as a read of it, before and after each change', async () => {
	await listed(0);
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
		expect(await listed(id)).toMatchObject(task);
		states.add(JSON.stringify(task.step_runs));
	}
	expect(states.size).toBe(steps.length);
});
