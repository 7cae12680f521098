import type { Actor, Member } from '../api/authentication';
import { invalid, issue } from '../api/refusal';
import type { Service } from '../service';
import { findMember } from '../store/members';

/**
 * The member to whom an action is attributed: the one in the body's `field`, otherwise the key's
 * owner (section 1).
 * @throws Refusal 422 when that is not an active member of the organization.
 */
export const attributed = (
	{ store }: Service,
	actor: Actor,
	field: 'user' | 'user_email',
	email: string | null | undefined,
): Member => {
	if (email === undefined || email === null) return actor.member;
	const member = findMember(store, actor.organizationId, email);
	if (member === undefined) {
		throw invalid(issue(['body', field], `${email} is not a member of the organization`));
	}
	return member;
};
