import { updateFileAttributes } from '../../../../src';
import { operation } from '../../operation';

export const updateAttributes = operation({
	name: 'Update Attributes',
	value: 'updateAttributes',
	action: 'Update attributes of document',
	description:
		'Set metadata attributes of a document of the organization; those not named here stay as they are',
	endpoint: updateFileAttributes,
	properties: [
		{
			displayName: 'File ID',
			name: 'fileId',
			type: 'string',
			default: '',
			required: true,
			description: 'ID of the file whose attributes to set',
		},
		{
			displayName: 'Attributes',
			name: 'attributes',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Attribute',
			default: {},
			required: true,
			options: [
				{
					displayName: 'Attribute',
					name: 'attribute',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							required: true,
							placeholder: 'e.g. renewal_owner',
							description: 'An attribute of this name is overwritten, or added if there is none',
						},
						{
							displayName: 'Data Type',
							name: 'dataType',
							type: 'options',
							default: 'text',
							options: [
								{ name: 'Boolean', value: 'boolean' },
								{ name: 'Date', value: 'date' },
								{ name: 'Link', value: 'link' },
								{ name: 'Number', value: 'number' },
								{ name: 'Text', value: 'text' },
							],
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							description: 'The value as text, whatever the type',
						},
					],
				},
			],
		},
	],
	statuses: { 404: { advice: 'Check the File ID, and that the key may access the file.' } },
	target: ({ fileId }) => ({ kind: 'file', id: fileId }),
	inOrder: true,
	request: ({ fileId, attributes: { attribute } }) => ({
		params: { file_id: fileId },
		body: {
			attributes: attribute.map(({ name, dataType, value }) => ({
				name,
				data_type: dataType,
				value: value ?? '',
			})),
		},
	}),
});
