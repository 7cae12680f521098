import type { Client, HttpRequest, InSlot, Policy, RateLimit } from '../../../src';
import {
	createClient,
	createRateLimit,
	createSlots,
	parallel,
	rateLimit,
	responseOf,
	retry,
	tried,
} from '../../../src';
import { baseUrlOf } from './baseUrl';
import type { Context } from './clock';
import { clockOf, steadyNow } from './clock';
import type { CredentialData, CredentialType } from './credential';
import { checkWrites, identityOf, readCredential } from './credential';
import type { Mask } from './mask';
import { maskOf } from './mask';
import { recentMap, remembering } from './recent';
import { transportOf } from './transport';

/** Maximum requests in flight: more of them cost n8n's process more than they gain. */
export const mostParallelRequests = 50;

/**
 * Maximum requests in flight with a file from n8n's memory, whose text is copied to be sent, and the
 * length from which one counts.
 */
const mostLargeTexts = 4;
const largeText = 1_000_000;

const hasLargeText = ({ body = [] }: HttpRequest): boolean =>
	body.some((part) => typeof part === 'string' && part.length > largeText);

/**
 * What all executions of this process share for the same credential data, by the identity of the
 * credential, never by the key itself.
 */
const sharedByIdentity = recentMap<RateLimit>({ most: 1_000 });

export interface Connection {
	readonly client: Client;
	readonly baseUrl: string;
	/** Identifies the credential data within this process. */
	readonly identity: string;
	/** Removes the secrets of the credential from texts of the service. */
	readonly mask: Mask;
	/** Runs work that counts as one of the requests in flight. */
	readonly inSlot: InSlot;
}

export interface ConnectionOptions {
	/** Longest wait of one request for the rate limit or for retries, in milliseconds. */
	readonly maxWaitMs: number;
	/** Maximum requests in flight. */
	readonly mostParallel?: number;
	/** Whether the client sends writes, too. By default it refuses them. */
	readonly writes?: boolean;
	/** For lists of the panel: equal requests are sent once in ten seconds. */
	readonly purpose?: 'list';
	/** Around all others. */
	readonly policies?: readonly Policy[];
	/** Called while a request waits for the rate limit, maybe more than once. */
	readonly onWait?: () => void;
}

/** For a dry run, a list of the panel or a trigger. */
const refusingWrites: Policy = (next) => async (request) => {
	if (request.writes) throw new Error('This client sends no writes');
	return await next(request);
};

/**
 * Writes a line to n8n's debug log for each try of a request: without its body, its query and any
 * secret.
 */
const tracing = ({ logger }: Context, mask: Mask): Policy => {
	const tries = new WeakMap<HttpRequest, number>();
	return (next) => async (request) => {
		const began = steadyNow();
		const outcome = await tried(next(request));
		const attempt = (tries.get(request) ?? 0) + 1;
		tries.set(request, attempt);
		const end = 'response' in outcome ? outcome.response.status : String(outcome.failure);
		const path = request.path.replace(/\?.*/, '');
		const took = `${end} in ${Math.round(steadyNow() - began)} ms, try ${attempt}`;
		logger.debug(mask(`Contract Workflow: ${request.method} ${path} ${took}`));
		return responseOf(outcome);
	};
};

/**
 * The client of a node for its credential.
 * @param given the data of the credential; by default it is read without an item
 * @throws {UnresolvedCredential} when an expression in the credential returns nothing.
 * @throws {WrongField} when the credential has no valid base URL.
 * @throws {Explained} when the credential does not allow the writes.
 */
export const connect = async (
	context: Context,
	credentialType: CredentialType,
	{
		maxWaitMs,
		mostParallel = mostParallelRequests,
		writes,
		purpose,
		policies = [],
		onWait,
	}: ConnectionOptions,
	given?: CredentialData,
): Promise<Connection> => {
	const data = given ?? (await readCredential(context, credentialType));
	const baseUrl = baseUrlOf(data.baseUrl);
	if (writes) checkWrites(data);
	const identity = identityOf(context, credentialType, data);
	const limit = sharedByIdentity.get(identity) ?? sharedByIdentity.set(identity, createRateLimit());
	const clock = clockOf(context);
	const inSlot = createSlots(clock, mostParallel);
	const mask = maskOf(data);
	const transport = transportOf(context, credentialType, data, baseUrl);
	const client = createClient(transport, {
		policies: [
			...policies,
			...(writes ? [] : [refusingWrites]),
			...(purpose === 'list' ? [remembering(identity)] : []),
			retry({ clock, limit, maxWaitMs, random: Math.random }),
			parallel(createSlots(clock, mostLargeTexts), hasLargeText),
			parallel(inSlot),
			rateLimit({ limit, clock, maxWaitMs, onWait }),
			tracing(context, mask),
		],
	});
	return { client, baseUrl, identity, mask, inSlot };
};
