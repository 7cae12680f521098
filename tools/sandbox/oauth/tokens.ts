import type { RefreshTokenModel } from '@node-oauth/oauth2-server';
import { addAccessToken, addRefreshToken, findRefreshToken } from '../store/oauth';
import { clientOf } from './clients';
import type { Unit } from './unit';
import { addWrite, userIdOf } from './unit';

type TokenPart = Pick<
	RefreshTokenModel,
	'getRefreshToken' | 'getAccessToken' | 'revokeToken' | 'saveToken'
>;

/** What the library needs for tokens. */
export const tokenPart = (unit: Unit): TokenPart => {
	const { service, time } = unit;
	const { store } = service;
	return {
		getRefreshToken: (refreshToken) => {
			const grant = findRefreshToken(service, refreshToken);
			return Promise.resolve(
				grant && {
					refreshToken,
					refreshTokenExpiresAt: time.toLibrary(grant.expiresAt),
					scope: [...grant.scope],
					client: clientOf(store, grant.clientId),
					user: { userId: grant.userId },
				},
			);
		},
		// Never called: the API checks bearer tokens itself.
		getAccessToken: () => Promise.resolve(undefined),
		// Never called: a refresh token is valid until it expires.
		revokeToken: () => Promise.resolve(false),
		saveToken: (token, client, user) => {
			const { accessToken, refreshToken } = token;
			const grant = { clientId: client.id, userId: userIdOf(user), scope: token.scope ?? [] };
			const accessEnd = time.toSandbox(token.accessTokenExpiresAt);
			const refreshEnd = time.toSandbox(token.refreshTokenExpiresAt);
			addWrite(unit, () => addAccessToken(store, accessToken, { ...grant, expiresAt: accessEnd }));
			if (refreshToken !== undefined) {
				addWrite(unit, () =>
					addRefreshToken(store, refreshToken, { ...grant, expiresAt: refreshEnd }),
				);
			}
			return Promise.resolve({ ...token, client, user });
		},
	};
};
