import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ExecuteContext } from 'n8n-core';
import type { IHttpRequestOptions, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';
import { whoseKey } from '../support/answeringServer';
import { keepEntries } from '../support/keptEntries';
import { nodeOf } from '../support/n8nCore';
import { inWorkflow } from '../support/n8nHost';
import { operations, schemaOf, task } from '../support/operations.table';
import { keyCredential } from '../support/stage';

/** A request as the node hands it to n8n's helper for HTTP. */
export interface Wire {
	/** Method, path and query. */
	readonly line: string;
	/** The JSON of the body; undefined where there is none. */
	readonly body: unknown;
}

const variables = (endpoint: string): number => endpoint.split('{').length;

/** Those without a variable in their path come first. */
const routes = [...operations]
	.sort((one, other) => variables(one.endpoint) - variables(other.endpoint))
	.map(({ endpoint, answer }) => ({
		pattern: new RegExp(`^${endpoint.replace(/\{\w+\}/g, '([^/?]*)')}(\\?|$)`),
		isOfTask: endpoint.includes('/tasks/{task_id}'),
		isOfSchema: endpoint.endsWith('/schema'),
		answer,
	}));

/** The right answer to a request: of the table of operations, about the task that the path names. */
export const rightAnswer = ({ line, body }: Wire): Readonly<Record<string, unknown>> => {
	const route = routes.find(({ pattern }) => pattern.test(line));
	if (!route) throw new Error(`No operation sends ${line}`);
	const task_id = Number(route.pattern.exec(line)?.[1]);
	if ('task' in route.answer) return { task: { ...task, task_id } };
	if (route.isOfSchema) return { workflow_schema: schemaOf('wf_1', { party: 'text' }) };
	const { approved, offset = 0 } = (body ?? {}) as { approved?: boolean; offset?: number };
	return {
		...route.answer,
		...(route.isOfTask && 'task_id' in route.answer && { task_id }),
		...('approved' in route.answer && { approved }),
		...('total_count' in route.answer && { total_count: offset + 1 }),
	};
};

const baseUrl = 'https://service.example';

/** n8n's helper for HTTP, without sockets. */
const helperFor =
	(requests: Wire[]) =>
	async (_type: string, { method = 'GET', url, body }: IHttpRequestOptions) => {
		if (!url.startsWith(`${baseUrl}/`)) throw new Error(`A request left for ${url}`);
		const request: Wire = {
			line: `${method} ${url.slice(baseUrl.length)}`,
			body: body && JSON.parse(await text(Readable.from(body as Buffer | Readable))),
		};
		if (request.line !== whoseKey) requests.push(request);
		return { statusCode: 200, headers: {}, body: structuredClone(rightAnswer(request)) };
	};

/**
 * Executes the packed node for an item in n8n's own context of an execution, with its parameters,
 * expressions, credentials and files. Only what would go over a socket is answered here, so that
 * thousands of executions take seconds. Gives the error of the run or of its item, and the requests in
 * the order in which they were sent, but what asks whose the key is.
 */
export const execute = async (parameters: INodeParameters, item: INodeExecutionData) => {
	await keepEntries();
	const credentials = keyCredential(baseUrl, 'key_1');
	const goesOn = nodeOf({ parameters, credentials, onError: 'continueRegularOutput' });
	const { workflow, node, type, additionalData } = await inWorkflow(goesOn, credentials);
	const requests: Wire[] = [];
	const data = { main: [[item]] };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'manual',
		createRunExecutionData({}),
		0,
		[item],
		data,
		{ node, data, source: null },
		[],
	);
	Object.assign(context.helpers, {
		httpRequestWithAuthentication: helperFor(requests),
		// What a presigned link leads to.
		httpRequest: async () =>
			await Promise.resolve({ statusCode: 200, headers: {}, body: Readable.from(['a file']) }),
	});
	try {
		const [output = []] = ((await type.execute?.call(context)) ?? []) as INodeExecutionData[][];
		return { error: output[0]?.json.error, requests };
	} catch (error) {
		return { error, requests };
	}
};
