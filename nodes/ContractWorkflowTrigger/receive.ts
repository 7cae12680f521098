import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { maskOf } from '../shared/client/mask';
import { parameterReader } from '../shared/fields/parameters';
import { isBlank } from '../shared/fields/propertyValue';
import { isOwnComment } from '../shared/loopGuard';
import { filesOfDelivery, readDelivery } from './delivery';
import { options } from './description';
import { deliveryRefusal, readSecret } from './secret';
import { deliveredAt, taskOfDelivery } from './task';

/** The used part of n8n's response object, whose own types are not in its package. */
interface Answer {
	status(code: number): { json(body: object): unknown };
}

/**
 * Handles a request. Without the secret, it is refused. If n8n posted the comment, it is
 * acknowledged and ignored. Otherwise it starts the workflow with one item.
 */
export const receive = async (context: IWebhookFunctions): Promise<IWebhookResponseData> => {
	const credential = await readSecret(context);
	const refusal = credential && deliveryRefusal(credential, context);
	if (refusal !== undefined) {
		(context.getResponseObject() as Answer).status(401).json({ message: refusal });
		return { noWebhookResponse: true };
	}
	const mask = maskOf({ secret: credential?.secret ?? '' });
	const delivery = readDelivery(context, mask);
	const {
		commentPath = '',
		ignoreOwnComments = true,
		rawBody = false,
	} = parameterReader(context)(options).options;
	const comment = deliveredAt(delivery, commentPath);
	// A wrong path must not end the guard against loops.
	const isText = typeof comment === 'string' && !isBlank(comment);
	if (ignoreOwnComments && isOwnComment(isText ? comment : delivery.body)) {
		const { id: workflowId } = context.getWorkflow();
		context.logger.info('Ignored a delivery: n8n posted its comment', { workflowId });
		return { webhookResponse: { message: 'Ignored: n8n posted this comment.' } };
	}
	const json = { ...delivery, ...(await taskOfDelivery(context, delivery)) } as IDataObject;
	const binary = await filesOfDelivery(context, mask, rawBody);
	return { workflowData: [[{ json, ...(Object.keys(binary).length > 0 && { binary }) }]] };
};
