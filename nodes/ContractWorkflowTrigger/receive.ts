import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { parameterReader } from '../shared/fields/parameters';
import { isOwnComment } from '../shared/loopGuard';
import type { Delivery } from './delivery';
import { binaryOf, readBytes, readDelivery } from './delivery';
import { authentication } from './description';
import { meets } from './filters';
import { valueAt } from './path';
import { deliveryRefusal } from './secret';
import type { Settings } from './settings';
import { readSettings } from './settings';
import { claimId } from './storedIds';
import { storedSecret } from './storedSecret';
import { loadTask } from './task';
import { mostValues, textsIn } from './values';

/** The used part of n8n's response object, whose own types are not in its package. */
interface Answer {
	setHeader(name: string, value: string): unknown;
	status(code: number): { json(body: object): unknown };
}

const notTaken = { message: 'The body is too large or incomplete.' };
const tooMany = { message: `The body has more than ${mostValues.toLocaleString('en')} values.` };
const underway = { message: 'The same delivery is still being processed. Send it again.' };
const underwayRetryS = 5;

/** Why a delivery starts nothing. */
const own = 'Ignored: n8n posted this comment.';
const unmet = 'Ignored: the conditions are not met.';
const repeated = 'Ignored: this delivery was received before.';

/** A response that starts no run. */
const answer = (context: IWebhookFunctions, code: number, body: object): IWebhookResponseData => {
	(context.getResponseObject() as Answer).status(code).json(body);
	return { noWebhookResponse: true };
};

const ignore = (message: string): IWebhookResponseData => ({ webhookResponse: { message } });

/** The outcome of the delivery is not known yet, so the sender must retry. */
const answerLater = (context: IWebhookFunctions): IWebhookResponseData => {
	(context.getResponseObject() as Answer).setHeader('Retry-After', String(underwayRetryS));
	return answer(context, 503, underway);
};

/** The id of a delivery: the whole value at the path, so an object can be an id as well. */
const idOf = (delivery: Delivery, path: string | undefined): string | undefined => {
	if (path === undefined) return undefined;
	const texts = textsIn(valueAt(delivery, path));
	return texts.length > 0 ? JSON.stringify(texts) : undefined;
};

/** One output item for one delivery. */
const start = async (
	context: IWebhookFunctions,
	delivery: Delivery,
	settings: Settings,
	secret: string | undefined,
): Promise<IWebhookResponseData> => {
	const { taskIdPath, rawBody } = settings;
	const task =
		taskIdPath === undefined
			? {}
			: await loadTask(context, valueAt(delivery, taskIdPath), taskIdPath);
	const binary = await binaryOf(context, delivery, { rawBody, secret });
	const json = { ...delivery, ...task } as IDataObject;
	return { workflowData: [[{ json, ...(binary && { binary }) }]] };
};

/**
 * Handles a request. Without the secret, it is refused. If n8n posted the comment, it does not meet
 * the conditions, or it is a repeat, it is acknowledged and ignored. Otherwise it starts the
 * workflow. A test neither remembers nor ignores repeats.
 */
export const receive = async (context: IWebhookFunctions): Promise<IWebhookResponseData> => {
	const carrier = {
		headers: context.getHeaderData(),
		query: context.getQueryData() as Readonly<Record<string, unknown>>,
	};
	const isOpen = parameterReader(context)(authentication).authentication === 'none';
	const credential = isOpen ? undefined : await storedSecret(context, carrier);
	const refusal = credential && deliveryRefusal(credential, carrier);
	if (refusal !== undefined) return answer(context, 401, { message: refusal });
	const secret = credential?.secret;
	if (!(await readBytes(context))) return answer(context, 413, notTaken);

	const settings = readSettings(context);
	const delivery = readDelivery(context, secret);
	if (!delivery) return answer(context, 413, tooMany);
	if (settings.ignoreOwnComments && isOwnComment(textsIn(delivery.body))) return ignore(own);
	if (!(await meets(delivery, settings.filters, settings.match))) return ignore(unmet);

	const isTest = context.getMode() === 'manual';
	const id = isTest ? undefined : idOf(delivery, settings.deliveryIdPath);
	if (id === undefined) return await start(context, delivery, settings, secret);
	const claim = await claimId(context, id);
	if (claim === 'repeat') return ignore(repeated);
	if (claim === 'underway') return answerLater(context);
	let isHandedOver = false;
	try {
		const started = await start(context, delivery, settings, secret);
		await claim.handOver();
		isHandedOver = true;
		return started;
	} finally {
		if (!isHandedOver) claim.release();
	}
};
