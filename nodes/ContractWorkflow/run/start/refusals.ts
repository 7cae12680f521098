import type { IExecuteFunctions } from 'n8n-workflow';
import type { Endpoint } from '../../../../src';
import type { Property } from '../../../shared/fields/property';
import { shown } from '../../../shared/fields/propertyValue';
import { isTool } from '../../../shared/toolNode';
import { Explained, WrongField } from '../../../shared/words/explained';
import type { Operation } from '../../operation';

/**
 * n8n would retry a tool whose request may have been carried out.
 * @throws {Explained} if a second try of a tool could repeat what the first one did.
 */
export const checkTool = (
	context: IExecuteFunctions,
	{ name }: Operation,
	{ safe }: Endpoint,
): void => {
	const node = context.getNode();
	if (safe || !isTool(node) || !node.retryOnFail) return;
	throw new Explained(
		`"${name}" cannot be a tool while "Retry On Fail" is on`,
		'Nothing was sent. Turn off Retry On Fail in the settings of the tool. n8n cannot distinguish a retry from a new call, so the request could be sent twice. The node itself retries requests that are safe to retry.',
	);
};

/** An expression that reads data. Braces alone may be a placeholder in a contract. */
const expression =
	/\{\{[^{}]*\$(?:json|input|node|item|binary|vars|execution|workflow|now|today|\().*?\}\}/s;

/** The first expression in a stored parameter that n8n treats as plain text. */
const fixedIn = (raw: unknown): string | undefined => {
	if (typeof raw === 'string') return raw.startsWith('=') ? undefined : expression.exec(raw)?.[0];
	if (typeof raw !== 'object' || raw === null) return undefined;
	return Object.values(raw).map(fixedIn).find(Boolean);
};

/**
 * Refuses an expression that was typed into a field set to Fixed. n8n would pass its braces on
 * unchanged, as the text of a comment or as the same key for every item.
 * @throws {WrongField} that names the field.
 */
export const checkFixedTexts = (
	context: IExecuteFunctions,
	properties: readonly Property[],
): void => {
	const { parameters } = context.getNode();
	for (const { name, displayName } of properties) {
		const found = fixedIn(parameters[name]);
		if (found === undefined) continue;
		throw new WrongField(displayName, `contains ${shown(found)} as fixed text`, [
			'Switch the field from Fixed to Expression.',
		]);
	}
};
