import type { IDataObject, INode, INodeExecutionData, IRun } from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type { NodeResult, NodeRun } from '../support/n8nCore';
import { loadHost, nodeName, nodeWith } from '../support/n8nHost';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';

/** What n8n's settings tab and a stop add to a run. */
export interface EngineRun extends NodeRun {
	/** n8n's own Retry On Fail: the number of tries, with a millisecond between them. */
	readonly tries?: number;
	/** Id of the credential in n8n; one for all runs if absent. */
	readonly credentialId?: string;
	/** Id of the node in its workflow. */
	readonly nodeId?: string;
	/** How often the node runs in the execution, each time over all items, as in a loop. */
	readonly rounds?: number;
}

/** A node that is running. */
export interface Running {
	readonly ended: Promise<NodeResult>;
	/** What n8n's stop button does. */
	readonly stop: () => void;
}

const startNode: INode = {
	id: '1',
	name: 'Start',
	type: 'test.start',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const connections = {
	Start: { main: [[{ node: nodeName, type: 'main' as const, index: 0 }]] },
};

const resultOf = (run: IRun): NodeResult => {
	const { error, runData } = run.data.resultData;
	const main = runData[nodeName]?.[0]?.data?.main ?? [];
	return {
		output: main[0] ?? [],
		errorOutput: main[1] ?? [],
		error: error ?? runData[nodeName]?.[0]?.error,
		saved: JSON.stringify(run),
	};
};

const nodeOf = ({
	parameters,
	credentials,
	onError,
	tries,
	credentialId = 'fault',
	nodeId = '2',
}: EngineRun): INode => ({
	...nodeWith(parameters, credentials),
	id: nodeId,
	credentials: Object.fromEntries(
		Object.keys(credentials).map((type) => [type, { id: credentialId, name: type }]),
	),
	...(onError && { onError }),
	...(tries && { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 }),
});

/** Starts the packed node in n8n's own engine, with n8n's own retries and stop. */
export const startNodeRun = async (given: EngineRun): Promise<Running> => {
	const { nodeTypes, additionalData } = await loadHost(given.credentials);
	const nodes = [startNode, nodeOf(given)];
	const definition = { id: 'test', name: 'test', nodes, connections, active: false };
	const workflow = new Workflow({ ...definition, nodeTypes });
	const hooks = new ExecutionLifecycleHooks('manual', '1', definition as never);
	const run = new WorkflowExecute(
		{ ...additionalData, hooks },
		'manual',
		createRunExecutionData({
			executionData: {
				contextData: {},
				metadata: {},
				waitingExecution: {},
				waitingExecutionSource: {},
				nodeExecutionStack: Array.from({ length: given.rounds ?? 1 }, () => ({
					node: startNode,
					data: { main: [given.items ?? [{ json: {} }]] },
					source: null,
				})),
			},
		}),
	).processRunExecutionData(workflow);
	return { ended: run.then(resultOf), stop: () => run.cancel() };
};

/** Runs the packed node in n8n's own engine to its end. */
export const runInEngine = async (given: EngineRun): Promise<NodeResult> =>
	await (
		await startNodeRun(given)
	).ended;

/** Items with the numbers from `from` on as their `id`. */
export const numbered = (count: number, from = 1): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { id: from + index } }));

/** What a failed item of "continue on fail" tells. */
export interface ItemError {
	readonly message: string;
	readonly description: string;
	readonly outcome: string;
}

/** The error of an output item; undefined for one that succeeded. */
export const errorOf = (
	item: INodeExecutionData | undefined,
): (ItemError & IDataObject) | undefined =>
	item?.json.error as (ItemError & IDataObject) | undefined;
