import type { INodeProperties } from 'n8n-workflow';

/**
 * Without it n8n ends the test of a credential whose expression needs an item with an error of its
 * own. Older versions of n8n do so anyway.
 */
export const testedInWords = { ignoreCredentialExpressionResolveError: true } as const;

/** Where the service is, in every credential that requests are sent with. */
export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	typeOptions: testedInWords,
	default: '',
	required: true,
	placeholder: 'e.g. https://api.example.com',
	description: 'Address of the service, with or without a path',
};
