import { WebhookContext } from 'n8n-core';
import type { INodeExecutionData, IRunExecutionData, IWebhookData } from 'n8n-workflow';
import type { NodeResult, NodeRun } from './n8nCore';
import { nodeOf } from './n8nCore';
import { inWorkflow } from './n8nHost';

/** A request to the link of a question. */
export interface Visit {
	readonly method: 'GET' | 'POST';
	readonly query?: unknown;
	readonly body?: unknown;
}

/** What came of a visit: an execution goes on only with data. */
export interface Visited {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** Undefined if the node has not answered. */
	readonly html: string | undefined;
	readonly goesOn: boolean;
	/** The output of the node with which it goes on. */
	readonly output: INodeExecutionData[][] | undefined;
}

/** The response that n8n hands a webhook, which keeps what it was told. */
const createResponse = () => {
	const listeners: Array<() => void> = [];
	const headers: Record<string, string> = {};
	const response = {
		statusCode: 200,
		headers,
		headersSent: false,
		html: undefined as string | undefined,
		setHeader(name: string, value: string) {
			headers[name.toLowerCase()] = value;
			return response;
		},
		once: (_event: 'close', listener: () => void) => listeners.push(listener),
		status(code: number) {
			response.statusCode = code;
			return response;
		},
		end(html: string) {
			if (response.headersSent) throw new Error('The request was answered twice.');
			response.html = html;
			response.headersSent = true;
			for (const listener of listeners) listener();
		},
	};
	return response;
};

/**
 * Visits the link of the question with which a run waits, as n8n hands it to the node once it has
 * checked the signature.
 */
export const visitQuestion = async (
	given: NodeRun,
	{ saved }: NodeResult,
	visit: Visit,
): Promise<Visited> => {
	const { workflow, node, type, additionalData } = await inWorkflow(
		nodeOf(given),
		given.credentials,
	);
	const { data } = JSON.parse(saved) as { readonly data: IRunExecutionData };
	const response = createResponse();
	const context = new WebhookContext(
		workflow,
		node,
		{
			...additionalData,
			httpRequest: { query: {}, body: {}, headers: {}, ...visit } as never,
			httpResponse: response as never,
		},
		'manual',
		{ webhookDescription: {} } as IWebhookData,
		[],
		data,
	);
	const answered = await type.webhook?.call(context);
	const { noWebhookResponse, webhookResponse, workflowData } = answered ?? {};
	// Otherwise n8n responds itself.
	if (noWebhookResponse !== true) response.end(String(webhookResponse ?? 'Webhook call received'));
	return {
		status: response.statusCode,
		headers: response.headers,
		html: response.html,
		goesOn: workflowData !== undefined,
		output: workflowData ?? undefined,
	};
};
