import { createHash } from 'node:crypto';
import type { Store } from '../store/database';

/** Ids of the organizations of the sample data. `missing` has keys, but was deleted. */
export const organizations = { main: 4102, other: 4711, missing: 4999 } as const;

const legalEntity = (
	legal_entity_id: number,
	name: string,
	entity_type: string,
	jurisdiction: string,
) => ({ legal_entity_id, name, entity_type, jurisdiction });

const legalEntities = {
	main: [
		legalEntity(311, 'Meridian Freight Ltd', 'limited_company', 'England and Wales'),
		legalEntity(312, 'Meridian Fracht GmbH – Zürich', 'limited_company', 'Switzerland'),
		legalEntity(313, 'Meridian Freight Inc.', 'corporation', 'Delaware'),
	],
	other: [legalEntity(401, 'Harbour & Quay B.V.', 'limited_company', 'Netherlands')],
};

interface SampleUser {
	readonly userId: number;
	readonly email: string;
	readonly name: string;
}

type Six<Entry> = readonly [Entry, Entry, Entry, Entry, Entry, Entry];

/** Members of the main organization; the first one owns its keys. */
export const members: Six<SampleUser> = [
	{ userId: 501, email: 'amara.okafor@meridian.example', name: 'Amara Okafor' },
	{ userId: 502, email: 'jose.nunez@meridian.example', name: 'José Núñez' },
	{ userId: 503, email: 'yuki.tanaka@meridian.example', name: '田中 由紀' },
	{ userId: 504, email: 'lena.schroeder@meridian.example', name: 'Lena Schröder' },
	{ userId: 505, email: 'priya.raman@meridian.example', name: 'Priya Raman' },
	{ userId: 506, email: 'omar.haddad@meridian.example', name: 'عمر حداد' },
];

const formerMember = { userId: 590, email: 'tom.reed@meridian.example', name: 'Tom Reed' };
const otherMember = { userId: 701, email: 'sanne.visser@harbour.example', name: 'Sanne Visser' };

/** Requests per window for the key with a small limit. */
const smallLimit = 5;
const longAgo = '2024-01-31T00:00:00.000Z';

interface SampleKey {
	readonly id: number;
	readonly user?: number;
	readonly organization?: number;
	readonly active?: number;
	readonly revoked?: number;
	readonly expires?: string;
	readonly limit?: number;
}

const keys = {
	main: { id: 9001 },
	second: { id: 9002 },
	limited: { id: 9003, limit: smallLimit },
	inactive: { id: 9004, active: 0 },
	revoked: { id: 9005, revoked: 1 },
	expired: { id: 9006, expires: longAgo },
	ownerInactive: { id: 9007, user: formerMember.userId },
	otherOrganization: { id: 9008, user: otherMember.userId, organization: organizations.other },
	withoutOrganization: { id: 9009, organization: organizations.missing },
} as const satisfies Record<string, SampleKey>;

interface SampleToken {
	readonly organization?: number;
	readonly user?: number | null;
	readonly scope?: string;
	readonly revoked?: number;
	readonly expires?: string;
}

const tokens = {
	main: {},
	noScope: { scope: 'documents:read' },
	expired: { expires: longAgo },
	revoked: { revoked: 1 },
	noUser: { user: null },
	withoutOrganization: { organization: organizations.missing },
} as const satisfies Record<string, SampleToken>;

/** The application that may request access tokens. */
export interface OAuthApplication {
	readonly clientId: string;
	readonly clientSecret: string;
}

export type KeyName = keyof typeof keys;
export type TokenName = keyof typeof tokens;

/** Section 5: a fixed prefix, an underscore, base64url text. The prefix names its purpose. */
const secret = (prefix: string, seed: number, name: string): string =>
	`${prefix}_${createHash('sha256').update(`${prefix} ${seed} ${name}`).digest('base64url')}`;

const secretsOf = <Name extends string>(
	prefix: string,
	seed: number,
	entries: Readonly<Record<Name, unknown>>,
): Record<Name, string> =>
	Object.fromEntries(
		Object.keys(entries).map((name) => [name, secret(prefix, seed, name)]),
	) as Record<Name, string>;

const insertUsers = ({ sql }: Store): void => {
	const add = (organizationId: number, user: SampleUser, active: number) => sql.run`
		INSERT INTO users (user_id, org_id, email, name, active)
		VALUES (${user.userId}, ${organizationId}, ${user.email}, ${user.name}, ${active})`;
	for (const member of members) add(organizations.main, member, 1);
	add(organizations.main, formerMember, 0);
	add(organizations.other, otherMember, 1);
};

const clientId = 'sandbox-application';

/** Creates organizations, their members, keys, tokens and application, and returns the secrets. */
export const seedAccounts = (store: Store, seed: number) => {
	const { sql } = store;
	sql.run`INSERT INTO organizations (org_id, name, entities) VALUES
		(${organizations.main}, 'Meridian Freight', ${JSON.stringify(legalEntities.main)}),
		(${organizations.other}, 'Harbour & Quay', ${JSON.stringify(legalEntities.other)})`;
	insertUsers(store);
	const apiKeys = secretsOf('sandbox', seed, keys);
	for (const name of Object.keys(keys) as KeyName[]) {
		const key: SampleKey = keys[name];
		sql.run`
			INSERT INTO api_keys (api_key_id, org_id, user_id, name, secret, active, revoked, expires_at,
				rate_limit)
			VALUES (${key.id}, ${key.organization ?? organizations.main},
				${key.user ?? members[0].userId}, ${name}, ${apiKeys[name]}, ${key.active ?? 1},
				${key.revoked ?? 0}, ${key.expires ?? null}, ${key.limit ?? null})`;
	}
	const oauthTokens = secretsOf('sandboxtoken', seed, tokens);
	for (const name of Object.keys(tokens) as TokenName[]) {
		const token: SampleToken = tokens[name];
		const user = token.user === undefined ? members[0].userId : token.user;
		sql.run`
			INSERT OR IGNORE INTO access_tokens (token, org_id, user_id, name, scope, revoked, expires_at)
			VALUES (${oauthTokens[name]}, ${token.organization ?? organizations.main}, ${user}, ${name},
				${token.scope ?? 'users:read'}, ${token.revoked ?? 0}, ${token.expires ?? null})`;
	}
	const clientSecret = secret('sandboxsecret', seed, clientId);
	return { apiKeys, oauthTokens, oauthApplication: { clientId, clientSecret } };
};
