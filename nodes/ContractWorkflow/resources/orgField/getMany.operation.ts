import { listOrgFields } from '../../../../src';
import { operation } from '../../operation';

export const getMany = operation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many org fields',
	description: 'Get all fields that documents of the organization can have',
	endpoint: listOrgFields,
	properties: [
		{
			displayName: 'Include Attributes',
			name: 'includeAttributes',
			type: 'boolean',
			default: false,
			description: 'Whether to return mapped attributes, too',
		},
	],
	request: ({ includeAttributes }) => ({ query: { include_attributes: includeAttributes } }),
	// Section 2: the identifier of an attribute in filters is `<name>_<type>`.
	items: ({ org_fields, attributes }) => [
		...org_fields.map((json) => ({ json })),
		...(attributes ?? []).map((json) => ({
			json: { attribute_id: `${json.name}_${json.field_type}`, ...json },
		})),
	],
});
