import type { HandlerOf } from '../api/handler';
import { Refusal } from '../api/refusal';
import { isoTime } from '../clock';
import { strangers } from '../store/members';

export const createGroup: HandlerOf<'createGroup'> = ({ body, actor }, { store, clock }) => {
	const { name, users_ids } = body;
	const { organizationId } = actor;
	const unknown = strangers(store, organizationId, users_ids);
	if (unknown.length > 0) throw new Refusal(400, `Invalid user IDs: ${unknown.join(', ')}`);
	const created_at = isoTime(clock.now());
	const { lastInsertRowid, changes } = store.sql.run`
		INSERT INTO groups (org_id, name, member_user_ids, created_at)
		VALUES (${organizationId}, ${name}, ${JSON.stringify(users_ids)}, ${created_at})
		ON CONFLICT DO NOTHING`;
	if (Number(changes) === 0) throw new Refusal(400, `A group named ${name} exists already`);
	return { group_id: Number(lastInsertRowid), name, member_user_ids: users_ids, created_at };
};
