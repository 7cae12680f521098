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
			description:
				'Whether to return the mapped attributes as well, each as an item with the attribute_id that search filters take',
		},
	],
	request: ({ includeAttributes }) => ({ query: { include_attributes: includeAttributes } }),
	items: ({ org_fields, attributes }) => [
		...org_fields.map((json) => ({ json })),
		// Section 2: the identifier of an attribute in filters is `<name>_<type>`.
		...(attributes ?? []).map((attribute) => ({
			json: { attribute_id: `${attribute.name}_${attribute.field_type}`, ...attribute },
		})),
	],
});
