import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { askService } from '../../tools/scripts/demo/service';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { sendTo } from '../../tools/scripts/n8n/pages/forms';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { publishTrigger } from '../n8n/published';
import { contractWorkflow, plain } from '../n8n/stack';

/* Tasks that wait for an approval, and approvals in executions that run on workers. */

const initiated = z.object({ task_id: z.number() });

/** Fewer than any rate limit that is used here. */
const tasksAtOnce = 50;

/** What is written in the tasks. */
const party = 'A & <!channel> Ltd';
const counterparty = { variable_id: 'counterparty', type: 'text', value: party };

/** Workflows of the sandbox whose first waiting step is an approval. */
const workflows = {
	oneApproval: { path: 'wf_mutual_nda/2', variables: [counterparty] },
	twoApprovals: {
		path: 'wf_vendor_agreement/2',
		variables: [
			counterparty,
			{ variable_id: 'contract_value', type: 'number', value: '1200' },
			{ variable_id: 'governing_law', type: 'select', value: 'Germany' },
		],
	},
};

/** The step where the created tasks first wait. */
export const firstStep = 'legal_approval';

/**
 * Creates tasks that wait at their first approval step, bypassing every rate limit, and returns
 * their ids.
 */
export const makeTasks = async (
	sandbox: Sandbox,
	count: number,
	kind: keyof typeof workflows = 'oneApproval',
): Promise<number[]> => {
	const { path, variables } = workflows[kind];
	const initiate = async () =>
		initiated.parse(await askService(sandbox, `/workflows/${path}/initiate`, { variables }));
	const ids: number[] = [];
	while (ids.length < count) {
		sandbox.clearRateWindows();
		const some = Array.from({ length: Math.min(tasksAtOnce, count - ids.length) }, initiate);
		ids.push(...(await Promise.all(some)).map(({ task_id }) => task_id));
	}
	sandbox.clearRateWindows();
	sandbox.clearRequests();
	return ids.sort((one, other) => one - other);
};

/** A published workflow that approves the tasks in its call. */
export interface Approvals {
	readonly id: string;
	/** Starts an execution on a worker, as a webhook does. Returns its id. */
	start(ids: readonly number[]): Promise<string>;
}

/** Publishes a workflow that approves tasks. */
export const publishApprovals = async (n8n: N8n, key: StoredCredential): Promise<Approvals> => {
	const path = randomUUID();
	const options = { responseData: '={{ $execution.id }}' };
	const given = { httpMethod: 'POST', path, responseMode: 'onReceived', options };
	const webhook = { ...plain('Webhook', 'webhook', 2.1, given), webhookId: path };
	const approve = {
		...{ resource: 'task', operation: 'approve', decision: 'approve', decideIf: 'always' },
		taskId: { __rl: true, mode: 'id', value: '={{ $json.task_id }}' },
	};
	const id = await publishTrigger(
		n8n,
		webhook,
		plain('Split', 'splitOut', 1, {
			fieldToSplitOut: 'body.ids',
			options: { destinationFieldName: 'task_id' },
		}),
		contractWorkflow('Approve', approve, key),
	);
	return {
		id,
		async start(ids) {
			const response = await sendTo(`${n8n.url}/webhook/${path}`, () => ({
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ ids }),
			}));
			return await response.text();
		},
	};
};

/** How often the service carried out a decision on each task, by its own log. */
export const timesDecided = (sandbox: Sandbox): ReadonlyMap<number, number> => {
	const times = new Map<number, number>();
	for (const { endpoint, path, status } of sandbox.requests()) {
		if (endpoint !== 'approveTask' || status !== 200) continue;
		const task = Number(path.split('/')[2]);
		times.set(task, (times.get(task) ?? 0) + 1);
	}
	return times;
};
