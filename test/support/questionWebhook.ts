import { EventEmitter } from 'node:events';
import { WebhookContext } from 'n8n-core';
import type { IRunExecutionData, IWebhookData } from 'n8n-workflow';
import type { NodeResult, NodeRun } from './n8nCore';
import { nodeOf } from './n8nCore';
import { inWorkflow } from './n8nHost';

/** A request to the link of a question. */
export interface Visit {
	readonly method: 'GET' | 'POST';
	readonly query?: unknown;
	readonly body?: unknown;
}

/** The response that n8n hands a webhook, which keeps what it was told. */
class Response extends EventEmitter {
	readonly headers: Record<string, string> = {};
	statusCode = 200;
	headersSent = false;
	html: string | undefined;

	setHeader(name: string, value: string): void {
		this.headers[name.toLowerCase()] = value;
	}

	status(code: number): this {
		this.statusCode = code;
		return this;
	}

	end(html: string): void {
		if (this.headersSent) throw new Error('The request was answered twice.');
		this.html = html;
		this.headersSent = true;
		this.emit('close');
	}
}

/**
 * Visits the link of the question with which a run waits, as n8n hands it to the node once it has
 * checked the signature. Gives the node's response, and whether the execution goes on with what output:
 * it does only with data.
 */
export const visitQuestion = async (given: NodeRun, { saved }: NodeResult, visit: Visit) => {
	const waiting = await inWorkflow(nodeOf(given), given.credentials);
	const { data } = JSON.parse(saved) as { readonly data: IRunExecutionData };
	const response = new Response();
	const asked = {
		...waiting.additionalData,
		httpRequest: { query: {}, body: {}, headers: {}, ...visit } as never,
		httpResponse: response as never,
	};
	const webhook = { webhookDescription: {} } as IWebhookData;
	const { workflow, node, type } = waiting;
	const context = new WebhookContext(workflow, node, asked, 'manual', webhook, [], data);
	const answered = await type.webhook?.call(context);
	const { noWebhookResponse, webhookResponse, workflowData } = answered ?? {};
	// Otherwise n8n responds itself.
	if (noWebhookResponse !== true) response.end(String(webhookResponse ?? 'Webhook call received'));
	const { statusCode: status, headers, html } = response;
	return { status, headers, html, goesOn: workflowData !== undefined, output: workflowData };
};
