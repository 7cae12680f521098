import type { Client, InSlot, RateLimit, RetryBudget } from '../../../src';
import {
	createClient,
	createRateLimit,
	createRetryBudget,
	createSlots,
	parallel,
	rateLimit,
	retry,
} from '../../../src';
import { baseUrlOf } from './baseUrl';
import type { Context } from './clock';
import { clockOf, steadyNow } from './clock';
import type { CredentialData, CredentialType } from './credential';
import { ReadingOnly, identityOf, mayWrite, readCredential, readsOnly } from './credential';
import type { Mask } from './mask';
import { maskOf } from './mask';
import { createRecent } from './recent';
import { transportOf } from './transport';

/** What all executions of this process share for the same credential data. */
interface Shared {
	readonly limit: RateLimit;
	readonly budget: RetryBudget;
}

/** Maximum requests in flight: more of them cost n8n's process more than they gain. */
export const mostParallelRequests = 50;

/**
 * By the identity of the credential, never by the key itself. A forgotten entry has no open window,
 * and the next response reports the rate limit again.
 */
const sharedFor = createRecent<Shared>({
	most: 1_000,
	make: () => ({ limit: createRateLimit(), budget: createRetryBudget() }),
	isFree: ({ limit }) => limit.room(steadyNow()) === Infinity,
});

export interface Connection {
	readonly client: Client;
	readonly baseUrl: string;
	/** Identifies the credential data within this process. */
	readonly identity: string;
	/** Whether the credential allows writes. */
	readonly mayWrite: boolean;
	/** Removes the secrets of the credential from texts of the service. */
	readonly mask: Mask;
	/** Runs work that counts as one of the requests in flight. */
	readonly inSlot: InSlot;
}

/** Is notified of what the policies do. */
export interface Observer {
	/** A request is retried. */
	readonly repeated: () => void;
	/** A request starts or stops waiting for the rate limit; `size` as in `X-RateLimit-Limit`. */
	readonly waits: (began: boolean, size?: number) => void;
}

export interface ConnectionOptions {
	/** Longest wait of one request for the rate limit or for retries, in milliseconds. */
	readonly maxWaitMs: number;
	/** Limits the requests in flight, also together with other credential data. */
	readonly inSlot?: InSlot;
	readonly observer?: Observer;
	/** Whether the client sends no writes, whatever the credential allows. */
	readonly isDry?: boolean;
}

/**
 * The client of a node for its credential data. It refuses writes that the credential does not
 * allow, before anything is sent.
 * @throws {WrongField} when the credential has no valid base URL.
 */
export const connectWith = (
	context: Context,
	credentialType: CredentialType,
	data: CredentialData,
	{ maxWaitMs, inSlot, observer, isDry }: ConnectionOptions,
): Connection => {
	const baseUrl = baseUrlOf(data.baseUrl);
	const identity = identityOf(context, credentialType, data);
	const { limit, budget } = sharedFor(identity);
	const clock = clockOf(context);
	const slots = inSlot ?? createSlots(clock, mostParallelRequests);
	const transport = transportOf(context, { credentialType, credential: data, baseUrl });
	const { repeated: onRepeat, waits: onWait } = observer ?? {};
	const refusal = isDry ? new Error('A dry run sends no writes') : new ReadingOnly();
	const client = createClient(transport, {
		policies: [
			...(isDry || !mayWrite(data) ? [readsOnly(refusal)] : []),
			retry({ clock, budget, maxWaitMs, random: Math.random, onRepeat }),
			parallel(slots),
			rateLimit({ limit, clock, maxWaitMs, onWait }),
		],
	});
	return {
		client,
		baseUrl,
		identity,
		mayWrite: mayWrite(data),
		mask: maskOf(data),
		inSlot: slots,
	};
};

/**
 * The client of a node for its credential, if there are no items.
 * @throws what `readCredential` and `connectWith` throw.
 */
export const connect = async (
	context: Context,
	credentialType: CredentialType,
	options: ConnectionOptions,
): Promise<Connection> =>
	connectWith(context, credentialType, await readCredential(context, credentialType), options);
