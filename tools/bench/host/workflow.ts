import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'flatted';
import type { INodeExecutionData, IRunData } from 'n8n-workflow';
import { z } from 'zod';
import { publish } from '../../scripts/n8n/publication';
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

const saved = z.object({ id: z.string() });
const pollMs = 100;
const listenBoundMs = 30_000;
const endBoundMs = 60_000;

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

/** Posts to a webhook. A published one only listens a moment after publishing. */
const post = async (url: string, body: object, signal: AbortSignal): Promise<number> => {
	const deadline = Date.now() + listenBoundMs;
	for (;;) {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
			signal,
		});
		await response.arrayBuffer();
		if (response.status !== 404 || Date.now() > deadline) return response.status;
		await pause(pollMs);
	}
};

const newest = z.object({ stoppedAt: z.string(), data: z.string() });
const runs = z.object({
	resultData: z.object({
		runData: z.custom<IRunData>((value) => typeof value === 'object' && value !== null),
	}),
});

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
		const deadline = Date.now() + endBoundMs;
		for (;;) {
			const row = newest.safeParse(statement.get(workflowId));
			if (row.success) return runs.parse(parse(row.data.data)).resultData.runData;
			if (Date.now() > deadline) throw new Error(`No execution of ${workflowId} was saved.`);
			await pause(pollMs);
		}
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
	const workflow = chainOf(name, steps, webhookId);
	const { id } = await host.n8n().request('POST', '/workflows', saved, workflow);
	await publish(host.n8n(), id);
	return {
		// A restarted n8n has a different address.
		call: async (body) => await post(`${host.n8n().url}/webhook/${webhookId}`, body, signal),
		async output() {
			const last = steps.at(-1)?.name ?? '';
			return (await newestRuns(host, id))[last]?.at(-1)?.data?.main?.[0] ?? [];
		},
	};
};
