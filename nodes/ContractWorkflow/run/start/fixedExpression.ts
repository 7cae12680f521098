import type { IExecuteFunctions } from 'n8n-workflow';
import type { Property } from '../../../shared/fields/property';
import { shown } from '../../../shared/fields/propertyValue';
import { WrongField } from '../../../shared/words/explained';

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
