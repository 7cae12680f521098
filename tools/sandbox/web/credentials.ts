import { contract } from '../../../src/contract';
import type { Authentication } from '../api/authentication';
import { authenticate } from '../api/authentication';
import { Refusal } from '../api/refusal';
import { sampleData } from '../seed';
import type { Service } from '../service';

/** A key or token of the sample data, and how the API responds to it now. */
export interface Credential {
	readonly name: string;
	readonly secret: string;
	readonly organization: string | null;
	readonly member: string | null;
	/** `accepted`, or the status and text of the refusal. */
	readonly answer: string;
	readonly isAccepted: boolean;
	/** The rate bucket of its requests, and their number per window; null if refused. */
	readonly rate: { readonly bucket: string; readonly limit: number } | null;
}

const tryOut = (authenticated: () => Authentication): Authentication | Refusal => {
	try {
		return authenticated();
	} catch (error) {
		if (error instanceof Refusal) return error;
		throw error;
	}
};

const credential = (
	{ store, options }: Service,
	name: string,
	secret: string,
	authenticated: () => Authentication,
): Credential => {
	const outcome = tryOut(authenticated);
	const refusal = outcome instanceof Refusal ? outcome : outcome.refusal;
	const actor = outcome instanceof Refusal ? undefined : outcome.actor;
	const organization =
		actor &&
		store.sql.get`
		SELECT name FROM organizations WHERE org_id = ${actor.organizationId}`;
	const isGone = actor !== undefined && organization === undefined;
	const accepted = isGone ? 'accepted, but its organization no longer exists' : 'accepted';
	return {
		name,
		secret,
		organization: organization === undefined ? null : String(organization.name),
		member: actor?.member.email ? actor.member.email : null,
		answer: refusal === undefined ? accepted : `${refusal.status} ${refusal.message}`,
		isAccepted: refusal === undefined && !isGone,
		rate: actor ? { bucket: actor.rateBucket, limit: actor.rateLimit ?? options.rateLimit } : null,
	};
};

/** The API keys of the sample data. */
export const apiKeys = (service: Service): Credential[] => {
	const { store, clock } = service;
	return Object.entries(sampleData(store).apiKeys).map(([name, secret]) =>
		credential(service, name, secret, () =>
			authenticate(store, clock, contract.getOrgInfo, { 'x-api-key': secret }),
		),
	);
};

/** The OAuth access tokens of the sample data. */
export const accessTokens = (service: Service): Credential[] => {
	const { store, clock } = service;
	const endpoint = contract.getOrgInfoWithAccessToken;
	return Object.entries(sampleData(store).oauthTokens).map(([name, secret]) =>
		credential(service, name, secret, () =>
			authenticate(store, clock, endpoint, { authorization: `Bearer ${secret}` }),
		),
	);
};
