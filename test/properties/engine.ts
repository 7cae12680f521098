import { Readable } from 'node:stream';
import { ExecuteContext } from 'n8n-core';
import type {
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
	IRunExecutionData,
} from 'n8n-workflow';
import { Workflow, createRunExecutionData } from 'n8n-workflow';
import type { NodeRun } from '../support/n8nCore';
import { definitionOf } from '../support/n8nCore';
import { loadHost, nodeName } from '../support/n8nHost';
import { keyCredential } from '../support/stage';

/** A request as the node hands it to n8n's helper for HTTP. */
export interface Wire {
	/** Method, path and query. */
	readonly line: string;
	/** The JSON of the body; undefined where there is none. */
	readonly body: unknown;
}

/** What comes back: text as it is, all else as JSON. */
export interface WireAnswer {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: unknown;
	/** The code of a network failure. */
	readonly fails?: string;
	/** When that befalls a connection that was made; without it, none was made. */
	readonly breaksOff?: 'before the answer' | 'within the body';
	/** Whether there is no answer until the node gives up. */
	readonly hangs?: boolean;
}

/** The service at the other end. */
export type Service = (request: Wire) => WireAnswer | Promise<WireAnswer>;

/** What an execution is given. */
export interface Execution extends Pick<NodeRun, 'parameters' | 'items' | 'onError' | 'nodeId'> {
	readonly executionId?: string;
	/** An API key with a rate limit of its own. */
	readonly apiKey?: string;
	/** What n8n has of an execution, and hands on to the one that retries it. */
	readonly data?: IRunExecutionData;
	/** What n8n's database has of the node's keys; none if absent. */
	readonly keys?: Set<unknown>;
	/** Waited for before each use of the keys. */
	readonly keysAreBusy?: () => Promise<unknown>;
}

/** What came of an execution. */
export interface Executed {
	readonly output: readonly INodeExecutionData[];
	readonly error: unknown;
	/** In the order in which they were sent. */
	readonly requests: readonly Wire[];
	readonly data: IRunExecutionData;
}

export const baseUrl = 'https://service.example';

/** No answer tells a later execution whose the key is: the node asks for that once in a process. */
export const isWhoseKey = ({ line }: Wire): boolean => line === 'GET /users/org-info';

const textOf = async (body: unknown): Promise<string> => {
	if (Buffer.isBuffer(body)) return body.toString();
	let text = '';
	for await (const chunk of body as AsyncIterable<Uint8Array>)
		text += Buffer.from(chunk).toString();
	return text;
};

const failure = (code: string, syscall: string): Error =>
	Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

const streamOf = async function* ({ body, fails }: WireAnswer) {
	const bytes = Buffer.from(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));
	yield await Promise.resolve(fails === undefined ? bytes : bytes.subarray(0, bytes.length / 2));
	if (fails !== undefined) throw failure(fails, 'read');
};

const untilAborted = async (signal: IHttpRequestOptions['abortSignal']): Promise<never> =>
	await new Promise((_resolve, reject) => {
		signal?.addEventListener?.('abort', () => reject(failure('ERR_CANCELED', 'read')));
	});

/** n8n's helper for HTTP, without sockets. */
const helperFor =
	(service: Service, requests: Wire[]) =>
	async (_type: string, { method = 'GET', url, body, abortSignal }: IHttpRequestOptions) => {
		const text = body === undefined ? undefined : await textOf(body);
		const request = {
			line: `${method} ${url.slice(baseUrl.length)}`,
			body: text === undefined ? undefined : (JSON.parse(text) as unknown),
		};
		requests.push(request);
		const answer = await service(request);
		const { status = 200, headers = {}, fails, breaksOff, hangs } = answer;
		if (hangs) return await untilAborted(abortSignal);
		if (fails !== undefined && breaksOff !== 'within the body') {
			throw failure(fails, breaksOff ? 'read' : 'connect');
		}
		return { statusCode: status, headers, body: streamOf(answer) };
	};

const replace = (keys: Set<unknown>, by: readonly unknown[]): void => {
	keys.clear();
	for (const key of by) keys.add(key);
};

/**
 * n8n's helpers for what is kept beyond an execution, in the place of its database. As there, all
 * keys are read, and all are written later: what another wrote in between is lost.
 */
const keepingIn = (keys: Set<unknown>, isBusy: () => Promise<unknown>) => ({
	checkProcessedAndRecord: async (items: readonly unknown[]) => {
		const before = new Set(keys);
		await isBusy();
		replace(keys, [...before, ...items]);
		return {
			new: items.filter((item) => !before.has(item)),
			processed: items.filter((item) => before.has(item)),
		};
	},
	removeProcessed: async (items: readonly unknown[]) => {
		const before = [...keys];
		await isBusy();
		replace(
			keys,
			before.filter((key) => !items.includes(key)),
		);
	},
	getProcessedDataCount: async () => {
		await isBusy();
		return keys.size;
	},
});

/**
 * Executes the packed node in n8n's own context of an execution, with its parameters, expressions,
 * credentials and files. Only what would go over a socket goes to `service`, so that thousands of
 * executions take seconds.
 */
export const execute = async (
	{ executionId = '1', onError = 'continueRegularOutput', data, ...given }: Execution,
	service: Service,
): Promise<Executed> => {
	const {
		apiKey = 'key_1',
		keys = new Set(),
		keysAreBusy = async () => await Promise.resolve(),
	} = given;
	const credentials = keyCredential(baseUrl, apiKey);
	const { nodeTypes, additionalData } = await loadHost(credentials);
	const workflow = new Workflow({ ...definitionOf({ ...given, credentials, onError }), nodeTypes });
	const node = workflow.getNode(nodeName);
	if (!node) throw new Error('The workflow has no node to run');
	const items = given.items ?? [{ json: {} }];
	const run = data ?? createRunExecutionData({});
	const requests: Wire[] = [];
	const context = new ExecuteContext(
		workflow,
		node,
		{ ...additionalData, executionId },
		'manual',
		run,
		0,
		items,
		{ main: [items] },
		{ node, data: { main: [items] }, source: null },
		[],
	);
	Object.assign(context.helpers, {
		httpRequestWithAuthentication: helperFor(service, requests),
		// What a presigned link leads to.
		httpRequest: async () =>
			await Promise.resolve({ statusCode: 200, headers: {}, body: Readable.from(['a file']) }),
		...keepingIn(keys, keysAreBusy),
	});
	const type: INodeType = nodeTypes.getByNameAndVersion(node.type, 1);
	try {
		const [output = []] = ((await type.execute?.call(context)) ?? []) as INodeExecutionData[][];
		return { output, error: undefined, requests, data: run };
	} catch (error) {
		return { output: [], error, requests, data: run };
	}
};
