import type { Member } from '../api/authentication';
import type { Store } from './database';

/** An active member of the organization by email address, or undefined. */
export const findMember = (
	{ sql }: Store,
	organizationId: number,
	email: string,
): Member | undefined => {
	const row = sql.get`
		SELECT user_id FROM users
		WHERE org_id = ${organizationId} AND email = ${email} AND active = 1`;
	return row === undefined ? undefined : { userId: Number(row.user_id), email };
};

/** The active members of an organization. */
export const membersOf = (
	{ sql }: Store,
	organizationId: number,
): Array<{ name: string; email: string }> =>
	sql.all`
		SELECT name, email FROM users WHERE org_id = ${organizationId} AND active = 1 ORDER BY user_id
	`.map(({ name, email }) => ({ name: String(name), email: String(email) }));

/** The `userIds` that are not active members of the organization. */
export const strangers = (
	{ sql }: Store,
	organizationId: number,
	userIds: readonly number[],
): number[] => {
	const rows = sql.all`
		SELECT user_id FROM users WHERE org_id = ${organizationId} AND active = 1
			AND user_id IN (SELECT value FROM json_each(${JSON.stringify(userIds)}))`;
	const known = new Set(rows.map(({ user_id }) => Number(user_id)));
	return userIds.filter((userId) => !known.has(userId));
};

/** Deactivates a user, whose keys are then refused. */
export const deactivateUser = ({ sql }: Store, userId: number): void => {
	sql.run`UPDATE users SET active = 0 WHERE user_id = ${userId}`;
};

/** Makes a user active again, which does not bring their keys back (section 5). */
export const reactivateUser = ({ sql }: Store, userId: number): void => {
	sql.run`UPDATE api_keys SET revoked = 1 WHERE user_id = ${userId}`;
	sql.run`UPDATE users SET active = 1 WHERE user_id = ${userId}`;
};
