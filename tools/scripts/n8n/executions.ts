import type { IDataObject, INodeExecutionData, IRunData } from 'n8n-workflow';
import { z } from 'zod';
import { eventually } from './eventually';
import { parseFlatted } from './flatted';
import type { N8n } from './rest';

const finalStatuses = ['success', 'error', 'crashed', 'canceled'] as const;

/** A run of a workflow that has ended. */
export interface Execution {
	readonly id: string;
	readonly status: (typeof finalStatuses)[number];
	/** The input and output of each node, by the node's name. */
	readonly runData: IRunData;
	/** Why it failed, if it did. */
	readonly error?: { message: string; description?: string | null };
}

const workflowNodes = z
	.object({ nodes: z.array(z.object({ name: z.string() }).passthrough()) })
	.passthrough();

const started = z.object({ executionId: z.string() });

/** A run as n8n stores it, also before its end. */
export const storedRun = z.object({
	id: z.string(),
	status: z.string(),
	stoppedAt: z.string().nullish(),
	data: z.string().nullish(),
});

/** The data of a stored run, once it is parsed. */
export const runResult = z.object({
	resultData: z.object({
		runData: z.custom<IRunData>((value) => typeof value === 'object' && value !== null),
		error: z.object({ message: z.string(), description: z.string().nullish() }).optional(),
		lastNodeExecuted: z.string().optional(),
	}),
});

const read = (row: z.infer<typeof storedRun>): Execution | undefined => {
	const status = finalStatuses.find((final) => final === row.status);
	// The status is final shortly before the data is stored. n8n 1 has an empty list until then.
	if (!status || !row.stoppedAt || !row.data || row.data === '[]') return undefined;
	const { resultData } = runResult.parse(parseFlatted(row.data));
	return { id: row.id, status, ...resultData };
};

/** How long to wait for the end of a run. */
interface WaitOptions {
	readonly boundMs?: number;
	readonly signal?: AbortSignal;
}

/**
 * Waits for the end of a run. A failed run is a result, not an exception.
 * @throws Error when the run takes longer than the limit
 */
export const readExecution = async (
	n8n: N8n,
	id: string,
	{ boundMs = 300_000, signal }: WaitOptions = {},
): Promise<Execution> =>
	await eventually(
		`Execution ${id} did not end`,
		async () => read(await n8n.request('GET', `/executions/${id}`, storedRun)),
		{ boundMs, signal },
	);

/**
 * Starts a stored workflow as the editor's "Execute workflow" does, and returns the id of the run.
 * @param how the name of the trigger node to start from, or which part of it to run in n8n's terms
 * @throws Error when the workflow has no such trigger, or n8n starts no run
 */
export const startRun = async (
	n8n: N8n,
	workflowId: string,
	how: string | object,
): Promise<string> => {
	const path = `/workflows/${encodeURIComponent(workflowId)}`;
	// n8n 1 runs the workflow in the request, n8n 2 the stored one.
	const workflowData = await n8n.request('GET', path, workflowNodes);
	// n8n itself would silently start from another trigger.
	if (typeof how === 'string' && !workflowData.nodes.some(({ name }) => name === how)) {
		throw new Error(`The workflow ${workflowId} has no node '${how}' to start from.`);
	}
	const what = typeof how === 'string' ? { triggerToStartFrom: { name: how } } : how;
	const body = { workflowData, ...what };
	return (await n8n.request('POST', `${path}/run`, started, body)).executionId;
};

/**
 * Runs a stored workflow as the editor's "Execute workflow" does, and waits for its end. A failed
 * run is a result, not an exception.
 * @param trigger the name of the trigger node to start from
 * @throws Error when n8n starts no run, or the run takes longer than the limit
 */
export const runWorkflow = async (
	n8n: N8n,
	workflowId: string,
	trigger: string,
	options: WaitOptions = {},
): Promise<Execution> =>
	await readExecution(n8n, await startRun(n8n, workflowId, trigger), options);

/** The items that a node returned in its last run, by default at its first output. */
export const itemsOf = (execution: Execution, node: string, output = 0): INodeExecutionData[] =>
	execution.runData[node]?.at(-1)?.data?.main?.[output] ?? [];

/** The same, as plain JSON objects. */
export const jsonOf = (execution: Execution, node: string, output = 0): IDataObject[] =>
	itemsOf(execution, node, output).map(({ json }) => json);
