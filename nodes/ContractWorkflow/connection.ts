import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { getCredentialAllowedDomains } from 'n8n-workflow';
import type { Client, RateLimit, RetryBudget } from '../../src';
import {
	InvalidInput,
	createClient,
	createParallel,
	createRateLimit,
	createRetryBudget,
	rateLimit,
	retry,
} from '../../src';
import type { Context } from './clock';
import { clockOf } from './clock';
import type { Tally } from './tally';
import type { CredentialType } from './transport';
import { transportOf } from './transport';

type CredentialData = ICredentialDataDecryptedObject & { readonly baseUrl: string };

/**
 * The address of the service, without the slashes that people leave at its end.
 * @throws {InvalidInput} when the credential holds no web address.
 */
const baseUrlOf = ({ baseUrl }: CredentialData): string => {
	const address = baseUrl.trim().replace(/\/+$/, '');
	if (!/^https?:\/\/[^/]/.test(address) || !URL.canParse(address)) {
		throw new InvalidInput([
			{
				path: '"Base URL" of the credential',
				message: 'must be the web address of the service, for example https://api.example.com',
			},
		]);
	}
	return address;
};

/** What all executions of this process share for one credential and address. */
interface Shared {
	readonly limit: RateLimit;
	readonly budget: RetryBudget;
}

/** Requests under way at the same time; more cost n8n's process more than they gain. */
export const mostParallelRequests = 50;

/** By the credential's id and the address, never by the key itself. */
const shared = new Map<string, Shared>();

const sharedFor = (key: string): Shared => {
	const known = shared.get(key) ?? { limit: createRateLimit(), budget: createRetryBudget() };
	shared.set(key, known);
	return known;
};

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
}

export interface ConnectionOptions {
	/** Longest wait for the rate limit or for repeats, for one request, in milliseconds. */
	readonly maxWaitMs: number;
	/** Most requests under way at the same time. */
	readonly mostParallel?: number;
	/** Counts what the policies do. */
	readonly tally?: Tally;
}

/** The client of a node for its credential. */
export const connect = async (
	context: Context,
	credentialType: CredentialType,
	{ maxWaitMs, mostParallel = mostParallelRequests, tally }: ConnectionOptions,
): Promise<Connection> => {
	const data = await context.getCredentials<CredentialData>(credentialType);
	const baseUrl = baseUrlOf(data);
	const allowedDomains = allowedDomainsOf(context, data, baseUrl);
	const id = context.getNode().credentials?.[credentialType]?.id ?? '';
	const { limit, budget } = sharedFor(`${credentialType} ${id} ${baseUrl}`);
	const clock = clockOf(context);
	const transport = transportOf(context, {
		clock,
		credentialType,
		credential: data,
		baseUrl,
		allowedDomains,
	});
	const parallel = createParallel({ clock, most: mostParallel });
	return {
		baseUrl,
		client: createClient(transport, {
			policies: [
				retry({
					clock,
					budget,
					maxWaitMs,
					random: Math.random,
					onRepeat: tally?.repeated,
					onWait: tally?.waits,
				}),
				parallel.gate,
				rateLimit({ limit, clock, maxWaitMs, onWait: tally?.waits }),
				parallel.measure,
			],
		}),
	};
};
