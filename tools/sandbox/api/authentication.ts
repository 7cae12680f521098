import type { Endpoint } from '../../../src/contract';
import { details } from '../../../src/contract';
import type { Clock } from '../clock';
import { isoTime } from '../clock';
import type { Store } from '../store/database';
import { Refusal } from './refusal';

/** A member of an organization. */
export interface Member {
	readonly userId: number;
	readonly email: string;
}

/** Who sends a request: an organization, by a key or a token, on behalf of `member`. */
export interface Actor {
	readonly organizationId: number;
	readonly member: Member;
	/** Null for bearer traffic. */
	readonly apiKeyId: number | null;
	/** The key of the rate limit (section 8.1). */
	readonly rateBucket: string;
	/** The key's own limit; null if the general one applies. */
	readonly rateLimit: number | null;
}

/** A known credential, and the refusal that its request still gets. */
export interface Authentication {
	readonly actor: Actor;
	readonly refusal?: Refusal;
}

interface KeyRow {
	readonly api_key_id: number;
	readonly org_id: number;
	readonly user_id: number;
	readonly email: string | null;
	readonly active: number;
	readonly revoked: number;
	readonly owner_active: number | null;
	readonly expires_at: string | null;
	readonly rate_limit: number | null;
}

const unauthorized = (detail: string): Refusal => new Refusal(401, detail);

const authenticateKey = (
	store: Store,
	clock: Clock,
	secret: string | undefined,
): Authentication => {
	if (secret === undefined || secret === '') throw unauthorized(details.keyRequired);
	const key = store.sql.get`
		SELECT api_key_id, k.org_id, k.user_id, k.active, k.revoked, k.expires_at, k.rate_limit,
			u.email, u.active AS owner_active
		FROM api_keys k LEFT JOIN users u ON u.user_id = k.user_id WHERE secret = ${secret}
	` as KeyRow | undefined;
	if (key === undefined) throw unauthorized(details.keyInvalid);
	if (key.active === 0) throw unauthorized(details.keyInactive);
	if (key.revoked === 1) throw unauthorized(details.keyRevoked);
	if (key.expires_at !== null && key.expires_at <= isoTime(clock.now())) {
		throw unauthorized(details.keyExpired);
	}
	if (key.email === null || key.owner_active !== 1) throw new Refusal(403, details.ownerInactive);
	return {
		actor: {
			organizationId: key.org_id,
			member: { userId: key.user_id, email: key.email },
			apiKeyId: key.api_key_id,
			rateBucket: `key:${key.api_key_id}`,
			rateLimit: key.rate_limit,
		},
	};
};

interface TokenRow {
	readonly org_id: number;
	readonly user_id: number | null;
	readonly email: string | null;
	readonly scope: string;
	readonly revoked: number;
	readonly expires_at: string | null;
}

const neededScope = 'users:read';

const authenticateToken = (
	store: Store,
	clock: Clock,
	authorization: string | undefined,
): Authentication => {
	const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
	if (token === undefined) throw unauthorized(details.tokenInvalid);
	const row = store.sql.get`
		SELECT t.org_id, t.user_id, t.scope, t.revoked, t.expires_at, u.email
		FROM access_tokens t LEFT JOIN users u ON u.user_id = t.user_id WHERE token = ${token}
	` as TokenRow | undefined;
	const isOver = row?.expires_at && row.expires_at <= isoTime(clock.now());
	if (row === undefined || row.revoked === 1 || isOver) throw unauthorized(details.tokenInvalid);
	return {
		actor: {
			organizationId: row.org_id,
			member: { userId: row.user_id ?? 0, email: row.email ?? '' },
			apiKeyId: null,
			rateBucket: `organization:${row.org_id}`,
			rateLimit: null,
		},
		refusal: tokenRefusal(row),
	};
};

const tokenRefusal = ({ scope, user_id }: TokenRow): Refusal | undefined => {
	if (!scope.split(' ').includes(neededScope)) return new Refusal(403, details.scopeMissing);
	if (user_id === null) return new Refusal(400, details.tokenWithoutUser);
	return undefined;
};

/**
 * Identifies the sender of a request (section 5).
 * @throws Refusal 401 or 403 when the credential is missing or not accepted.
 */
export const authenticate = (
	store: Store,
	clock: Clock,
	endpoint: Endpoint,
	headers: Readonly<Record<string, string | string[] | undefined>>,
): Authentication => {
	const header = (name: string): string | undefined => {
		const value = headers[name];
		return Array.isArray(value) ? value.join(', ') : value;
	};
	return endpoint.auth === 'apiKey'
		? authenticateKey(store, clock, header('x-api-key'))
		: authenticateToken(store, clock, header('authorization'));
};
