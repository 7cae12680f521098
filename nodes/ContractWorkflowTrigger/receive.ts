import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { parameterReader } from '../shared/fields/parameters';
import { isOwnComment } from '../shared/loopGuard';
import { binaryOf, readBytes, readDelivery } from './delivery';
import { authentication, options } from './description';
import { deliveryRefusal, readSecret } from './secret';
import { taskOfDelivery } from './task';
import { mostValues, textsIn } from './values';

/** The used part of n8n's response object, whose own types are not in its package. */
interface Answer {
	status(code: number): { json(body: object): unknown };
}

const refuse = (context: IWebhookFunctions, code: number, message: string) => {
	(context.getResponseObject() as Answer).status(code).json({ message });
	return { noWebhookResponse: true };
};

/**
 * Handles a request. Without the secret, it is refused. If n8n posted the comment, it is
 * acknowledged and ignored. Otherwise it starts the workflow with one item.
 */
export const receive = async (context: IWebhookFunctions): Promise<IWebhookResponseData> => {
	const read = parameterReader(context);
	const isOpen = read(authentication).authentication === 'none';
	const credential = isOpen ? undefined : await readSecret(context);
	const refusal = credential && deliveryRefusal(credential, context);
	if (refusal !== undefined) return refuse(context, 401, refusal);

	if (!(await readBytes(context))) {
		return refuse(context, 413, 'The body is too large or incomplete.');
	}
	const delivery = readDelivery(context, credential?.secret);
	if (!delivery) {
		const most = mostValues.toLocaleString('en');
		return refuse(context, 413, `The body has more than ${most} values.`);
	}

	const { ignoreOwnComments = true, rawBody = false } = read(options).options;
	if (ignoreOwnComments && isOwnComment(textsIn(delivery.body))) {
		return { webhookResponse: { message: 'Ignored: n8n posted this comment.' } };
	}
	const task = await taskOfDelivery(context, delivery);
	const binary = await binaryOf(context, delivery, { rawBody, secret: credential?.secret });
	const json = { ...delivery, ...task } as IDataObject;
	return { workflowData: [[{ json, ...(binary && { binary }) }]] };
};
