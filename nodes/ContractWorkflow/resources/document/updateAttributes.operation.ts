import { updateFileAttributes } from '../../../../src';
import { operation } from '../../operation';
import { attributes, attributesJson, attributesOf, specifyAttributes } from './attributes';

export const updateAttributes = operation({
	name: 'Update Attributes',
	value: 'updateAttributes',
	action: 'Update attributes of document',
	description:
		'Set metadata attributes of a document of the organization. Other attributes stay unchanged.',
	endpoint: updateFileAttributes,
	properties: [
		{
			displayName: 'File ID',
			name: 'fileId',
			type: 'string',
			default: '',
			required: true,
			description: 'For example, from Task: Get Signed Documents',
			builderHint: { propertyHint: '', placeholderSupported: false },
		},
		specifyAttributes,
		attributes,
		attributesJson,
	],
	target: ({ fileId }) => ({ kind: 'file', id: fileId }),
	words: {
		statuses: {
			404: { advice: 'Check the File ID, and that the API key has access to the file.' },
		},
		done: () => 'updated',
	},
	write: {
		planColumns: ({ fileId }) => ({ file_id: fileId }),
		inOrder: true,
	},
	request: ({ fileId, ...given }) => ({
		params: { file_id: fileId },
		body: { attributes: attributesOf(given) },
	}),
});
