import { timingSafeEqual } from 'node:crypto';
import type {
	AuthorizationCodeModel,
	Client,
	ClientCredentialsModel,
} from '@node-oauth/oauth2-server';
import type { Store } from '../store/database';
import type { OAuthClient } from '../store/oauth';
import { findClient } from '../store/oauth';
import { isCallback, usualCallback } from './callback';
import type { Unit } from './unit';

const equal = (one: string, other: string): boolean => {
	const [left, right] = [Buffer.from(one), Buffer.from(other)];
	return left.length === right.length && timingSafeEqual(left, right);
};

const asClient = (client: OAuthClient): Client => ({
	id: client.clientId,
	redirectUris: [usualCallback],
	grants: ['authorization_code', 'client_credentials', 'refresh_token'],
	creatorId: client.creatorId,
});

/** The application of that id, as the library sees it. */
export const clientOf = (store: Store, clientId: string): Client => {
	const client = findClient(store, clientId);
	if (client === undefined) throw new Error(`The application ${clientId} is missing`);
	return asClient(client);
};

type ClientPart = Pick<
	AuthorizationCodeModel & ClientCredentialsModel,
	'getClient' | 'validateRedirectUri' | 'validateScope' | 'getUserFromClient'
>;

/** What the library needs for applications. */
export const clientPart = ({ service: { store } }: Unit): ClientPart => ({
	getClient: (clientId, secret: string | null) => {
		const client = findClient(store, clientId);
		// The consent page, and an exchange with PKCE, identify the application only by its id.
		const isKnown = client && (!secret || equal(client.secret, secret));
		return Promise.resolve(isKnown && asClient(client));
	},
	validateRedirectUri: (redirectUri) => Promise.resolve(isCallback(redirectUri)),
	validateScope: (_user, _client, scope) => Promise.resolve(scope ?? []),
	getUserFromClient: ({ creatorId }) => Promise.resolve({ userId: Number(creatorId) }),
});
