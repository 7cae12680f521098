import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { INodeExecutionData, IRunData } from 'n8n-workflow';
import { z } from 'zod';
import { eventually } from '../../scripts/n8n/eventually';
import { runResult } from '../../scripts/n8n/executions';
import { parseFlatted } from '../../scripts/n8n/flatted';
import { sendTo } from '../../scripts/n8n/pages/forms';
import { publish } from '../../scripts/n8n/publication';
import { createWorkflow } from '../../scripts/n8n/workflows';
import type { Bench } from '../job';
import type { Host } from './host';
import type { Step } from './nodes';
import { builtIn } from './nodes';

/** A workflow in n8n that is called by its webhook. */
export interface Called {
	/** Calls it and waits for the end of its execution. Returns the status of the response. */
	call(body: object): Promise<number>;
	/** Returns the items of the last node in the newest execution. */
	output(): Promise<INodeExecutionData[]>;
}

/** A workflow with these steps in sequence after a webhook. */
const chainOf = (name: string, steps: readonly Step[], webhookId: string) => {
	const parameters = { httpMethod: 'POST', path: webhookId, responseMode: 'lastNode', options: {} };
	const webhook = { ...builtIn('Webhook', 'webhook', 2.1, parameters), webhookId };
	const nodes = [webhook, ...steps].map((step, index) => ({
		id: randomUUID(),
		position: [index * 220, 0],
		...step,
	}));
	const connections = Object.fromEntries(
		steps.map((step, index) => [
			nodes[index]?.name ?? '',
			{ main: [[{ node: step.name, type: 'main', index: 0 }]] },
		]),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
};

const newest = z.object({ stoppedAt: z.string(), data: z.string() });

/**
 * The data of a workflow's newest execution, once it is saved. It is read from the database: if n8n
 * had to return a long list, its garbage would affect the next run.
 */
const newestRuns = async ({ userFolder }: Host, workflowId: string): Promise<IRunData> => {
	const file = path.join(userFolder, '.n8n', 'database.sqlite');
	const database = new DatabaseSync(file, { readOnly: true });
	try {
		const statement = database.prepare(
			`SELECT e.stoppedAt, d.data
			FROM execution_entity e LEFT JOIN execution_data d ON d.executionId = e.id
			WHERE e.workflowId = ? ORDER BY e.id DESC LIMIT 1`,
		);
		return await eventually(`No execution of ${workflowId} was saved`, () => {
			const { data } = newest.safeParse(statement.get(workflowId));
			return data && runResult.parse(parseFlatted(data.data)).resultData.runData;
		});
	} finally {
		database.close();
	}
};

/** Stores and publishes a workflow with these steps in sequence after a webhook. */
export const publishSteps = async (
	{ host, signal }: Pick<Bench, 'host' | 'signal'>,
	name: string,
	steps: readonly Step[],
): Promise<Called> => {
	const webhookId = randomUUID();
	const id = await createWorkflow(host.n8n(), chainOf(name, steps, webhookId));
	await publish(host.n8n(), id);
	return {
		async call(body) {
			// A restarted n8n has a different address.
			const response = await sendTo(`${host.n8n().url}/webhook/${webhookId}`, () => ({
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify(body),
				signal,
			}));
			await response.arrayBuffer();
			return response.status;
		},
		async output() {
			const last = steps.at(-1)?.name ?? '';
			return (await newestRuns(host, id))[last]?.at(-1)?.data?.main?.[0] ?? [];
		},
	};
};
