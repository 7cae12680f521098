import type { Contract, EndpointName } from '../../src/contract';
import { contract } from '../../src/contract';
import type { Actor } from '../api/authentication';
import type { Call, HandlerOf } from '../api/handler';
import type { Refusal } from '../api/refusal';
import { invalid, issue } from '../api/refusal';
import { refuseInvalid } from '../api/refuse';
import { parseBody } from '../api/validation';
import { handlers } from '../handlers';
import type { Service } from '../service';
import { findMember } from '../store/members';

/** A person who can be acted as. */
export interface Person {
	readonly user_id: number;
	readonly name: string;
	readonly email: string;
}

/** The active members of an organization. */
export const membersOf = ({ store }: Service, organizationId: number): Person[] =>
	store.sql.all`
		SELECT user_id, name, email FROM users WHERE org_id = ${organizationId} AND active = 1
		ORDER BY user_id
	`.map(({ user_id, name, email }) => ({
		user_id: Number(user_id),
		name: String(name),
		email: String(email),
	}));

/**
 * The member as whom a form acts: to the handlers the same as the owner of a key.
 * @throws Refusal 422 when `email` belongs to no active member.
 */
export const actorOf = ({ store }: Service, organizationId: number, email: string): Actor => {
	const member = findMember(store, organizationId, email);
	if (member === undefined) {
		throw invalid(issue(['body', 'user_email'], `${email} is not a member of the organization`));
	}
	return { organizationId, member, apiKeyId: null, rateBucket: '', rateLimit: null };
};

/**
 * Does what a request to the endpoint does: the same checks, the same handler, one transaction.
 * @throws Refusal as the API would answer.
 */
export const perform = <Name extends EndpointName>(
	service: Service,
	actor: Actor,
	name: Name,
	params: unknown,
	body: unknown,
): ReturnType<HandlerOf<Name>> => {
	const parsed = parseBody(contract[name], body);
	if ('issues' in parsed) {
		throw refuseInvalid(name, { params, body, issues: parsed.issues, actor }, service);
	}
	const call = { params, query: undefined, body: parsed.value, actor } as Call<Contract[Name]>;
	return service.store.transaction(() => handlers[name](call, service)) as ReturnType<
		HandlerOf<Name>
	>;
};

/** A refusal in words, one for each thing that is wrong. */
export const wordsOf = ({ detail }: Refusal): string[] =>
	typeof detail === 'string'
		? [`${detail}.`]
		: detail.map(({ loc, msg }) => `${loc.slice(1).join(' › ')}: ${msg}.`);
