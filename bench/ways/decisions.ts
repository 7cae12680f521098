import type { Requested, Step } from '../host/nodes';
import { contractWorkflow, httpRequest, onlyWhere, splitOut, taskId } from '../host/nodes';
import { createSender, inParallel } from '../host/requests';
import type { ServedRequest } from '../host/service';
import type { Bench } from '../job';
import type { WorkflowWay } from './ways';
import { floorWay, workflowWay } from './ways';

/** The body of the call: the tasks to approve. */
export interface Decisions {
	readonly ids: number[];
}

const perItem = '{{ $json.task_id }}';

/** One item for each id of the call. */
const items = splitOut('body.ids', 'task_id');

/** This package's node, with an expression for the task of each item. */
export const approve = ({ keys }: Bench): Step[] => [
	items,
	contractWorkflow(keys.ours, 'task', 'approve', {
		...taskId(`=${perItem}`),
		decision: 'approve',
	}),
];

/** The step where the created tasks wait. */
const step = 'legal_approval';

/** This package's node, which only decides if the task is still at its step. */
export const approveGuarded = ({ keys }: Bench): Step[] => [
	items,
	contractWorkflow(keys.ours, 'task', 'approve', {
		...taskId(`=${perItem}`),
		decision: 'approve',
		onlyIfCurrentStepIs: { __rl: true, mode: 'id', value: step },
	}),
];

/** HTTP Request twice: it reads the task, and decides if the task is at the step. */
export const approveGuardedByHttp = ({ service, keys }: Bench): Step[] => {
	const task = `${service.baseUrl}/tasks`;
	return [
		items,
		httpRequest(keys.rival, { method: 'GET', url: `=${task}/${perItem}` }, 'Look'),
		onlyWhere('={{ $json.task.current_step_id }}', step),
		httpRequest(keys.rival, {
			method: 'POST',
			url: `=${task}/{{ $json.task.task_id }}/approve`,
			jsonBody: '{"approved": true}',
		}),
	];
};

/** HTTP Request, with the same expression in its URL. */
export const approveByHttp =
	(options: Requested['options'], onError?: Step['onError']) =>
	({ service, keys }: Bench): Step[] => [
		items,
		{
			...httpRequest(keys.rival, {
				method: 'POST',
				url: `=${service.baseUrl}/tasks/${perItem}/approve`,
				jsonBody: '{"approved": true}',
				options,
			}),
			...(onError && { onError }),
		},
	];

/** The result of the tasks, from the service's own log: each must be approved exactly once. */
export const checkDecisions = (requests: readonly ServedRequest[], ids: readonly number[]) => {
	const approved = new Map<string, number>();
	for (const { path, status } of requests) {
		if (status === 200) approved.set(path, (approved.get(path) ?? 0) + 1);
	}
	const times = ids.map((id) => approved.get(`/tasks/${id}/approve`) ?? 0);
	const lost = times.filter((count) => count === 0).length;
	const again = times.filter((count) => count > 1).length;
	const others = requests.filter(({ status }) => status !== 200 && status !== 429).length;
	return {
		faults: [
			...(lost > 0 ? [`${lost} tasks were not approved`] : []),
			...(again > 0 ? [`${again} tasks were approved more than once`] : []),
			...(others > 0 ? [`${others} requests were answered with another status`] : []),
		],
		more: { done: ids.length - lost, lost },
	};
};

/** Requests before the first measured one. */
const warmUpItems = 20;

/** A way to approve many tasks in n8n. */
export const deciding = (
	way: Omit<WorkflowWay<Decisions>, 'input' | 'warmUp' | 'check'> &
		Partial<Pick<WorkflowWay<Decisions>, 'check'>>,
	input: (bench: Bench) => Promise<Decisions>,
) =>
	workflowWay<Decisions>({
		check: ({ requests }, { ids }) => checkDecisions(requests, ids),
		...way,
		input,
		warmUp: async ({ service }) => ({ ids: await service.tasksToApprove(warmUpItems) }),
	});

/** The same requests with plain `node:http`, so many at the same time. */
export const decidingFloor = (
	name: string,
	parallel: number,
	input: (bench: Bench) => Promise<Decisions>,
) =>
	floorWay<Decisions>({
		name,
		input,
		async work({ service }, { ids }) {
			const sender = createSender(parallel, service.apiKey);
			await inParallel(ids, parallel, async (id) => {
				await sender.send('POST', `${service.baseUrl}/tasks/${id}/approve`, { approved: true });
			});
			sender.close();
		},
		check: ({ requests }, { ids }) => checkDecisions(requests, ids),
	});
