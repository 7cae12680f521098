import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
	IRunExecutionData,
	OnError,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow, createRunExecutionData } from 'n8n-workflow';
import type { Credentials, OwnType } from './n8nHost';
import { loadHost, nodeName, nodeWith } from './n8nHost';

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
	/** Id of the credential in n8n; one for all runs if absent. */
	readonly credentialId?: string;
	/** Name of the node in its workflow, where it is not that of all tests. */
	readonly called?: string;
	/** Id of the node in its workflow. */
	readonly nodeId?: string;
	/** How often the node runs in the execution, each time over all items, as in a loop. */
	readonly rounds?: number;
	/** The execution that this one retries, as n8n saved it. */
	readonly retryOf?: string;
	readonly executionId?: string;
	/** How the execution was started; by hand if absent. */
	readonly mode?: WorkflowExecuteMode;
	readonly own?: OwnType;
	/** Whether the node has the type that n8n makes for an agent's tool. */
	readonly asTool?: boolean;
}

/** A node that is running. */
export interface Running {
	readonly ended: Promise<NodeResult>;
	/** What n8n's stop button does. */
	readonly stop: () => void;
}

export interface NodeResult {
	/** Items of the node's first output. */
	readonly output: INodeExecutionData[];
	/** Items of the error output. */
	readonly errorOutput: INodeExecutionData[];
	/** The error that ended the run. */
	readonly error:
		| {
				readonly name: string;
				readonly message: string;
				readonly description?: string | null;
				readonly httpCode?: string | null;
				readonly context?: IDataObject;
		  }
		| undefined;
	/** All that n8n would save of the run. */
	readonly saved: string;
}

const startNode: INode = {
	id: '1',
	name: 'Start',
	type: 'test.start',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const connectionsTo = (node: string) => ({
	Start: { main: [[{ node, type: 'main' as const, index: 0 }]] },
});

const nodeOf = ({
	parameters,
	credentials,
	onError,
	tries,
	credentialId,
	nodeId,
	called,
	own,
	asTool,
}: NodeRun): INode => {
	const node = nodeWith(parameters, credentials);
	return {
		...node,
		...(own && { typeVersion: own.version }),
		...(asTool && { type: `${node.type}Tool` }),
		...(nodeId && { id: nodeId }),
		...(called !== undefined && { name: called }),
		...(credentialId && {
			credentials: Object.fromEntries(
				Object.keys(credentials).map((type) => [type, { id: credentialId, name: type }]),
			),
		}),
		...(onError && { onError }),
		...(tries && { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 }),
	};
};

const resultOf = (run: IRun, name: string): NodeResult => {
	const { error, runData } = run.data.resultData;
	const main = runData[name]?.[0]?.data?.main ?? [];
	return {
		output: main[0] ?? [],
		errorOutput: main[1] ?? [],
		error: error ?? runData[name]?.[0]?.error,
		saved: JSON.stringify(run),
	};
};

/** The workflow in which the node runs. */
export const definitionOf = (given: NodeRun) => ({
	id: 'test',
	name: 'test',
	nodes: [startNode, nodeOf(given)],
	connections: connectionsTo(given.called ?? nodeName),
	active: false,
});

const newRunData = ({ items, rounds }: NodeRun): IRunExecutionData =>
	createRunExecutionData({
		executionData: {
			contextData: {},
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
			nodeExecutionStack: Array.from({ length: rounds ?? 1 }, () => ({
				node: startNode,
				data: { main: [items ?? [{ json: {} }]] },
				source: null,
			})),
		},
	});

/** Where Retry in the list of executions begins: at the node that failed, as it is now, with its input. */
const retriedRunData = (saved: string, workflow: Workflow): IRunExecutionData => {
	const { data } = JSON.parse(saved) as IRun;
	const { resultData } = data;
	delete resultData.error;
	resultData.runData[resultData.lastNodeExecuted ?? '']?.pop();
	for (const entry of data.executionData?.nodeExecutionStack ?? [])
		entry.node = workflow.getNode(entry.node.name) ?? entry.node;
	return data;
};

/**
 * Starts the packed node in n8n's own engine: real parameters, expressions, files, HTTP, retries
 * and stop.
 */
export const startNodeRun = async (given: NodeRun): Promise<Running> => {
	const { nodeTypes, additionalData } = await loadHost(given.credentials, given.own);
	const definition = definitionOf(given);
	const workflow = new Workflow({ ...definition, nodeTypes });
	const { mode = given.retryOf === undefined ? 'manual' : 'retry' } = given;
	const executionId = given.executionId ?? '1';
	const hooks = new ExecutionLifecycleHooks(mode, executionId, definition as never);
	const run = new WorkflowExecute(
		{ ...additionalData, hooks, executionId },
		mode,
		given.retryOf === undefined ? newRunData(given) : retriedRunData(given.retryOf, workflow),
	).processRunExecutionData(workflow);
	const { called = nodeName } = given;
	return { ended: run.then((ended) => resultOf(ended, called)), stop: () => run.cancel() };
};

/** Runs the packed node in n8n's own engine to its end. */
export const runNode = async (given: NodeRun): Promise<NodeResult> =>
	await (
		await startNodeRun(given)
	).ended;
