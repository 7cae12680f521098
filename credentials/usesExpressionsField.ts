import type { INodeProperties } from 'n8n-workflow';

/** An external secret is the same for all items. `..` stands for braces, which would end the expression. */
const isExpression = (name: string): string =>
	`(String($self["${name}"]).startsWith("=") && !/^=.. \\$secrets\\.[\\w.]+ ..$/.test($self["${name}"]))`;

/**
 * Tells the nodes whether a field of the credential is an expression, which n8n resolves for each
 * item: what a node is given no longer shows it. `$self` holds the fields before that.
 */
export const usesExpressions = (...names: readonly string[]): INodeProperties => ({
	displayName: 'Uses Expressions',
	name: 'usesExpressions',
	type: 'hidden',
	default: `={{ ${names.map(isExpression).join(' || ')} }}`,
});
