import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { recentMap } from '../shared/client/recent';
import type { Carrier, WebhookSecret } from './secret';
import { deliveryRefusal, secretType } from './secret';

/**
 * The credentials that the triggers of this process have read, by trigger and credential. n8n
 * starts a new expression engine each time it reads a credential, which takes longer than the rest
 * of a delivery.
 */
const recent = recentMap<WebhookSecret>({ most: 500, keptMs: 10_000 });

const keyOf = (context: IWebhookFunctions): string => {
	const { id, credentials } = context.getNode();
	return JSON.stringify([context.getWorkflow().id, id, credentials?.[secretType]?.id]);
};

/**
 * The secret that deliveries must carry. If a delivery carries the cached secret, which is at most
 * ten seconds old, that is enough. Any other delivery, and every test, is compared with what n8n
 * has stored now.
 */
export const storedSecret = async (
	context: IWebhookFunctions,
	carrier: Carrier,
): Promise<WebhookSecret> => {
	const key = keyOf(context);
	const known = context.getMode() === 'manual' ? undefined : recent.get(key);
	if (known && deliveryRefusal(known, carrier) === undefined) return known;
	return recent.set(key, await context.getCredentials<WebhookSecret & IDataObject>(secretType));
};
