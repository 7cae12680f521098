import { isoTime } from '../clock';
import type { Service } from '../service';
import type { Store } from './database';

/** An application that may request access tokens. */
export interface OAuthClient {
	readonly clientId: string;
	readonly secret: string;
	readonly name: string;
	readonly organizationId: number;
	/** The admin who created it. */
	readonly creatorId: number;
}

/** What a person, or the application for itself, has allowed. */
export interface Grant {
	readonly clientId: string;
	readonly userId: number;
	readonly scope: readonly string[];
	/** Milliseconds since 1970. */
	readonly expiresAt: number;
}

/** The grant of an authorization code, until the code is exchanged. */
export interface CodeGrant extends Grant {
	readonly redirectUri: string;
	/** Null without PKCE. */
	readonly challenge: string | null;
	readonly challengeMethod: string | null;
}

/** An application by its id, or undefined. */
export const findClient = ({ sql }: Store, clientId: string): OAuthClient | undefined => {
	const row = sql.get`
		SELECT secret, name, org_id, user_id FROM oauth_clients WHERE client_id = ${clientId}`;
	if (row === undefined) return undefined;
	return {
		clientId,
		secret: String(row.secret),
		name: String(row.name),
		organizationId: Number(row.org_id),
		creatorId: Number(row.user_id),
	};
};

const parsedScope = (scope: unknown): string[] => String(scope).split(' ').filter(Boolean);

/** The grant of an authorization code that has not been exchanged or expired, or undefined. */
export const findCode = ({ store, clock }: Service, code: string): CodeGrant | undefined => {
	const row = store.sql.get`
		SELECT client_id, user_id, scope, expires_at, redirect_uri, challenge, challenge_method
		FROM oauth_codes WHERE code = ${code} AND expires_at > ${isoTime(clock.now())}`;
	if (row === undefined) return undefined;
	return {
		clientId: String(row.client_id),
		userId: Number(row.user_id),
		scope: parsedScope(row.scope),
		expiresAt: Date.parse(String(row.expires_at)),
		redirectUri: String(row.redirect_uri),
		challenge: row.challenge === null ? null : String(row.challenge),
		challengeMethod: row.challenge_method === null ? null : String(row.challenge_method),
	};
};

/** Stores an authorization code. */
export const addCode = ({ sql }: Store, code: string, grant: CodeGrant): void => {
	sql.run`
		INSERT INTO oauth_codes (code, client_id, user_id, scope, expires_at, redirect_uri, challenge,
			challenge_method)
		VALUES (${code}, ${grant.clientId}, ${grant.userId}, ${grant.scope.join(' ')},
			${isoTime(grant.expiresAt)}, ${grant.redirectUri}, ${grant.challenge},
			${grant.challengeMethod})`;
};

/** Uses a code; false if it was already used. */
export const useUpCode = ({ sql }: Store, code: string): boolean =>
	sql.run`DELETE FROM oauth_codes WHERE code = ${code}`.changes === 1;

/** The grant of a refresh token that has not expired, or undefined. */
export const findRefreshToken = ({ store, clock }: Service, token: string): Grant | undefined => {
	const row = store.sql.get`
		SELECT client_id, user_id, scope, expires_at FROM refresh_tokens
		WHERE token = ${token} AND expires_at > ${isoTime(clock.now())}`;
	if (row === undefined) return undefined;
	return {
		clientId: String(row.client_id),
		userId: Number(row.user_id),
		scope: parsedScope(row.scope),
		expiresAt: Date.parse(String(row.expires_at)),
	};
};

/** Stores a refresh token. */
export const addRefreshToken = ({ sql }: Store, token: string, grant: Grant): void => {
	sql.run`
		INSERT INTO refresh_tokens (token, client_id, user_id, scope, expires_at)
		VALUES (${token}, ${grant.clientId}, ${grant.userId}, ${grant.scope.join(' ')},
			${isoTime(grant.expiresAt)})`;
};

/** Stores an access token of an application, which acts in the application's organization. */
export const addAccessToken = ({ sql }: Store, token: string, grant: Grant): void => {
	sql.run`
		INSERT INTO access_tokens (token, org_id, user_id, name, scope, expires_at)
		SELECT ${token}, org_id, ${grant.userId}, name, ${grant.scope.join(' ')},
			${isoTime(grant.expiresAt)}
		FROM oauth_clients WHERE client_id = ${grant.clientId}`;
};
