import { timingSafeEqual } from 'node:crypto';
import type {
	AuthorizationCodeModel,
	Client,
	ClientCredentialsModel,
	RefreshTokenModel,
	User,
} from '@node-oauth/oauth2-server';
import type { Service } from '../service';
import type { OAuthClient } from '../store/oauth';
import {
	addAccessToken,
	addCode,
	addRefreshToken,
	findClient,
	findCode,
	findRefreshToken,
	takeCode,
} from '../store/oauth';

/** Addresses that n8n on this machine takes the answer of the consent page at. */
const callback =
	/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?\/rest\/oauth2-credential\/callback$/;

/** The address of an n8n that was started without options. */
const usualCallback = 'http://localhost:5678/rest/oauth2-credential/callback';

/** Whether the answer of the consent page may be sent to this address. */
export const isCallback = (redirectUri: string): boolean => callback.test(redirectUri);

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

const userIdOf = (user: User): number => Number(user.userId);

type Model = AuthorizationCodeModel & ClientCredentialsModel & RefreshTokenModel;

/** What one request reads, and the writes that it is to end with. */
export interface UnitOfWork {
	readonly model: Model;
	/** Writes all in one transaction; false when a code of it was used up meanwhile. */
	readonly commit: () => boolean;
}

/**
 * The library's view of the store, for one request. The library reckons with the real time, so its
 * times are moved by what the sandbox's clock is ahead.
 */
export const createUnitOfWork = (service: Service): UnitOfWork => {
	const { store, clock } = service;
	const ahead = clock.now() - Date.now();
	const inSandbox = (date: Date | undefined): number => (date?.getTime() ?? Date.now()) + ahead;
	const inLibrary = (milliseconds: number): Date => new Date(milliseconds - ahead);
	const writes: Array<() => boolean> = [];
	const write = (work: () => void): void => void writes.push(() => (work(), true));
	const clientOf = (clientId: string): Client => {
		const client = findClient(store, clientId);
		if (client === undefined) throw new Error(`The application ${clientId} is missing`);
		return asClient(client);
	};
	const model: Model = {
		getClient: (clientId, secret: string | null) => {
			const client = findClient(store, clientId);
			// The consent page, and an exchange with PKCE, know the application by its id alone.
			const isKnown = client && (!secret || equal(client.secret, secret));
			return Promise.resolve(isKnown && asClient(client));
		},
		validateRedirectUri: (redirectUri) => Promise.resolve(isCallback(redirectUri)),
		validateScope: (_user, _client, scope) => Promise.resolve(scope ?? []),
		getUserFromClient: ({ creatorId }) => Promise.resolve({ userId: Number(creatorId) }),
		saveAuthorizationCode: (code, client, user) => {
			write(() =>
				addCode(store, code.authorizationCode, {
					clientId: client.id,
					userId: userIdOf(user),
					scope: code.scope ?? [],
					expiresAt: inSandbox(code.expiresAt),
					redirectUri: code.redirectUri,
					challenge: code.codeChallenge ?? null,
					challengeMethod: code.codeChallengeMethod ?? null,
				}),
			);
			return Promise.resolve({ ...code, client, user });
		},
		getAuthorizationCode: (authorizationCode) => {
			const code = findCode(service, authorizationCode);
			return Promise.resolve(
				code && {
					authorizationCode,
					expiresAt: inLibrary(code.expiresAt),
					redirectUri: code.redirectUri,
					scope: [...code.scope],
					client: clientOf(code.clientId),
					user: { userId: code.userId },
					...(code.challenge !== null && { codeChallenge: code.challenge }),
					...(code.challengeMethod !== null && { codeChallengeMethod: code.challengeMethod }),
				},
			);
		},
		revokeAuthorizationCode: ({ authorizationCode }) => {
			writes.push(() => takeCode(store, authorizationCode));
			return Promise.resolve(true);
		},
		getRefreshToken: (refreshToken) => {
			const grant = findRefreshToken(service, refreshToken);
			return Promise.resolve(
				grant && {
					refreshToken,
					refreshTokenExpiresAt: inLibrary(grant.expiresAt),
					scope: [...grant.scope],
					client: clientOf(grant.clientId),
					user: { userId: grant.userId },
				},
			);
		},
		// Never asked for: the API checks bearer tokens itself.
		getAccessToken: () => Promise.resolve(undefined),
		// Never called: a refresh token serves until it expires.
		revokeToken: () => Promise.resolve(false),
		saveToken: (token, client, user) => {
			const grant = { clientId: client.id, userId: userIdOf(user), scope: token.scope ?? [] };
			const { accessToken, accessTokenExpiresAt, refreshToken, refreshTokenExpiresAt } = token;
			write(() =>
				addAccessToken(store, accessToken, {
					...grant,
					expiresAt: inSandbox(accessTokenExpiresAt),
				}),
			);
			if (refreshToken !== undefined) {
				write(() =>
					addRefreshToken(store, refreshToken, {
						...grant,
						expiresAt: inSandbox(refreshTokenExpiresAt),
					}),
				);
			}
			return Promise.resolve({ ...token, client, user });
		},
	};
	return {
		model,
		commit: () =>
			store.transaction(() => {
				const [first, ...others] = writes;
				// A code is always the first to be written: it must be there for the rest to count.
				if (first?.() === false) return false;
				for (const work of others) work();
				return true;
			}),
	};
};
