import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import axios from 'axios';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { SandboxOptions } from '../../tools/sandbox/options';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { Credentials, NodeResult, NodeRun } from './n8nCore';
import { runNode } from './n8nCore';

/** JSON that is read by path: `answer.task.step_runs[0].status`. */
export interface Json {
	readonly [name: string]: Json;
	readonly [index: number]: Json;
}

/** A request as the sandbox received it; a query or body that it lacked is left out. */
export interface Received {
	/** Method and path, as they stood on the wire. */
	readonly request: string;
	readonly query?: unknown;
	readonly body?: unknown;
}

/** A sandbox, and the node that runs against it. */
export interface Stage {
	readonly sandbox: Sandbox;
	readonly credentials: Credentials;
	/** Runs `<resource>.<operation>` of the node, with the sandbox's main key unless another is given. */
	run(
		operation: string,
		parameters: INodeParameters,
		given?: Partial<NodeRun>,
	): Promise<NodeResult>;
	/** What the node sent since the last call, in order of arrival. */
	received(): Received[];
	/** The service's own answer to a request, past the node and its log. */
	ask(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<Json>;
}

const isEmpty = (value: unknown): boolean =>
	value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** Parameters of the node for `<resource>.<operation>`. */
export const parametersOf = (operation: string, parameters: INodeParameters): INodeParameters => {
	const [resource = '', name = ''] = operation.split('.');
	return { resource, operation: name, ...parameters };
};

/** The credential of an API key. */
export const keyCredential = (baseUrl: string, apiKey: string): Credentials => ({
	contractWorkflowApi: { baseUrl, apiKey },
});

/** The stage of whichever sandbox there is. */
const stageOf = (current: () => Sandbox): Stage => ({
	get sandbox() {
		return current();
	},
	get credentials() {
		const { baseUrl, apiKeys } = current();
		return keyCredential(baseUrl, apiKeys.main);
	},
	async run(operation, parameters, given = {}) {
		const { credentials } = this;
		return await runNode({
			parameters: parametersOf(operation, parameters),
			credentials,
			...given,
		});
	},
	received() {
		const requests = current().requests();
		current().clearRequests();
		return requests.map(({ method, path, query, body }) => ({
			request: `${method} ${path}`,
			...(!isEmpty(query) && { query: { ...(query as object) } }),
			...(body !== null && { body }),
		}));
	},
	async ask(method, path, body) {
		const { requests, baseUrl, apiKeys, clearRequests } = current();
		if (requests().length > 0) throw new Error('Read what the node sent before asking past it');
		const { data } = await axios.request<Json>({
			method,
			url: baseUrl + path,
			data: body,
			headers: { 'X-API-Key': apiKeys.main },
			proxy: false,
		});
		clearRequests();
		return data;
	},
});

/** A sandbox with few documents, whose rate limit no test reaches unless it asks for that. */
const start = async (options: Partial<SandboxOptions> = {}): Promise<Sandbox> =>
	await createSandbox({ rateLimit: 100_000, documents: 20, ...options });

/** A stage for all tests of a file: each begins with an empty log, and changes tasks of its own. */
export const sharedStage = (options?: Partial<SandboxOptions>): Stage => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await start(options);
	});
	beforeEach(() => sandbox.clearRequests());
	afterAll(() => sandbox.stop());
	return stageOf(() => sandbox);
};

/** Input items that hold these objects. */
export const itemsOf = (...objects: IDataObject[]): INodeExecutionData[] =>
	objects.map((json) => ({ json }));

/** A resource locator that is filled in by ID. */
export const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });
