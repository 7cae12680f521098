import { expect, it } from '@jest/globals';
import type { Json } from '../support/stage';
import { byLane, paired, sharedStage } from '../support/stage';

const stage = sharedStage({ tasks: 450 });

/** The tasks that the service lists for a body, as the node is to give them. */
const listed = async (body: object, item = 0) => {
	const { tasks } = await stage.ask('POST', '/tasks/list', body);
	return (tasks as unknown as Json[]).map((json) => ({ pairedItem: { item }, json }));
};

it('Get Many with a limit over a page asks for the rest and no more', async () => {
	const { output } = await stage.run('task.getMany', { output: 'raw', limit: 210 });
	expect(stage.received()).toEqual([
		{ request: 'POST /tasks/list', body: { limit: 200, offset: 0 } },
		{ request: 'POST /tasks/list', body: { limit: 10, offset: 200 } },
	]);
	expect(paired(output)).toEqual([
		...(await listed({ limit: 200 })),
		...(await listed({ limit: 10, offset: 200 })),
	]);
});

it('Get Many with Return All asks for every page once and keeps their order', async () => {
	const { output } = await stage.run('task.getMany', {
		output: 'raw',
		returnAll: true,
		filters: { includeInactive: true },
	});
	expect(byLane(stage.received())).toEqual(
		byLane([
			{ request: 'POST /tasks/list', body: { limit: 200, offset: 0, include_inactive: true } },
			{ request: 'POST /tasks/list', body: { limit: 200, offset: 199, include_inactive: true } },
			{ request: 'POST /tasks/list', body: { limit: 200, offset: 398, include_inactive: true } },
		]),
	);
	expect(output).toHaveLength(450);
	expect(new Set(output.map(({ json }) => json.task_id)).size).toBe(450);
	expect(paired(output)).toEqual([
		...(await listed({ limit: 200, include_inactive: true })),
		...(await listed({ limit: 200, offset: 200, include_inactive: true })),
		...(await listed({ limit: 200, offset: 400, include_inactive: true })),
	]);
});
