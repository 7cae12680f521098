import { setTimeout as pause } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import { builtIn, byId, contractWorkflow, httpRequest, splitOut } from '../host/nodes';
import type { Job, Outcome, Way } from '../job';

/** Tasks of a run that only loads the code. */
const warmUpTasks = 20;

/** Maximum requests with one key in so many seconds, where there is a limit. */
const limit = 300;
const windowSeconds = 10;

const perItem = '{{ $json.task_id }}';

/** One item for each task of the call, with its step. */
const items = splitOut('body.tasks');

/** The step where the created tasks wait. */
const step = 'legal_approval';

/** This package's node, with an expression for the task of each item. */
const approve = (name: string, parameters: INode['parameters'] = {}): Way => ({
	name,
	side: 'ours',
	steps: ({ keys }) => [
		items,
		contractWorkflow(keys, 'task', 'approve', {
			taskId: byId(`=${perItem}`),
			decision: 'approve',
			...parameters,
		}),
	],
});

/** HTTP Request, with the same expression in its URL. */
const approveByHttp = (
	name: string,
	options: INode['parameters'] = {},
	onError?: INode['onError'],
): Way => ({
	name,
	side: 'rival',
	steps: ({ keys, service }) => [
		items,
		{
			...httpRequest(keys, {
				method: 'POST',
				url: `=${service.baseUrl}/tasks/${perItem}/approve`,
				jsonBody: '{"approved": true}',
				options,
			}),
			...(onError && { onError }),
		},
	],
});

/** Passes only the tasks that are at the step. */
const atStep = builtIn('Filter', 'filter', 2.2, {
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
		conditions: [
			{
				id: 'same',
				leftValue: '={{ $json.task.current_step_id }}',
				rightValue: step,
				operator: { type: 'string', operation: 'equals' },
			},
		],
		combinator: 'and',
	},
	options: {},
});

/** HTTP Request twice: it reads the task, and decides if the task is at the step. */
const approveGuardedByHttp: Way = {
	name: 'Get, Filter, approve',
	side: 'rival',
	steps: ({ keys, service }) => [
		items,
		httpRequest(keys, { method: 'GET', url: `=${service.baseUrl}/tasks/${perItem}` }, 'Look'),
		atStep,
		httpRequest(keys, {
			method: 'POST',
			url: `=${service.baseUrl}/tasks/{{ $json.task.task_id }}/approve`,
			jsonBody: '{"approved": true}',
		}),
	],
};

/** What is wrong, by the service's own log: each task must be approved exactly once. */
const faultsOf = ({ requests }: Outcome, ids: readonly number[]): string[] => {
	const approved = new Map<string, number>();
	for (const { path, status } of requests) {
		if (status === 200) approved.set(path, (approved.get(path) ?? 0) + 1);
	}
	const times = ids.map((id) => approved.get(`/tasks/${id}/approve`) ?? 0);
	const lost = times.filter((count) => count === 0).length;
	const again = times.filter((count) => count > 1).length;
	const others = requests.filter(({ status }) => status !== 200 && status !== 429).length;
	return [
		...(lost > 0 ? [`${lost} tasks were not approved`] : []),
		...(again > 0 ? [`${again} tasks were approved more than once`] : []),
		...(others > 0 ? [`${others} requests were answered with another status`] : []),
	];
};

/** A job that approves tasks; without a rate limit, unless the job says otherwise. */
const approving = (
	tasks: number,
	job: Pick<Job, 'name' | 'title' | 'ways'> & Partial<Job>,
): Job => ({
	sandbox: { rateLimit: 1e9 },
	...job,
	async prepare({ service, signal }, isWarmUp) {
		// Neither the service nor a node may know a window of the run before.
		if (job.sandbox && !isWarmUp) await pause((windowSeconds + 1) * 1000, undefined, { signal });
		const ids = await service.tasksToApprove(isWarmUp ? warmUpTasks : tasks);
		return {
			body: { tasks: ids.map((task_id) => ({ task_id, current_step_id: step })) },
			faults: (outcome) => faultsOf(outcome, ids),
		};
	},
});

/** Approvals without a rate limit. */
export const approveTasks = approving(1000, {
	name: 'approve',
	title: 'Approve 1,000 tasks',
	ways: [approve('Approve or Reject', { decideIf: 'always' }), approveByHttp('Defaults')],
});

/** Decisions that are checked against the step where the task was seen. */
export const guardedDecisions = approving(500, {
	name: 'guarded',
	title: 'Approve 500 tasks, each only at its step',
	ways: [approve('Task Has Not Moved'), approveGuardedByHttp],
});

const perSecond = limit / windowSeconds;

/** Approvals under a rate limit. */
export const limitedApprovals = approving(600, {
	name: 'limit',
	title: `Approve 600 tasks, ${limit} requests in ${windowSeconds} s allowed`,
	sandbox: { rateLimit: limit, windowSeconds },
	ways: [
		approve('Approve or Reject', { decideIf: 'always' }),
		approveByHttp(`Batching, ${perSecond} each second`, {
			batching: { batch: { batchSize: perSecond, batchInterval: 1000 } },
		}),
		approveByHttp('Defaults, continue on error', {}, 'continueRegularOutput'),
	],
});
