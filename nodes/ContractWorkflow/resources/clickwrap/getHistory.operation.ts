import { getClickwrapHistory } from '../../../../src';
import { operation } from '../../operation';
import { slug } from './slug';

export const getHistory = operation({
	name: 'Get History',
	value: 'getHistory',
	action: 'Get history of clickwrap',
	description: 'Get the published versions of a clickwrap, newest first',
	endpoint: getClickwrapHistory,
	properties: [slug],
	target: ({ slug: id }) => ({ kind: 'clickwrap', id }),
	request: (parameters) => ({ params: { slug: parameters.slug } }),
	items: (response) =>
		response.versions.map((version) => ({ json: { slug: response.slug, ...version } })),
});
