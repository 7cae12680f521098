import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { steadyNow } from '../shared/clock';
import type { Carrier, WebhookSecret } from './secret';
import { carriesSecret } from './secret';

/**
 * How long a secret is taken as n8n last gave it, in milliseconds. n8n starts an expression engine
 * of its own for each reading of a credential, which takes longer than all the rest of a delivery.
 */
const longestUseMs = 10_000;

interface Known {
	readonly credential: WebhookSecret;
	readonly until: number;
}

/** What the triggers of this process have read, by trigger and credential. */
const known = new Map<string, Known>();

const type = 'contractWorkflowWebhookApi';

const keyOf = (context: IWebhookFunctions): string => {
	const { id, credentials } = context.getNode();
	return JSON.stringify([context.getWorkflow().id, id, credentials?.[type]?.id]);
};

const forgetOld = (now: number): void => {
	for (const [key, { until }] of known) if (until <= now) known.delete(key);
};

/**
 * The secret that deliveries must carry. One that a delivery carries may be up to ten seconds old; a
 * delivery that does not carry it, or a test, is always held against what n8n has stored now.
 */
export const storedSecret = async (
	context: IWebhookFunctions,
	carrier: Carrier,
): Promise<WebhookSecret> => {
	const now = steadyNow();
	forgetOld(now);
	const key = keyOf(context);
	const recent = context.getMode() === 'manual' ? undefined : known.get(key)?.credential;
	if (recent && carriesSecret(recent, carrier)) return recent;
	const credential = await context.getCredentials<WebhookSecret & IDataObject>(type);
	known.set(key, { credential, until: now + longestUseMs });
	return credential;
};
