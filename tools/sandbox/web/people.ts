import type { Actor } from '../api/authentication';
import { invalid, issue } from '../api/refusal';
import type { Service } from '../service';
import { findMember } from '../store/members';

/** A person whose role a user can take. */
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
 * The member for whom a form acts: to the handlers, the same as the owner of a key.
 * @throws Refusal 422 when `email` belongs to no active member.
 */
export const actorOf = ({ store }: Service, organizationId: number, email: string): Actor => {
	const member = findMember(store, organizationId, email);
	if (member === undefined) {
		throw invalid(issue(['body', 'user_email'], `${email} is not a member of the organization`));
	}
	return { organizationId, member, apiKeyId: null, rateBucket: '', rateLimit: null };
};
