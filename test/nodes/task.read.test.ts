import { expect, it } from '@jest/globals';
import type { Json } from '../support/stage';
import { byId, byLane, itemsOf, paired, sharedStage } from '../support/stage';

const stage = sharedStage({ tasks: 450 });

/** The tasks that the service lists for a body, as the node is to give them. */
const listed = async (body: object, item = 0) => {
	const { tasks } = await stage.ask('POST', '/tasks/list', body);
	return (tasks as unknown as Json[]).map((json) => ({ pairedItem: { item }, json }));
};

it('Get gives the task of each item', async () => {
	const { output } = await stage.run(
		'task.get',
		{ output: 'raw', taskId: byId('={{ $json.id }}') },
		{ items: itemsOf({ id: 10017 }, { id: '10001' }) },
	);
	expect(byLane(stage.received())).toEqual(
		byLane([{ request: 'GET /tasks/10017' }, { request: 'GET /tasks/10001' }]),
	);
	expect(paired(output)).toEqual([
		{ pairedItem: { item: 0 }, json: (await stage.ask('GET', '/tasks/10017')).task },
		{ pairedItem: { item: 1 }, json: (await stage.ask('GET', '/tasks/10001')).task },
	]);
	expect(output.map(({ json }) => [json.task_id, json.task_title])).toEqual([
		[10017, null],
		[10001, 'Vendor agreement: Aldgate Logistics Ltd'],
	]);
});

it('Get Many with the limit of 50 asks for exactly one page of 50', async () => {
	const { output } = await stage.run('task.getMany', { output: 'raw' });
	expect(stage.received()).toEqual([
		{ request: 'POST /tasks/list', body: { limit: 50, offset: 0 } },
	]);
	expect(paired(output)).toEqual(await listed({ limit: 50 }));
});

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

it('Get Many sends the filters of each item', async () => {
	const updated = '2025-03-01T10:00:00+02:00';
	const { output, error } = await stage.run(
		'task.getMany',
		{
			output: 'raw',
			limit: '={{ $json.limit }}',
			filters: {
				includeInactive: '={{ $json.inactive }}',
				lastCreatedAt: '={{ $json.created }}',
				lastUpdatedAt: updated,
			},
		},
		{
			items: itemsOf(
				{ limit: 3, inactive: false, created: '2025-01-01' },
				{ limit: '2', inactive: true, created: '2025-06-01' },
				{ limit: 1, inactive: 'true', created: '2025-03-01' },
			),
		},
	);
	expect(error).toBeUndefined();
	const sent = (limit: number, include_inactive: boolean, created: string) => ({
		limit,
		offset: 0,
		include_inactive,
		last_created_at: created,
		last_updated_at: updated,
	});
	const first = sent(3, false, '2025-01-01');
	const second = sent(2, true, '2025-06-01');
	const third = sent(1, true, '2025-03-01');
	expect(byLane(stage.received())).toEqual(
		byLane([first, second, third].map((body) => ({ request: 'POST /tasks/list', body }))),
	);
	expect(paired(output)).toEqual([
		...(await listed(first, 0)),
		...(await listed(second, 1)),
		...(await listed(third, 2)),
	]);
	expect(output).toHaveLength(6);
});

it('Get Many takes each of the nine statuses', async () => {
	const statuses = [
		'archived',
		'cancelled',
		'completed',
		'created',
		'failed',
		'in_progress',
		'on_hold',
		'pending',
		'rejected',
	];
	const { output } = await stage.run(
		'task.getMany',
		{ output: 'raw', limit: 1, filters: { status: '={{ $json.status }}' } },
		{ items: itemsOf(...statuses.map((status) => ({ status }))) },
	);
	expect(byLane(stage.received())).toEqual(
		byLane(
			statuses.map((status) => ({
				request: 'POST /tasks/list',
				body: { limit: 1, offset: 0, status },
			})),
		),
	);
	expect(output.map(({ json }) => json.status)).toEqual(statuses);
});

it('a list without a match gives no item', async () => {
	const { output } = await stage.run('task.getMany', { filters: { lastCreatedAt: '2100-01-01' } });
	expect(stage.received()).toHaveLength(1);
	expect(output).toEqual([]);
});

it('Get Many by External Source ID gives the tasks of each item, none without a match', async () => {
	const { output, error } = await stage.run(
		'task.getManyByExternalSourceId',
		{ output: 'raw', externalSourceId: '={{ $json.source }}' },
		{
			items: itemsOf(
				{ source: 'CRM-2025-0001' },
				{ source: 'nothing&x=1' },
				{ source: 'ERP/PO 4711' },
				{ source: 'Akte-Ä-17' },
			),
		},
	);
	expect(error).toBeUndefined();
	const request = 'GET /tasks/by-external-source-id';
	expect(byLane(stage.received())).toEqual(
		byLane([
			{ request, query: { external_source_id: 'Akte-Ä-17' } },
			{ request, query: { external_source_id: 'CRM-2025-0001' } },
			{ request, query: { external_source_id: 'ERP/PO 4711' } },
			{ request, query: { external_source_id: 'nothing&x=1' } },
		]),
	);
	expect(output.map(({ json, pairedItem }) => [pairedItem, json.task_id])).toEqual([
		[{ item: 0 }, 10002],
		[{ item: 0 }, 10001],
		[{ item: 2 }, 10003],
		[{ item: 3 }, 10004],
	]);
	const { tasks } = await stage.ask(
		'GET',
		'/tasks/by-external-source-id?external_source_id=CRM-2025-0001',
	);
	expect(output.slice(0, 2).map(({ json }) => json)).toEqual(tasks);
});
