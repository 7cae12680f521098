import { z } from 'zod';
import { contractWorkflow, httpRequest, splitOut } from '../host/nodes';
import type { Job } from '../job';
import { exactly, extra, figuresOf } from '../report/goals';
import { longLists } from '../ways/listing';
import type { Outcome, Verdict } from '../ways/ways';
import { workflowWay } from '../ways/ways';

const wanted = 50;
const bounded = z.object({ limit: z.number() });

const checkFirst = (outcome: Outcome): Verdict => {
	const items = outcome.output();
	const asked = outcome.requests.map(({ body }) => bounded.parse(body).limit);
	return {
		faults: items.length === wanted ? [] : [`${items.length} rows came out`],
		more: { rowsAskedFor: asked.reduce((sum, limit) => sum + limit, 0) },
	};
};

const ours = workflowWay({
	name: 'Get Many',
	side: 'ours',
	steps: ({ keys }) => [
		contractWorkflow(keys.ours, 'task', 'getMany', { returnAll: false, limit: wanted }),
	],
	input: () => Promise.resolve({}),
	warmUp: () => Promise.resolve({}),
	check: checkFirst,
});

const rival = workflowWay({
	name: 'One request',
	side: 'rival',
	steps: ({ service, keys }) => [
		httpRequest(keys.rival, {
			method: 'POST',
			url: `${service.baseUrl}/tasks/list`,
			jsonBody: JSON.stringify({ limit: wanted }),
		}),
		splitOut('tasks'),
	],
	input: () => Promise.resolve({}),
	warmUp: () => Promise.resolve({}),
	check: checkFirst,
});

/** The first rows of a long list (P4). */
export const firstRows: Job = {
	name: 'first',
	title: `Get the first ${wanted} tasks`,
	sandbox: longLists,
	ways: [ours, rival],
	goals: (medians) => [
		exactly('P4', 'requests', figuresOf(medians, ours.name).requests, 1),
		exactly('P4', 'rows asked for', extra(medians, ours.name, 'rowsAskedFor'), wanted),
	],
};
