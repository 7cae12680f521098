import { getClickwrap } from '../../../../src';
import { operation } from '../../operation';
import { slug } from './slug';

export const getActive = operation({
	name: 'Get Active',
	value: 'getActive',
	action: 'Get active clickwrap',
	description: 'Get the active published version of a clickwrap',
	endpoint: getClickwrap,
	properties: [slug],
	target: ({ slug: id }) => ({ kind: 'clickwrap', id }),
	words: {
		statuses: {
			404: {
				advice: 'Check the Clickwrap Slug. The clickwrap must have an active published version.',
			},
		},
	},
	request: (parameters) => ({ params: { slug: parameters.slug } }),
});
