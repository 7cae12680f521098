import { listDocumentTypes } from '../../../../src';
import { operation } from '../../operation';

export const getMany = operation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many document types',
	description: 'Get all document types of the organization',
	endpoint: listDocumentTypes,
	properties: [],
	request: () => ({}),
	items: ({ document_types }) => document_types.map((json) => ({ json })),
});
