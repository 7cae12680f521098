import type { IWebhookDescription } from 'n8n-workflow';

/**
 * n8n's URL of a waiting execution: it accepts requests only while the execution waits at the node.
 */
const waiting = (httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	// Without this, n8n responds with its own text.
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

/** GET shows the page of a question, POST answers it. */
export const questionWebhooks: IWebhookDescription[] = [waiting('GET'), waiting('POST')];
