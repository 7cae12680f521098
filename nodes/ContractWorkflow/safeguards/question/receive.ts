import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isHumanReview } from '../../../shared/toolNode';
import { answered, readAnswer } from './answer';
import type { Response } from './claims';
import { claimAnswer } from './claims';
import { answeredPage, closedPage, failedPage, headers, questionPage, recordedPage } from './page';
import { keptQuestion } from './question';

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

const responseOf = (context: IWebhookFunctions): Response => {
	const response = context.getResponseObject() as unknown as Response;
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	return response;
};

/** Shows a page. The execution keeps waiting. */
const show = (context: IWebhookFunctions, status: number, page: string): IWebhookResponseData => {
	responseOf(context).status(status).end(page);
	return { noWebhookResponse: true };
};

/**
 * Handles a request to the link of a question. GET only shows the page, any number of times. A POST
 * of its form is an answer, and the first one resumes the execution. A link of an earlier round of
 * a loop shows and decides nothing. n8n itself has checked the signature of the link, and that the
 * execution waits at this node.
 */
const receive = async (context: IWebhookFunctions): Promise<IWebhookResponseData> => {
	const question = keptQuestion(context);
	const { round } = context.getQueryData() as { readonly round?: unknown };
	if (question === undefined || question.round !== round) return show(context, 410, closedPage);
	const { page, facts } = question;
	const { method } = context.getRequestObject() as { readonly method: string };
	if (method !== 'POST') return show(context, 200, questionPage(page));

	const answer = readAnswer(context.getBodyData(), page);
	if ('fault' in answer) return show(context, 422, questionPage(page, answer));
	const recorded = recordedPage(page, answer);
	const claim = await claimAnswer(question.round, JSON.stringify(answer), responseOf(context));
	if (claim === 'same') return show(context, 200, recorded);
	if (claim === 'other') return show(context, 409, answeredPage(page));
	const json = answered(answer, facts, isHumanReview(context.getNode()));
	return { webhookResponse: recorded, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
};

/**
 * Handles a request to the link of a question as `receive` does. n8n resumes the execution when a
 * webhook throws, so every failure is answered with a page, and the execution keeps waiting.
 */
export const receiveAnswer = async (context: IWebhookFunctions): Promise<IWebhookResponseData> => {
	try {
		return await receive(context);
	} catch (error) {
		context.logger.error('The page of a question failed', { error });
		return show(context, 500, failedPage);
	}
};
