import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	OnError,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type { Credentials } from './n8nHost';
import { loadHost, nodeName, nodeWith } from './n8nHost';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';

export type { Credentials } from './n8nHost';
export { loadNode, readFile, storeFile } from './n8nHost';

export interface NodeRun {
	readonly parameters: INodeParameters;
	readonly credentials: Credentials;
	/** Input items; one empty item if absent. */
	readonly items?: INodeExecutionData[];
	readonly onError?: OnError;
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

const connections = {
	Start: { main: [[{ node: nodeName, type: 'main' as const, index: 0 }]] },
};

/** Runs the packed node through n8n's own engine: real parameters, expressions, files and HTTP. */
export const runNode = async ({
	parameters,
	credentials,
	items = [{ json: {} }],
	onError,
}: NodeRun): Promise<NodeResult> => {
	const { nodeTypes, additionalData } = await loadHost(credentials);
	const nodes = [startNode, { ...nodeWith(parameters, credentials), ...(onError && { onError }) }];
	const definition = { id: 'test', name: 'test', nodes, connections, active: false };
	const workflow = new Workflow({ ...definition, nodeTypes });
	const hooks = new ExecutionLifecycleHooks('manual', '1', definition as never);
	const run = await new WorkflowExecute(
		{ ...additionalData, hooks },
		'manual',
		createRunExecutionData({
			executionData: {
				contextData: {},
				metadata: {},
				waitingExecution: {},
				waitingExecutionSource: {},
				nodeExecutionStack: [{ node: startNode, data: { main: [items] }, source: null }],
			},
		}),
	).processRunExecutionData(workflow);
	const { error, runData } = run.data.resultData;
	const main = runData[nodeName]?.[0]?.data?.main ?? [];
	return {
		output: main[0] ?? [],
		errorOutput: main[1] ?? [],
		error: (error ?? runData[nodeName]?.[0]?.error) as NodeResult['error'],
		saved: JSON.stringify(run),
	};
};
