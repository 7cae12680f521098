import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { parameterReader } from '../shared/fields/parameters';
import { defaultMarker, holdsOwnComment } from '../shared/loopGuard';
import type { Delivery } from './delivery';
import { binaryOf, readBytes, readDelivery } from './delivery';
import { authentication } from './description';
import { meets } from './filters';
import { valueAt } from './path';
import type { WebhookSecret } from './secret';
import { carriesSecret, secretFault } from './secret';
import type { Settings } from './settings';
import { readSettings } from './settings';
import { claimId } from './storedIds';
import { storedSecret } from './storedSecret';
import { loadTask } from './task';
import { mostValues, textsIn } from './values';

/** What is used of n8n's response object, whose own types are not part of its package. */
interface Answer {
	setHeader(name: string, value: string): unknown;
	status(code: number): { json(body: object): unknown };
}

const refused = { message: 'Unauthorized' };
const notTaken = { message: 'The body is too large, or breaks off' };
const tooMany = { message: `The body holds more than ${mostValues.toLocaleString('en')} values` };
const underway = { message: 'The same delivery is still being answered: send it again' };
const underwayRetryS = 5;
const ignored = { message: 'Received; it starts nothing' };

const loopWarning =
	'This comment was posted by this n8n itself. Without a guard a workflow that answers comments answers itself forever: choose "Loop Guard Marker" in the Comment operation and "Ignore Marked Comments" in the trigger.';

/** An answer without a run. */
const answer = (context: IWebhookFunctions, code: number, body: object): IWebhookResponseData => {
	(context.getResponseObject() as Answer).status(code).json(body);
	return { noWebhookResponse: true };
};

/** What became of the delivery is not known yet, so that the sender is to ask again. */
const answerLater = (context: IWebhookFunctions): IWebhookResponseData => {
	(context.getResponseObject() as Answer).setHeader('Retry-After', String(underwayRetryS));
	return answer(context, 503, underway);
};

/** Wrong and missing are answered alike, and start nothing. */
const refuseSender = (
	context: IWebhookFunctions,
	credential: WebhookSecret,
): IWebhookResponseData => {
	const fault = secretFault(credential);
	if (fault !== undefined) {
		context.logger.warn(`Every delivery is refused, for the credential has a fault. ${fault}`);
	}
	return answer(context, 401, refused);
};

const passes = async (
	delivery: Delivery,
	texts: readonly string[],
	settings: Settings,
): Promise<boolean> => {
	const { marker } = settings;
	if (marker !== undefined && texts.some((text) => text.includes(marker))) return false;
	return await meets(delivery, settings.filters, settings.combine);
};

/** The id of a delivery: all that stands at the path, so that an object is an id as well. */
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
	{ warns, secret }: { readonly warns: boolean; readonly secret?: string },
): Promise<IWebhookResponseData> => {
	const { taskIdPath, rawBody } = settings;
	const task =
		taskIdPath === undefined
			? {}
			: await loadTask(context, valueAt(delivery, taskIdPath), taskIdPath);
	const binary = await binaryOf(context, delivery, { rawBody, secret });
	if (warns) context.logger.warn(loopWarning);
	const json = { ...delivery, ...task, ...(warns && { loopWarning }) } as IDataObject;
	return { workflowData: [[{ json, ...(binary && { binary }) }]] };
};

/**
 * Takes a request: refused without the secret, answered and ignored when it is a repeat, marked or
 * filtered out, else it starts the workflow. A test neither remembers nor ignores repeats.
 */
export const receive = async (context: IWebhookFunctions): Promise<IWebhookResponseData> => {
	const carrier = {
		headers: context.getHeaderData(),
		query: context.getQueryData() as Readonly<Record<string, unknown>>,
	};
	const isOpen = parameterReader(context)(authentication).authentication === 'none';
	const credential = isOpen ? undefined : await storedSecret(context, carrier);
	if (credential && !carriesSecret(credential, carrier)) return refuseSender(context, credential);
	const secret = credential?.secret;
	if (!(await readBytes(context))) return answer(context, 413, notTaken);

	const settings = readSettings(context);
	const delivery = readDelivery(context, secret);
	if (!delivery) return answer(context, 413, tooMany);
	const texts = textsIn(delivery.body);
	if (!(await passes(delivery, texts, settings))) return { webhookResponse: ignored };
	const warns = texts.some((text) => text.includes(defaultMarker)) || holdsOwnComment(texts);

	const isTest = context.getMode() === 'manual';
	const id = isTest ? undefined : idOf(delivery, settings.deliveryIdPath);
	if (id === undefined) return await start(context, delivery, settings, { warns, secret });
	const claim = await claimId(context, id);
	if (claim === 'repeat') return { webhookResponse: ignored };
	if (claim === 'underway') return answerLater(context);
	let isHandedOver = false;
	try {
		const started = await start(context, delivery, settings, { warns, secret });
		await claim.handOver();
		isHandedOver = true;
		return started;
	} finally {
		if (!isHandedOver) claim.release();
	}
};
