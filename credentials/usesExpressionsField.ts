import type { INodeProperties } from 'n8n-workflow';
import { expressionMark } from '../nodes/shared/client/expressionMark';

/**
 * Tells the nodes which fields of the credential are expressions, which n8n resolves for each item:
 * what a node is given no longer shows it. n8n leaves a hidden field out, and decides that by the
 * other field as it is stored. Each has a name of its own, since n8n merges those of one name.
 */
export const usesExpressions = (...names: readonly string[]): INodeProperties[] =>
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
