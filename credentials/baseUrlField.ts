import type { INodeProperties } from 'n8n-workflow';

/** Where the service is, in every credential that requests are sent with. */
export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://api.example.com',
	description: 'Address of the service, with or without a path',
};
