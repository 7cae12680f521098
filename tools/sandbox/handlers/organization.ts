import type { Contract, OutputOf } from '../../../src/contract';
import type { HandlerOf } from '../api/handler';
import { Refusal, notFound } from '../api/refusal';
import { isoTime } from '../clock';
import type { Service } from '../service';
import { strangers } from '../store/members';
import { readJson } from '../store/sql';

type Entities = OutputOf<Contract['getOrgInfo']>['entities'];

const organization = ({ store }: Service, organizationId: number) => {
	const row = store.sql.get`
		SELECT name, entities FROM organizations WHERE org_id = ${organizationId}`;
	if (row === undefined) throw notFound('Organization');
	return { org_name: String(row.name), entities: readJson<Entities>(row.entities) };
};

export const getOrgInfo: HandlerOf<'getOrgInfo'> = ({ actor }, service) => {
	const { org_name, entities } = organization(service, actor.organizationId);
	return {
		org_name,
		rate_limit_per_minute: actor.rateLimit ?? service.options.rateLimit,
		entities,
		api_key_id: actor.apiKeyId ?? 0,
	};
};

export const getOrgInfoWithAccessToken: HandlerOf<'getOrgInfoWithAccessToken'> = (
	{ actor },
	service,
) => {
	const { org_name, entities } = organization(service, actor.organizationId);
	return { org_name, rate_limit_per_minute: null, entities };
};

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
