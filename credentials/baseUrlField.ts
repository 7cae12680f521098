import type { INodeProperties } from 'n8n-workflow';

/**
 * Otherwise n8n ends the test of a credential whose expression needs an item with its own error.
 * Older versions of n8n always do.
 */
export const testedInWords = { ignoreCredentialExpressionResolveError: true } as const;

/** The base URL of the service, for every credential that sends requests. */
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
