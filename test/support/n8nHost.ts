import '../../tools/scripts/n8n/patientRegex.cjs';
import './n8nEnvironment.cjs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { BinaryDataService, PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeParameters,
	IVersionedNodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';
import { packedPackage } from './packedPackage';

/** The container that n8n-core registers its services in: the copy of it that came with n8n-core. */
const { Container } = createRequire(require.resolve('n8n-core'))('@n8n/di') as {
	readonly Container: { get<Service>(type: new (...given: never[]) => Service): Service };
};

/** A node before the one that runs, with the item that came out of it. */
export interface NodeBefore {
	readonly name: string;
	/** By default a node of n8n's own. */
	readonly type?: string;
	readonly parameters?: INodeParameters;
	readonly disabled?: boolean;
	readonly json: IDataObject;
}

export type Credentials = Readonly<Record<string, ICredentialDataDecryptedObject>>;

/** The node's name in the workflows of the tests. */
export const nodeName = 'Contract Workflow';

const credentialsHelper = (
	loader: PackageDirectoryLoader,
	stored: Record<string, ICredentialDataDecryptedObject>,
) => ({
	getParentTypes: (type: string) => loader.getCredential(type).type.extends ?? [],
	isCredentialUsableByNode: () => true,
	preAuthentication: () => Promise.resolve(undefined),
	runPreAuthentication: () => Promise.resolve(undefined),
	updateCredentialsOauthTokenData: async (
		_node: unknown,
		type: string,
		{ oauthTokenData = {} }: ICredentialDataDecryptedObject,
	) => {
		stored[type] = { ...stored[type], oauthTokenData };
		await Promise.resolve();
	},
	getDecrypted: (...[, , type, mode, , , by]: Parameters<ICredentialsHelper['getDecrypted']>) => {
		const { properties } = loader.getCredential(type).type;
		// As n8n does with what its resolver knows of the person who is signed in.
		const { resolved = {}, ...shared } = stored[type] ?? {};
		const own = Object.entries(resolved).filter(([name]) =>
			properties.some((one) => one.name === name && one.resolvableField),
		);
		const given = { ...shared, ...Object.fromEntries(own) };
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
		);
		return Promise.resolve((evaluated ?? data) as ICredentialDataDecryptedObject);
	},
	async authenticate(
		data: ICredentialDataDecryptedObject,
		type: string,
		request: IHttpRequestOptions,
	) {
		const { authenticate } = loader.getCredential(type).type;
		return typeof authenticate === 'function' ? await authenticate(data, request) : request;
	},
});

let loading: Promise<PackageDirectoryLoader> | undefined;

const load = async (): Promise<PackageDirectoryLoader> => {
	await Container.get(BinaryDataService).init();
	const loader = new PackageDirectoryLoader(packedPackage);
	await loader.loadAll();
	return loader;
};

/** The packed package as n8n loads it, once in a process. */
const loadPackage = async (): Promise<PackageDirectoryLoader> => await (loading ??= load());

/** A node's type as n8n loads it out of the packed package. */
export const loadNode = async (name = 'contractWorkflow') =>
	(await loadPackage()).getNode(name).type;

/** Puts bytes into n8n's binary store and gives what an item holds of them. */
export const storeFile = async (content: Buffer, fileName: string, mimeType: string) => {
	await loadPackage();
	return await Container.get(BinaryDataService).store(
		{ type: 'execution', workflowId: 'test', executionId: '1' },
		content,
		{ data: '', mimeType, fileName, fileExtension: path.extname(fileName).slice(1) },
	);
};

/** The bytes of a file that came out. */
export const readFile = async (binary: Parameters<BinaryDataService['getAsBuffer']>[0]) =>
	await Container.get(BinaryDataService).getAsBuffer(binary);

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

/**
 * A node in a workflow by itself, with what engines and contexts of n8n-core ask for.
 * @param own stands in for the type of the packed package
 */
export const inWorkflow = async (
	node: INode,
	credentials: Credentials,
	own?: IVersionedNodeType,
	way: readonly NodeBefore[] = [],
) => {
	const loader = await loadPackage();
	// A tool is the same node: n8n only adds to its description.
	const find = (type: string) =>
		own ?? loader.getNode(type.replace(/^.*\./, '').replace(/Tool$/, '')).type;
	const nodeTypes = {
		getByName: find,
		getByNameAndVersion: (type: string, version?: number) =>
			type.startsWith('n8n-nodes-base.')
				? (undefined as never)
				: NodeHelpers.getVersionedNodeType(find(type), version),
		getKnownTypes: () => ({}),
	};
	const before = way.map(
		({ name, type = 'n8n-nodes-base.slack', parameters = {}, disabled = false }): INode => ({
			...{ id: name, name, type, typeVersion: 1, position: [0, 0], parameters, disabled },
		}),
	);
	const nodes = [...before, node];
	const connections = Object.fromEntries(
		before.map(({ name }, index) => {
			const next = nodes[index + 1]?.name ?? '';
			return [name, { main: [[{ node: next, type: 'main' as const, index: 0 }]] }];
		}),
	);
	const workflow = new Workflow({ id: 'test', nodes, connections, active: true, nodeTypes });
	const additionalData = {
		credentialsHelper: credentialsHelper(loader, { ...credentials }),
		executionId: '1',
		webhookWaitingBaseUrl: 'http://localhost/waiting',
		formWaitingBaseUrl: 'http://localhost/form',
		variables: {},
	} as unknown as IWorkflowExecuteAdditionalData;
	const type = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	return { workflow, node, type, additionalData };
};
