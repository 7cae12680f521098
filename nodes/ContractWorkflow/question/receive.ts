import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { recentMap } from '../../shared/client/recent';
import { isHumanReview } from '../../shared/toolNode';
import { outputOf, readAnswer } from './answer';
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

/** The used part of n8n's response object, whose own types are not in its package. */
interface Response {
	readonly statusCode: number;
	readonly headersSent: boolean;
	once(event: 'close', listener: () => void): unknown;
	setHeader(name: string, value: string): unknown;
	status(code: number): { end(body: string): unknown };
}

const responseOf = (context: IWebhookFunctions): Response => {
	const response = context.getResponseObject() as Response;
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	return response;
};

/** Shows a page. The execution keeps waiting. */
const show = (context: IWebhookFunctions, status: number, page: string): IWebhookResponseData => {
	responseOf(context).status(status).end(page);
	return { noWebhookResponse: true };
};

/**
 * The answers that this process has passed to n8n, by the round of their question. Of several
 * answers at the same time, n8n takes one and returns an error to the others: a person who presses
 * a button twice would see the error of the second press.
 */
const claims = recentMap<{ readonly answer: string; readonly taken: Promise<boolean> }>({
	most: 500,
});

/**
 * Whether n8n has resumed the execution: it then responds with 2xx, otherwise with an error. If the
 * client disconnected before the response, that is unknown, so the next answer may try.
 */
const isTaken = async (sending: Response): Promise<boolean> =>
	await new Promise((resolve) => {
		sending.once('close', () => {
			const { headersSent, statusCode } = sending;
			resolve(headersSent && statusCode >= 200 && statusCode < 300);
		});
	});

/**
 * Claims the right to answer a question. `same` and `other`: this process has already passed n8n an
 * answer, the same one or another. Waits for one in progress. An answer that n8n did not accept
 * does not count.
 */
const claimAnswer = async (
	round: string,
	answer: string,
	sending: Response,
): Promise<'first' | 'same' | 'other'> => {
	for (let claim = claims.get(round); claim; claim = claims.get(round)) {
		if (await claim.taken) return claim.answer === answer ? 'same' : 'other';
		if (claims.get(round) === claim) claims.delete(round);
	}
	claims.set(round, { answer, taken: isTaken(sending) });
	return 'first';
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
	const { page } = question;
	const { method } = context.getRequestObject() as { readonly method: string };
	if (method !== 'POST') return show(context, 200, questionPage(page));

	const answer = readAnswer(context.getBodyData(), page);
	if ('fault' in answer) return show(context, 422, questionPage(page, answer));
	const recorded = recordedPage(page, answer);
	const claim = await claimAnswer(question.round, JSON.stringify(answer), responseOf(context));
	if (claim === 'same') return show(context, 200, recorded);
	if (claim === 'other') return show(context, 409, answeredPage(page));
	const json = outputOf(answer, question, isHumanReview(context.getNode()));
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
