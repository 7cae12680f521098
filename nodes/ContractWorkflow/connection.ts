import type { Client, RateLimit } from '../../src';
import { createClient, createRateLimit, InvalidInput, rateLimit, retry } from '../../src';
import type { Context } from './clock';
import { clockOf } from './clock';
import type { CredentialType } from './transport';
import { transportOf } from './transport';

/**
 * The address of the service, without the slashes that people leave at its end.
 * @throws {InvalidInput} when the credential holds no web address.
 */
const baseUrlOf = async (context: Context, credentialType: CredentialType): Promise<string> => {
	const { baseUrl } = await context.getCredentials<{ baseUrl: string }>(credentialType);
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

/** One for each credential and address: all executions of this process share the window. */
const limits = new Map<string, RateLimit>();

const limitOf = (key: string): RateLimit => {
	const known = limits.get(key) ?? createRateLimit();
	limits.set(key, known);
	return known;
};

export interface Connection {
	readonly client: Client;
	readonly baseUrl: string;
}

/**
 * The client of a node for its credential.
 * @param maxWaitMs Longest wait for the rate limit or for repeats, for one request.
 */
export const connect = async (
	context: Context,
	credentialType: CredentialType,
	maxWaitMs: number,
): Promise<Connection> => {
	const baseUrl = await baseUrlOf(context, credentialType);
	const id = context.getNode().credentials?.[credentialType]?.id ?? '';
	const clock = clockOf(context);
	return {
		baseUrl,
		client: createClient(transportOf(context, credentialType, baseUrl), {
			policies: [
				retry({ clock, maxWaitMs, random: Math.random }),
				rateLimit({ limit: limitOf(`${credentialType} ${id} ${baseUrl}`), clock, maxWaitMs }),
			],
		}),
	};
};
