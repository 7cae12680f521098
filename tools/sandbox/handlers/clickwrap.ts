import type { HandlerOf } from '../api/handler';
import { notFound } from '../api/refusal';
import { activeClickwrap, publishedVersions } from '../store/clickwraps';

export const getClickwrap: HandlerOf<'getClickwrap'> = ({ params, actor }, { store }) => {
	const active = activeClickwrap(store, actor.organizationId, params.slug);
	if (active === undefined) throw notFound('Active clickwrap');
	return active;
};

export const getClickwrapHistory: HandlerOf<'getClickwrapHistory'> = (
	{ params, actor },
	{ store },
) => {
	const versions = publishedVersions(store, actor.organizationId, params.slug);
	if (versions.length === 0) throw notFound('Clickwrap');
	return { slug: params.slug, versions };
};
