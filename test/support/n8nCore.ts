import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Container } from '@n8n/di';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IWorkflowExecuteAdditionalData,
	OnError,
} from 'n8n-workflow';
import { packedPackage } from './packedPackage';

// n8n-core writes a key file into its user folder as soon as it is loaded.
process.env.N8N_USER_FOLDER ??= mkdtempSync(path.join(tmpdir(), 'contract-workflow-test-'));
import {
	BinaryDataService,
	ExecutionLifecycleHooks,
	PackageDirectoryLoader,
	WorkflowExecute,
} from 'n8n-core';
import { createRunExecutionData, NodeHelpers, Workflow } from 'n8n-workflow';

export type Credentials = Readonly<Record<string, ICredentialDataDecryptedObject>>;

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

const start: INodeType = {
	description: {
		name: 'start',
		displayName: 'Start',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		return await Promise.resolve([this.getInputData()]);
	},
};

const nodeName = 'Contract Workflow';
const nodeType = 'n8n-nodes-contract-workflow.contractWorkflow';

/** Fills `{{$credentials.name}}` in a header, as n8n does with the credential's `authenticate`. */
const filled = (template: string, data: ICredentialDataDecryptedObject) =>
	template
		.replace(/^=/, '')
		.replace(/{{\s*\$credentials\.(\w+)\s*}}/g, (_match, name: string) => String(data[name]));

const credentialsHelper = (loader: PackageDirectoryLoader, credentials: Credentials) => ({
	getParentTypes: () => [],
	isCredentialUsableByNode: () => true,
	preAuthentication: () => Promise.resolve(undefined),
	getDecrypted: (_additional: unknown, _node: unknown, type: string) =>
		Promise.resolve({ ...credentials[type] }),
	authenticate(data: ICredentialDataDecryptedObject, type: string, request: IHttpRequestOptions) {
		const { authenticate } = loader.getCredential(type).type;
		const headers =
			authenticate && typeof authenticate !== 'function' ? authenticate.properties.headers : {};
		const own = Object.entries(headers ?? {}).map(([name, value]) => [
			name,
			filled(String(value), data),
		]);
		return Promise.resolve({
			...request,
			headers: { ...request.headers, ...Object.fromEntries(own) },
		});
	},
});

let loading: Promise<PackageDirectoryLoader> | undefined;

const loadPackage = async (): Promise<PackageDirectoryLoader> => {
	await Container.get(BinaryDataService).init();
	const loader = new PackageDirectoryLoader(packedPackage);
	await loader.loadAll();
	return loader;
};

/** The node's type as n8n loads it out of the packed package. */
export const loadNode = async () => {
	loading ??= loadPackage();
	return (await loading).getNode('contractWorkflow').type;
};

/** Puts bytes into n8n's binary store and gives what an item holds of them. */
export const storeFile = async (content: Buffer, fileName: string, mimeType: string) => {
	loading ??= loadPackage();
	await loading;
	return await Container.get(BinaryDataService).store(
		{ type: 'execution', workflowId: 'test', executionId: '1' },
		content,
		{ data: '', mimeType, fileName, fileExtension: path.extname(fileName).slice(1) },
	);
};

/** The bytes of a file that came out. */
export const readFile = async (binary: Parameters<BinaryDataService['getAsBuffer']>[0]) =>
	await Container.get(BinaryDataService).getAsBuffer(binary);

/** Runs the packed node through n8n's own engine: real parameters, expressions, files and HTTP. */
export const runNode = async ({
	parameters,
	credentials,
	items = [{ json: {} }],
	onError,
}: NodeRun): Promise<NodeResult> => {
	loading ??= loadPackage();
	const loader = await loading;
	const find = (type: string) =>
		type === 'test.start' ? start : loader.getNode(type.split('.')[1] ?? '').type;
	const nodeTypes = {
		getByName: find,
		getByNameAndVersion: (type: string, version?: number) =>
			NodeHelpers.getVersionedNodeType(find(type), version),
		getKnownTypes: () => ({}),
	};
	const nodes: INode[] = [
		{
			id: '1',
			name: 'Start',
			type: 'test.start',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: '2',
			name: nodeName,
			type: nodeType,
			typeVersion: 1,
			position: [200, 0],
			parameters,
			credentials: Object.fromEntries(
				Object.keys(credentials).map((type) => [type, { id: `${type}-1`, name: type }]),
			),
			...(onError && { onError }),
		},
	];
	const connections = {
		Start: { main: [[{ node: nodeName, type: 'main' as const, index: 0 }]] },
	};
	const workflow = new Workflow({ id: 'test', nodes, connections, active: false, nodeTypes });
	const additionalData = {
		credentialsHelper: credentialsHelper(loader, credentials) as unknown as ICredentialsHelper,
		hooks: new ExecutionLifecycleHooks('manual', '1', {
			id: 'test',
			name: 'test',
			nodes,
			connections,
			active: false,
		} as never),
		executionId: '1',
		webhookWaitingBaseUrl: 'http://localhost/waiting',
		formWaitingBaseUrl: 'http://localhost/form',
		variables: {},
		setExecutionStatus: () => undefined,
		sendDataToUI: () => undefined,
		logAiEvent: () => undefined,
	} as unknown as IWorkflowExecuteAdditionalData;
	const startNode = nodes[0];
	if (!startNode) throw new Error('The workflow has no start node');
	const run = await new WorkflowExecute(
		additionalData,
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
