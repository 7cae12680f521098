import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
	IRunExecutionData,
	IVersionedNodeType,
	NodeApiError,
	OnError,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';
import type { Credentials, NodeBefore } from './n8nHost';
import { inWorkflow, nodeWith } from './n8nHost';

export type { Credentials } from './n8nHost';
export { loadNode, readFile, storeFile } from './n8nHost';

export interface NodeRun {
	readonly parameters: INodeParameters;
	readonly credentials: Credentials;
	/** Input items; one empty item if absent. */
	readonly items?: INodeExecutionData[];
	readonly onError?: OnError;
	/** n8n's own Retry On Fail: the number of tries, with a millisecond between them. */
	readonly tries?: number;
	/** What else is different in the node of the workflow. */
	readonly node?: Partial<INode>;
	/** The nodes before it, the first one first. The last one gave the items. */
	readonly way?: readonly NodeBefore[];
	/** How often the node runs in the execution, each time over all items, as in a loop. */
	readonly rounds?: number;
	/** The execution that this one retries, as n8n saved it. */
	readonly retryOf?: string;
	readonly executionId?: string;
	/** How the execution was started; by hand if absent. */
	readonly mode?: WorkflowExecuteMode;
	/** Stands in for the type of the packed package. */
	readonly own?: IVersionedNodeType;
	/** Whether the node has the type that n8n makes for an agent's tool. */
	readonly asTool?: boolean;
}

type RunError = Pick<NodeApiError, 'name' | 'message'> &
	Partial<Pick<NodeApiError, 'description' | 'httpCode' | 'context'>>;

export interface NodeResult {
	/** Items of the node's first output. */
	readonly output: INodeExecutionData[];
	/** Items of the error output. */
	readonly errorOutput: INodeExecutionData[];
	/** The error that ended the run. */
	readonly error: RunError | undefined;
	/** All that n8n would save of the run. */
	readonly saved: string;
}

/** A node whose API key is stored in n8n by this ID. */
export const withCredential = (id: string): Partial<INode> => ({
	credentials: { contractWorkflowApi: { id, name: id } },
});

/** The node in its workflow. */
export const nodeOf = ({
	parameters,
	credentials,
	onError,
	tries,
	asTool,
	node: changes,
}: NodeRun): INode => {
	const node = nodeWith(parameters, credentials);
	return {
		...node,
		...(asTool && { type: `${node.type}Tool` }),
		...(onError && { onError }),
		...(tries && { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 }),
		...changes,
	};
};

const resultOf = (run: IRun, name: string): NodeResult => {
	const { error, runData } = run.data.resultData;
	const main = runData[name]?.[0]?.data?.main ?? [];
	return {
		output: main[0] ?? [],
		errorOutput: main[1] ?? [],
		error: error ?? runData[name]?.[0]?.error,
		// Few tests look at it.
		get saved() {
			return JSON.stringify(run);
		},
	};
};

const pairedItems = (objects: readonly IDataObject[]): INodeExecutionData[] =>
	objects.map((json, item) => ({ json, pairedItem: { item } }));

/** A run in which the node comes next, behind one that gave the items. */
const newRunData = (
	{ items = [{ json: {} }], rounds = 1, way = [] }: NodeRun,
	node: INode,
): IRunExecutionData => {
	const data = { main: [items] };
	const ran = { startTime: 0, executionTime: 0, executionIndex: 0 };
	const source = { previousNode: way.at(-1)?.name ?? 'Start' };
	const runData = way.map(({ name, json }, index) => {
		const { name: previousNode } = way[index - 1] ?? {};
		const from = previousNode === undefined ? [] : [{ previousNode }];
		return [name, [{ ...ran, source: from, data: { main: [pairedItems([json])] } }]];
	});
	return createRunExecutionData({
		resultData: {
			runData: { Start: [{ ...ran, source: [], data }], ...Object.fromEntries(runData) },
		},
		executionData: {
			nodeExecutionStack: Array.from({ length: rounds }, () => ({
				node,
				data,
				source: { main: [source] },
			})),
		},
	});
};

/** Where Retry in the list of executions begins: at the node that failed, as it is now, with its input. */
const retriedRunData = (saved: string, node: INode): IRunExecutionData => {
	const { data } = JSON.parse(saved) as IRun;
	const { resultData } = data;
	delete resultData.error;
	resultData.runData[resultData.lastNodeExecuted ?? '']?.pop();
	for (const entry of data.executionData?.nodeExecutionStack ?? []) entry.node = node;
	return data;
};

/**
 * Starts the packed node in n8n's own engine: real parameters, expressions, files, HTTP, retries.
 * Gives its end, and what n8n's stop button does.
 */
export const startNodeRun = async (given: NodeRun) => {
	const { credentials, own, retryOf, executionId = '1' } = given;
	const { workflow, node, additionalData } = await inWorkflow(
		nodeOf(given),
		credentials,
		own,
		given.way,
	);
	const { mode = retryOf === undefined ? 'manual' : 'retry' } = given;
	const hooks = new ExecutionLifecycleHooks(mode, executionId, { id: 'test' } as never);
	const run = new WorkflowExecute(
		{ ...additionalData, hooks, executionId },
		mode,
		retryOf === undefined ? newRunData(given, node) : retriedRunData(retryOf, node),
	).processRunExecutionData(workflow);
	return { ended: run.then((ended) => resultOf(ended, node.name)), stop: () => run.cancel() };
};

/** Runs the packed node in n8n's own engine to its end. */
export const runNode = async (given: NodeRun): Promise<NodeResult> =>
	await (
		await startNodeRun(given)
	).ended;
