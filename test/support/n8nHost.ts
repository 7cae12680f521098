import 'reflect-metadata';
import './n8nEnvironment';
import path from 'node:path';
import { Container } from '@n8n/di';
import { BinaryDataService, PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IHttpRequestOptions,
	INode,
	INodeParameters,
	INodeType,
	IVersionedNodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { NodeHelpers, setSafeRegexEngine } from 'n8n-workflow';
import { packedPackage } from './packedPackage';

export type Credentials = Readonly<Record<string, ICredentialDataDecryptedObject>>;

// n8n gives up a regular expression after 250 ms by the wall clock, in which a busy machine may not
// come to run it: its own ones, for parameters such as IDs, are run without that here.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) =>
		input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags = '') => [
		...input.matchAll(new RegExp(pattern, `${flags.replace('g', '')}g`)),
	],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});

/** Hands its input on, as a trigger does. */
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

/** The node's name in the workflows of the tests. */
export const nodeName = 'Contract Workflow';

/** Fills `{{$credentials.name}}` in a header, as n8n does with the credential's `authenticate`. */
const filled = (template: string, data: ICredentialDataDecryptedObject) =>
	template
		.replace(/^=/, '')
		.replace(/{{\s*\$credentials\.(\w+)\s*}}/g, (_match, name: string) => String(data[name]));

const credentialsHelper = (
	loader: PackageDirectoryLoader,
	stored: Record<string, ICredentialDataDecryptedObject>,
) => ({
	getParentTypes: (type: string) => loader.getCredential(type).type.extends ?? [],
	isCredentialUsableByNode: () => true,
	preAuthentication: () => Promise.resolve(undefined),
	runPreAuthentication: () => Promise.resolve(undefined),
	updateCredentialsOauthTokenData(
		...[, type, { oauthTokenData = {} }]: Parameters<
			ICredentialsHelper['updateCredentialsOauthTokenData']
		>
	) {
		stored[type] = { ...stored[type], oauthTokenData };
		return Promise.resolve();
	},
	getDecrypted: (...[, , type, mode, , , by]: Parameters<ICredentialsHelper['getDecrypted']>) => {
		const { properties } = loader.getCredential(type).type;
		const given = { ...stored[type] } as INodeParameters;
		const defaults = NodeHelpers.getNodeParameters(properties, given, true, false, null, null);
		const data = { ...given, ...defaults };
		const evaluated = by?.workflow.expression.getParameterValue(
			data,
			by.runExecutionData ?? null,
			by.runIndex ?? 0,
			by.itemIndex ?? 0,
			by.node.name,
			by.connectionInputData,
			mode,
			{},
			undefined,
			false,
			data,
		);
		return Promise.resolve((evaluated ?? data) as ICredentialDataDecryptedObject);
	},
	async authenticate(
		data: ICredentialDataDecryptedObject,
		type: string,
		request: IHttpRequestOptions,
	) {
		const { authenticate } = loader.getCredential(type).type;
		if (typeof authenticate === 'function') return await authenticate(data, request);
		const own = Object.entries(authenticate?.properties.headers ?? {}).map(([name, value]) => [
			name,
			filled(String(value), data),
		]);
		return { ...request, headers: { ...request.headers, ...Object.fromEntries(own) } };
	},
});

let loading: Promise<PackageDirectoryLoader> | undefined;

const loadPackage = async (): Promise<PackageDirectoryLoader> => {
	await Container.get(BinaryDataService).init();
	const loader = new PackageDirectoryLoader(packedPackage);
	await loader.loadAll();
	return loader;
};

/** A node's type as n8n loads it out of the packed package. */
export const loadNode = async (name = 'contractWorkflow') => {
	loading ??= loadPackage();
	return (await loading).getNode(name).type;
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

/** A type that stands in for that of the packed package, and which of its versions runs. */
export interface OwnType {
	readonly type: IVersionedNodeType;
	readonly version: number;
}

/** n8n around the packed package: what engines and contexts of n8n-core ask for. */
export const loadHost = async (credentials: Credentials, own?: OwnType) => {
	loading ??= loadPackage();
	const loader = await loading;
	const find = (type: string) => {
		if (type === 'test.start') return start;
		// A tool is the same node: n8n only adds to its description.
		const name = type.replace(/^.*\./, '').replace(/Tool$/, '');
		return own?.type ?? loader.getNode(name).type;
	};
	return {
		nodeTypes: {
			getByName: find,
			getByNameAndVersion: (type: string, version?: number) =>
				NodeHelpers.getVersionedNodeType(find(type), version),
			getKnownTypes: () => ({}),
		},
		additionalData: {
			credentialsHelper: credentialsHelper(loader, {
				...credentials,
			}) as unknown as ICredentialsHelper,
			executionId: '1',
			webhookWaitingBaseUrl: 'http://localhost/waiting',
			formWaitingBaseUrl: 'http://localhost/form',
			variables: {},
			setExecutionStatus: () => undefined,
			sendDataToUI: () => undefined,
			logAiEvent: () => undefined,
		} as unknown as IWorkflowExecuteAdditionalData,
	};
};

/** A node of the package in a workflow, with these parameters and credentials. */
export const nodeWith = (
	parameters: INodeParameters,
	credentials: Credentials,
	name = 'contractWorkflow',
): INode => ({
	id: '2',
	name: nodeName,
	type: `n8n-nodes-contract-workflow.${name}`,
	typeVersion: 1,
	position: [200, 0],
	parameters,
	credentials: Object.fromEntries(
		Object.keys(credentials).map((type) => [type, { id: `${type}-1`, name: type }]),
	),
});
