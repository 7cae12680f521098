import type { INodeProperties } from 'n8n-workflow';
import { expressionMark } from '../nodes/shared/client/credential';

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

/**
 * Tells the nodes which fields of the credential are expressions, which n8n resolves for each item:
 * the resolved data does not show that. n8n omits a hidden field, and decides that by the stored
 * value of the other field. Each has a unique name, since n8n merges fields with the same name.
 */
export const expressionMarks = (...names: readonly string[]): INodeProperties[] =>
	names.map((name) => ({
		displayName: 'Uses Expression',
		name: expressionMark(name),
		type: 'hidden',
		default: true,
		// A fixed value, or an external secret, which is the same for all items.
		displayOptions: {
			hide: {
				[name]: [{ _cnd: { regex: '^$|^[^=]|^=\\{\\{\\s*\\$secrets[\\w.[\\]"\'-]+\\s*\\}\\}$' } }],
			},
		},
	}));
