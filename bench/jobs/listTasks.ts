import { contractWorkflow, httpRequest, pagination, splitOut } from '../host/nodes';
import { createSender, inParallel } from '../host/requests';
import type { Job } from '../job';
import { atMost, figuresOf, ratio } from '../report/goals';
import type { Listed } from '../ways/listing';
import { checkRows, idsOf, longLists, offsets, pageSize, rowCount } from '../ways/listing';
import { floorWay, workflowWay } from '../ways/ways';

const list: Listed = {
	path: '/tasks/list',
	rows: 'tasks',
	id: 'task_id',
	body: { include_inactive: true },
};

const listing = (name: string, parameters: object) =>
	workflowWay({
		name,
		side: 'ours',
		steps: ({ keys }) => [
			contractWorkflow(keys.ours, 'task', 'getMany', {
				returnAll: true,
				filters: { includeInactive: true },
				...parameters,
			}),
		],
		input: async (bench) => await idsOf(bench, list),
		warmUp: () => Promise.resolve([]),
		check: (outcome, expected) => checkRows(outcome, expected, list.id),
	});

const ours = listing('Get Many', {});
const raw = listing('Get Many, raw', { output: 'raw' });

const rival = workflowWay({
	name: 'Pagination by offset',
	side: 'rival',
	steps: ({ service, keys }) => [
		httpRequest(keys.rival, {
			method: 'POST',
			url: `${service.baseUrl}${list.path}`,
			jsonBody: JSON.stringify({ ...list.body, limit: pageSize }),
			options: pagination(
				'offset',
				`={{ $pageCount * ${pageSize} }}`,
				`={{ $pageCount * ${pageSize} >= $response.body.total_count }}`,
			),
		}),
		splitOut(list.rows),
	],
	input: async (bench) => await idsOf(bench, list),
	warmUp: () => Promise.resolve([]),
	check: (outcome, expected) => checkRows(outcome, expected, list.id),
});

const floor = floorWay({
	name: 'Floor, as many in parallel as Get Many',
	input: () => Promise.resolve(undefined),
	async work({ service }, _input, latest) {
		const parallel = latest.get(ours.name)?.inFlight ?? 1;
		const sender = createSender(parallel, service.apiKey);
		await inParallel(offsets, parallel, async (offset) => {
			const body = { ...list.body, limit: pageSize, offset };
			await sender.send('POST', `${service.baseUrl}${list.path}`, body);
		});
		sender.close();
	},
});

/** All tasks of a long list (P1, P2). */
export const listTasks: Job = {
	name: 'list',
	title: `List ${rowCount.toLocaleString('en')} tasks`,
	sandbox: longLists,
	ways: [ours, raw, rival, floor],
	goals: (medians) => [
		atMost('P1', 'span, to HTTP Request', ratio(medians, 'spanMs', ours.name, rival.name), 0.12),
		atMost('P1', 'span, to the floor', ratio(medians, 'spanMs', ours.name, floor.name), 2),
		atMost('P1', 'wall, to HTTP Request', ratio(medians, 'wallMs', ours.name, rival.name), 0.25),
		atMost('P2', 'CPU, to HTTP Request', ratio(medians, 'cpuMs', ours.name, rival.name), 0.6),
		atMost(
			'P2',
			'peak memory, to HTTP Request',
			ratio(medians, 'peakMb', ours.name, rival.name),
			1.1,
		),
		atMost(
			'P14',
			'connections left open after a run',
			figuresOf(medians, ours.name).more.openAfter ?? NaN,
			0,
		),
	],
};
