import type { Property } from '../../shared/fields/property';
import { property } from '../../shared/fields/property';
import { person } from '../../shared/panel/peopleAndWorkflows';

/**
 * Which credential the node uses: the value of the parameter is the credential type. The name is
 * not `authentication`, because n8n's editor hides a parameter with that name together with
 * Resource, and sets both itself when a credential is picked.
 */
export const credentialType = property({
	displayName: 'Authentication',
	name: 'credentialType',
	type: 'options',
	noDataExpression: true,
	default: 'contractWorkflowApi',
	displayOptions: { show: { resource: ['organization'] } },
	options: [
		{
			name: 'API Key',
			value: 'contractWorkflowApi',
			description: 'Works for all operations',
		},
		{
			name: 'OAuth2',
			value: 'contractWorkflowOAuth2Api',
			description: 'Works only for the organization',
		},
	],
});

/** Declares the options of one operation: how the node behaves. */
export const ownOptions = <const Options extends readonly Property[]>(...options: Options) =>
	property({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	});

/** Declares what an operation can send beside its required fields. */
export const moreFields = <const Options extends readonly Property[]>(...options: Options) =>
	property({
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options,
	});

/**
 * The member of the organization to whom an action is attributed (section 5.6). If an expression
 * returns nobody, the action must not be attributed to the creator of the API key.
 */
export const userEmail = property({
	...person,
	neverBlank: true,
	description: 'Member to act as. Default: the creator of the API key.',
	builderHint: { propertyHint: 'From a proven login, never from a field that anyone can fill' },
});

export const returnAll = property({
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

export const limit = property({
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	displayOptions: { show: { returnAll: [false] } },
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
});
