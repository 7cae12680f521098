import { contractWorkflow, httpRequest, splitOut, taskId } from '../host/nodes';
import type { Bench, Job } from '../job';
import { atMost, ratio } from '../report/goals';
import type { Outcome, Verdict } from '../ways/ways';
import { workflowWay } from '../ways/ways';

const count = 1000;

/** A task of the sample data. */
const task = 10001;

const calls = (times: number) =>
	Promise.resolve({ ids: Array.from({ length: times }, (_, index) => index) });

const checkReads = ({ requests }: Outcome): Verdict => {
	const read = requests.filter(({ status }) => status === 200).length;
	return { faults: read === count ? [] : [`${read} of ${count} requests were answered`] };
};

const items = splitOut('body.ids', 'number');

const ours = workflowWay({
	name: 'Get',
	side: 'ours',
	steps: ({ keys }: Bench) => [items, contractWorkflow(keys.ours, 'task', 'get', taskId(task))],
	input: async () => await calls(count),
	warmUp: async () => await calls(20),
	check: checkReads,
});

const rival = workflowWay({
	name: 'Defaults',
	side: 'rival',
	steps: ({ service, keys }: Bench) => [
		items,
		httpRequest(keys.rival, { method: 'GET', url: `${service.baseUrl}/tasks/${task}` }),
	],
	input: async () => await calls(count),
	warmUp: async () => await calls(20),
	check: checkReads,
});

/** Many items whose parameters are all constant (P13). */
export const readOne: Job = {
	name: 'constant',
	title: `Read a task for each of ${count.toLocaleString('en')} items, without an expression`,
	sandbox: ['--rate-limit', '1000000000'],
	ways: [ours, rival],
	goals: (medians) => [
		atMost(
			'P13',
			'CPU of an item without an expression, to HTTP Request',
			ratio(medians, 'cpuMs', ours.name, rival.name),
			0.45,
		),
	],
};
