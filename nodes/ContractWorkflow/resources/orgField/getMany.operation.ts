import type { OutputOf } from '../../../../src';
import { listOrgFields } from '../../../../src';
import { operation } from '../../operation';

type FieldsAndAttributes = OutputOf<typeof listOrgFields>;
type OrgField = FieldsAndAttributes['org_fields'][number];
type Attribute = NonNullable<FieldsAndAttributes['attributes']>[number];

/** Fields and attributes are rows of one table: each also has the columns of the other, as null. */
const noAttribute = { attribute_id: null, field_type: null };
const noOrgField = {
	org_field_id: null,
	field_value_type: null,
	field_scope: null,
	description: null,
	enum_values: null,
	document_types: null,
};

const beside = (field: OrgField) => ({ json: { ...noAttribute, ...field } });

/** Section 2: the identifier of an attribute in filters is `<name>_<type>`. */
const attributeItem = (attribute: Attribute) => ({
	json: {
		attribute_id: `${attribute.name}_${attribute.field_type}`,
		...noOrgField,
		...attribute,
	},
});

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
				'Whether to also return mapped attributes, with the attribute_id that search filters need',
		},
	],
	request: ({ includeAttributes }) => ({ query: { include_attributes: includeAttributes } }),
	items: ({ org_fields, attributes }, { parameters: { includeAttributes } }) =>
		includeAttributes
			? [...org_fields.map(beside), ...(attributes ?? []).map(attributeItem)]
			: org_fields.map((json) => ({ json })),
});
