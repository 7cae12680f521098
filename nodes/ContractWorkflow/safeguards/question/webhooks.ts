import type { IWebhookDescription } from 'n8n-workflow';

/** n8n's address of a waiting execution: it takes no request unless the execution waits at the node. */
const waiting = (httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	// Without this n8n answers with a text of its own.
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

/** GET shows the page of a question, POST answers it. */
export const questionWebhooks: IWebhookDescription[] = [waiting('GET'), waiting('POST')];
