import { getCredentialAllowedDomains } from 'n8n-workflow';
import type { Client, Endpoint, InSlot, Policy, RateLimit, RetryBudget } from '../../../src';
import {
	createClient,
	createParallel,
	createRateLimit,
	createRetryBudget,
	createTrace,
	rateLimit,
	retry,
	witness,
} from '../../../src';
import type { Explained } from '../words/explained';
import { baseUrlOf } from './baseUrl';
import type { Context } from './clock';
import { clockOf, steadyNow } from './clock';
import type { CredentialData, CredentialType } from './credential';
import { identityOf, readCredential } from './credential';
import type { Mask } from './mask';
import { maskOf } from './mask';
import { allowedOnly, readsOnly, refusalOf } from './readingOnly';
import { createRecent } from './recent';
import { requestLog } from './requestLog';
import { transportOf } from './transport';

/** What all executions of this process share for the same credential data. */
interface Shared {
	readonly limit: RateLimit;
	readonly budget: RetryBudget;
}

/** Requests under way at the same time; more cost n8n's process more than they gain. */
export const mostParallelRequests = 50;

/**
 * By the identity of the credential, never by the key itself. What is forgotten has no window open:
 * the next answer tells of it again.
 */
const sharedFor = createRecent<Shared>({
	most: 1_000,
	make: () => ({ limit: createRateLimit(), budget: createRetryBudget() }),
	isFree: ({ limit }) => limit.room(steadyNow()) === Infinity,
});

/**
 * The hosts that the credential's own setting "Allowed HTTP Request Domains" leaves, as n8n applies
 * it to nodes whose address stands in the credential. Older versions of n8n have no such setting.
 */
const allowedDomainsOf = (context: Context, credentialData: CredentialData, baseUrl: string) => {
	const available: typeof getCredentialAllowedDomains | undefined = getCredentialAllowedDomains;
	return available?.({
		node: context.getNode(),
		credentialData,
		credentialOwnedSurface: true,
		nodeEndpointUrl: baseUrl,
	});
};

export interface Connection {
	readonly client: Client;
	readonly baseUrl: string;
	/** Tells the credential data from all other within this process. */
	readonly identity: string;
	/** Why the credential does not allow what is to be called; a dry run plans it all the same. */
	readonly refusal: Explained | undefined;
	/** Takes the secrets of the credential out of what a service says. */
	readonly mask: Mask;
	/** Requests that the rate limit's window still has room for; Infinity while that is not known. */
	readonly room: () => number;
	/**
	 * How long the rate limit makes so many requests wait, in whole seconds, if nobody else sends any;
	 * null while no answer has told it.
	 */
	readonly secondsFor: (requests: number) => number | null;
	/** Does work that counts as one of the requests under way at the same time. */
	readonly inSlot: InSlot;
}

/** Is told what the policies do. */
export interface Observer {
	/** A request goes out. */
	readonly requested: () => void;
	/** A request is sent once more. */
	readonly repeated: () => void;
	/** The rate limit refused a request. */
	readonly refused: () => void;
	/** A request begins or ends to wait for the rate limit; `size` as `X-RateLimit-Limit`. */
	readonly waits: (began: boolean, size?: number) => void;
}

/** Tells of each request that goes out, preconditions and repeats included. */
const observe =
	({ requested, refused }: Observer): Policy =>
	(next) =>
	async (request) => {
		requested();
		const response = await next(request);
		if (response.status === 429) refused();
		return response;
	};

export interface ConnectionOptions {
	/** Longest wait for the rate limit or for repeats, for one request, in milliseconds. */
	readonly maxWaitMs: number;
	/** Most requests under way at the same time. */
	readonly mostParallel?: number;
	/** Bounds what is under way at the same time together with other credential data. */
	readonly inSharedSlot?: InSlot;
	readonly observer?: Observer;
	/** What is to be called, where that is known: it is refused at once if it is not allowed. */
	readonly endpoint?: Endpoint;
	/** Whether the client calls nothing that writes, whatever the credential allows. */
	readonly isDry?: boolean;
}

/**
 * The client of a node for what its credential gives.
 * @throws {WrongField} when the credential holds no address of a service.
 * @throws {ReadingOnly} when `endpoint` writes and the credential allows reading only, save in a dry run.
 */
export const connectWith = (
	context: Context,
	credentialType: CredentialType,
	data: CredentialData,
	options: ConnectionOptions,
): Connection => {
	const { maxWaitMs, mostParallel = mostParallelRequests, observer, endpoint, isDry } = options;
	const { inSharedSlot = async (work) => await work() } = options;
	const refusal = endpoint && refusalOf(endpoint, data);
	if (refusal && !isDry) throw refusal;
	const baseUrl = baseUrlOf(data.baseUrl);
	const allowedDomains = allowedDomainsOf(context, data, baseUrl);
	const identity = identityOf(context, credentialType, data);
	const { limit, budget } = sharedFor(identity);
	const clock = clockOf(context);
	const credential = { credentialType, credential: data, baseUrl, allowedDomains };
	const transport = transportOf(context, { clock, ...credential });
	const { repeated: onRepeat, waits: onWait } = observer ?? {};
	const parallel = createParallel({ clock, most: mostParallel });
	const trace = createTrace({ clock, onEnd: requestLog(context) });
	const client = createClient(transport, {
		policies: [
			trace.whole,
			retry({ clock, budget, maxWaitMs, random: Math.random, onRepeat, onWait }),
			parallel.gate,
			rateLimit({ limit, clock, maxWaitMs, onWait }),
			// Within the rate limit: what waits for its window keeps no place from other credential data.
			(next) => async (request) => await inSharedSlot(async () => await next(request)),
			parallel.measure,
			trace.onWire,
			witness,
			...(observer ? [observe(observer)] : []),
		],
	});
	const room = () => limit.room(clock.now());
	const secondsFor = (requests: number) => {
		const waitMs = limit.waitFor(clock.now(), requests);
		return waitMs === undefined ? null : Math.ceil(waitMs / 1000);
	};
	const inSlot: InSlot = async (work) =>
		await parallel.inSlot(async () => await inSharedSlot(work));
	const allowed = allowedOnly(client, data);
	return {
		baseUrl,
		identity,
		client: isDry ? readsOnly(allowed) : allowed,
		refusal,
		mask: maskOf(data),
		room,
		secondsFor,
		inSlot,
	};
};

/**
 * The client of a node for its credential, where there are no items.
 * @throws what `readCredential` and `connectWith` throw.
 */
export const connect = async (
	context: Context,
	credentialType: CredentialType,
	options: ConnectionOptions,
): Promise<Connection> =>
	connectWith(context, credentialType, await readCredential(context, credentialType), options);
