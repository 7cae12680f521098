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
import type { Step, TriggerStep } from './nodes';
import { formTrigger, webhookTrigger } from './nodes';
import { requireParameters } from './parameters';

/** A workflow in n8n that is called by its webhook and responds at its end. */
export interface Called {
	readonly id: string;
	/** Calls it and waits for the response: the first item of its last node. */
	call(input: unknown): Promise<{ status: number; text: string }>;
}

const saved = z.object({ id: z.string() });
const pollMs = 100;
const listenBoundMs = 30_000;

/** A workflow with these steps in sequence. */
const chainOf = (name: string, steps: readonly Step[]) => {
	const nodes = steps.map((step, index) => ({
		id: randomUUID(),
		position: [index * 220, 0],
		...step,
	}));
	const connections = Object.fromEntries(
		steps
			.slice(1)
			.map((step, index) => [
				nodes[index]?.name ?? '',
				{ main: [[{ node: step.name, type: 'main', index: 0 }]] },
			]),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
};

/** Posts to a trigger. A published trigger only listens a moment after publishing. */
const post = async (url: string, body: RequestInit, signal: AbortSignal) => {
	const deadline = Date.now() + listenBoundMs;
	for (;;) {
		const response = await fetch(url, { method: 'POST', ...body, signal });
		const answer = { status: response.status, text: await response.text() };
		const isListening = answer.status !== 404 || !answer.text.includes('not registered');
		if (isListening || Date.now() > deadline) return answer;
		await pause(pollMs);
	}
};

const asJson = (input: unknown): RequestInit => ({
	headers: { 'Content-Type': 'application/json' },
	body: JSON.stringify(input),
});

/** The only field of a form, as a browser sends it. */
const asForm = (input: unknown): RequestInit => {
	const body = new FormData();
	body.set('field-0', String(input));
	return { body };
};

const publishBehind = async (
	{ host, signal }: Pick<Bench, 'host' | 'signal'>,
	name: string,
	steps: readonly [TriggerStep, ...Step[]],
	send: (webhookId: string, input: unknown) => readonly [place: string, body: RequestInit],
): Promise<Called> => {
	const { id } = await host.n8n().request('POST', '/workflows', saved, chainOf(name, steps));
	await requireParameters(host.n8n(), steps);
	await publish(host.n8n(), id);
	return {
		id,
		async call(input) {
			const [place, body] = send(steps[0].webhookId, input);
			// A restarted n8n has a different address.
			return await post(`${host.server().url}/${place}`, body, signal);
		},
	};
};

/** Stores and publishes a workflow with these steps in sequence after a webhook. */
export const publishSteps = async (
	bench: Pick<Bench, 'host' | 'signal'>,
	name: string,
	steps: readonly Step[],
): Promise<Called> =>
	await publishBehind(bench, name, [webhookTrigger(randomUUID()), ...steps], (id, input) => [
		`webhook/${id}`,
		asJson(input),
	]);

/** The same with a form with one field. A call submits it. */
export const publishForm = async (
	bench: Pick<Bench, 'host' | 'signal'>,
	name: string,
	field: string,
	steps: readonly Step[],
): Promise<Called> =>
	await publishBehind(bench, name, [formTrigger(randomUUID(), field), ...steps], (id, input) => [
		`form/${id}`,
		asForm(input),
	]);

/** The newest finished execution of a workflow in n8n's database. */
export interface SavedExecution {
	readonly id: string;
	readonly status: string;
	/** Characters of its row of data. */
	readonly rowSize: number;
}

const savedExecution = z.object({
	id: z.number().transform(String),
	status: z.string(),
	stoppedAt: z.string(),
	rowSize: z.number().positive(),
});
const endBoundMs = 60_000;

const open = ({ userFolder }: Host) =>
	new DatabaseSync(path.join(userFolder, '.n8n', 'database.sqlite'), { readOnly: true });

/** Waits until the newest execution of a workflow is saved with its data. */
export const newestExecution = async (host: Host, workflowId: string): Promise<SavedExecution> => {
	const database = open(host);
	try {
		const statement = database.prepare(
			`SELECT e.id, e.status, e.stoppedAt, length(d.data) AS rowSize
			FROM execution_entity e LEFT JOIN execution_data d ON d.executionId = e.id
			WHERE e.workflowId = ? ORDER BY e.id DESC LIMIT 1`,
		);
		const deadline = Date.now() + endBoundMs;
		for (;;) {
			const row = savedExecution.safeParse(statement.get(workflowId));
			if (row.success) return row.data;
			if (Date.now() > deadline) throw new Error(`No execution of ${workflowId} was saved.`);
			await pause(pollMs);
		}
	} finally {
		database.close();
	}
};

const savedData = z.object({ data: z.string() });
const savedRuns = z.object({
	resultData: z.object({
		runData: z.custom<IRunData>((value) => typeof value === 'object' && value !== null),
	}),
});

/**
 * The items that a node returned in its last run, read from the database. If n8n had to return a
 * long list, it would be busy for seconds, and its garbage would affect the next run.
 */
export const savedItems = (host: Host, executionId: string, node: string): INodeExecutionData[] => {
	const database = open(host);
	try {
		const statement = database.prepare('SELECT data FROM execution_data WHERE executionId = ?');
		const { data } = savedData.parse(statement.get(executionId));
		const { runData } = savedRuns.parse(parse(data)).resultData;
		return runData[node]?.at(-1)?.data?.main?.[0] ?? [];
	} finally {
		database.close();
	}
};
