import { getClickwrap } from '../../../../src';
import { operation } from '../../operation';
import { slug } from '../../properties';

export const getActive = operation({
	name: 'Get Active',
	value: 'getActive',
	action: 'Get active clickwrap',
	description: 'Get the active published version of a clickwrap',
	endpoint: getClickwrap,
	properties: [slug],
	request: (parameters) => ({ params: { slug: parameters.slug } }),
});
