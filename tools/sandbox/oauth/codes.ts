import type { AuthorizationCodeModel } from '@node-oauth/oauth2-server';
import { addCode, findCode, useUpCode } from '../store/oauth';
import { clientOf } from './clients';
import type { Unit } from './unit';
import { addWrite, userIdOf } from './unit';

type CodePart = Pick<
	AuthorizationCodeModel,
	'saveAuthorizationCode' | 'getAuthorizationCode' | 'revokeAuthorizationCode'
>;

/** What the library needs for authorization codes. */
export const codePart = (unit: Unit): CodePart => {
	const { service, time, writes } = unit;
	const { store } = service;
	return {
		saveAuthorizationCode: (code, client, user) => {
			addWrite(unit, () =>
				addCode(store, code.authorizationCode, {
					clientId: client.id,
					userId: userIdOf(user),
					scope: code.scope ?? [],
					expiresAt: time.toSandbox(code.expiresAt),
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
					expiresAt: time.toLibrary(code.expiresAt),
					redirectUri: code.redirectUri,
					scope: [...code.scope],
					client: clientOf(store, code.clientId),
					user: { userId: code.userId },
					...(code.challenge !== null && { codeChallenge: code.challenge }),
					...(code.challengeMethod !== null && { codeChallengeMethod: code.challengeMethod }),
				},
			);
		},
		revokeAuthorizationCode: ({ authorizationCode }) => {
			writes.push(() => useUpCode(store, authorizationCode));
			return Promise.resolve(true);
		},
	};
};
