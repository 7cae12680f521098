import type { Contract, OutputOf } from '../../../src/contract';
import type { HandlerOf } from '../api/handler';
import { notFound } from '../api/refusal';
import type { Service } from '../service';
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
