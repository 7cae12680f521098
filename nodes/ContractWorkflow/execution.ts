import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { Endpoint, Input, PagedEndpoint, PagesOptions, Row } from '../../src';
import { InvalidInput, checkInput } from '../../src';
import type { Connection } from './connection';
import { connect } from './connection';
import type { Files } from './files';
import { filesOf } from './files';
import type { Distinct, Operation, Output, Parameters, Sent } from './operation';
import { readChoice, readParameters } from './parameters';
import type { RequestOptions } from './requestOptions';
import { readRequestOptions } from './requestOptions';
import { resources } from './resources';
import type { Tally } from './tally';
import type { CredentialType } from './transport';
import { credentialTypes } from './transport';

/** What is the same for all items of one run of the node. */
export interface Run extends Connection {
	readonly operation: Operation;
	readonly endpoint: Endpoint;
	readonly options: RequestOptions;
	/** Parameters that hold the same for all items, by name. */
	readonly constants: Map<string, unknown>;
	readonly tally: Tally;
}

/** One item, ready to be sent. */
export interface Prepared {
	readonly parameters: Parameters;
	readonly input: Input;
	/** How to fetch a list; absent where the endpoint is called once. */
	readonly pages: PagesOptions | undefined;
	readonly files: Files;
	/** What no other item of the run may work on. */
	readonly distinct: Distinct | undefined;
}

const isCredentialType = (value: string): value is CredentialType =>
	credentialTypes.some((type) => type === value);

const choose = (context: IExecuteFunctions) => {
	const credentialType = readChoice(context, 'authentication');
	const resource = readChoice(context, 'resource');
	const value = readChoice(context, 'operation');
	const operation = resources
		.find((candidate) => candidate.value === resource)
		?.operations.find((candidate) => candidate.value === value);
	if (!operation || !isCredentialType(credentialType)) {
		throw new InvalidInput([
			{ path: '"Operation"', message: `is not known: ${resource} ${value}` },
		]);
	}
	const endpoint =
		credentialType === 'contractWorkflowApi' ? operation.endpoint : operation.accessTokenEndpoint;
	if (!endpoint) {
		throw new InvalidInput([
			{ path: '"Authentication"', message: `must be API Key for "${operation.name}"` },
		]);
	}
	return { credentialType, operation, endpoint };
};

/**
 * Reads what is the same for all items, and the credential.
 * @throws {InvalidInput} when the operation does not accept the kind of credential.
 */
export const startRun = async (context: IExecuteFunctions, tally: Tally): Promise<Run> => {
	const { credentialType, operation, endpoint } = choose(context);
	const options = readRequestOptions(context);
	const connection = await connect(context, credentialType, { ...options, tally });
	return { ...connection, operation, endpoint, options, constants: new Map(), tally };
};

/**
 * Reads the parameters of one item and checks what would be sent.
 * @throws {InvalidInput} that names every wrong field; nothing was sent.
 */
export const prepare = async (
	context: IExecuteFunctions,
	{ operation, endpoint, baseUrl, options, constants, tally }: Run,
	itemIndex: number,
): Promise<Prepared> => {
	const files = filesOf(context, itemIndex, {
		allowHttp: baseUrl.startsWith('http:'),
		mostBytes: options.mostFileBytes,
	});
	const { properties, guards } = operation;
	const parameters = readParameters(context, properties, itemIndex, { constants, guards });
	const input = await operation.request(parameters, files);
	checkInput(endpoint, input);
	const pages = operation.pages?.(parameters);
	return {
		parameters,
		input,
		pages: pages && {
			...pages,
			parallel: options.mostParallel,
			onUnsettled: tally.unsettled,
		},
		files,
		distinct: operation.distinct?.(parameters),
	};
};

/**
 * Checks that no two items work on what only one may.
 * @throws {InvalidInput} for an item whose work `taken` holds already.
 */
export const checkDistinct = ({ distinct }: Prepared, taken: Set<string>): void => {
	if (!distinct) return;
	const { key, path, message } = distinct;
	if (taken.has(key)) throw new InvalidInput([{ path, message }]);
	taken.add(key);
};

const isPaged = (endpoint: Endpoint): endpoint is PagedEndpoint => endpoint.page !== undefined;

const outputsOf = async (
	{ client, operation, endpoint }: Run,
	{ input, pages, parameters, files }: Prepared,
): Promise<readonly Output[]> => {
	const shaped = (json: object): object =>
		operation.simplify && parameters.simplify === true
			? operation.simplify(json as Row, parameters)
			: json;
	if (pages && isPaged(endpoint)) {
		const outputs: Output[] = [];
		for await (const rows of client.pages(endpoint, input, pages)) {
			// The requests for further pages get out before these rows are worked on.
			await sleep(0);
			for (const row of rows) outputs.push({ json: shaped(row) });
		}
		return outputs;
	}
	if (operation.run) return await operation.run(client, input, parameters);
	const call = async () => (await client.call(endpoint, input)) as object;
	const response = await call();
	let repeated: Promise<object> | undefined;
	const sent: Sent = { parameters, input, files, again: () => (repeated ??= call()) };
	const outputs = (await operation.items?.(response, sent)) ?? [{ json: response }];
	return outputs.map((output) => ({ ...output, json: shaped(output.json) }));
};

/**
 * n8n takes an item that has a field `error` for one that failed, and runs a node with Retry On Fail
 * again for the first one: such a field of the service goes by another name.
 */
const withoutError = (json: IDataObject): IDataObject => {
	if (!('error' in json)) return json;
	const { error, ...rest } = json;
	return { ...rest, error_field: error };
};

/** Sends one item and gives its output items, paired with it. */
export const send = async (
	run: Run,
	prepared: Prepared,
	itemIndex: number,
): Promise<INodeExecutionData[]> =>
	(await outputsOf(run, prepared)).map(({ json, binary, skipped }) => {
		if (skipped) run.tally.skipped();
		return {
			json: withoutError({ ...json }),
			...(binary && { binary }),
			pairedItem: { item: itemIndex },
		};
	});

/**
 * The lane of an item: items that write to the same task or file follow each other, all others are
 * independent.
 */
export const laneOf = ({ endpoint }: Run, { input }: Prepared): string | undefined => {
	if (endpoint.method === 'GET' || typeof input.params !== 'object') return undefined;
	const { task_id, file_id }: { task_id?: unknown; file_id?: unknown } = input.params ?? {};
	const id = task_id ?? file_id;
	return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
};
