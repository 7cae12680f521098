import type { IExecuteFunctions } from 'n8n-workflow';
import type { Property } from '../../../shared/fields/property';
import { shown } from '../../../shared/fields/propertyValue';
import { WrongField } from '../../../shared/words/explained';

/** An expression that reads data. Braces alone may be a placeholder in a contract. */
const expression =
	/\{\{[^{}]*\$(?:json|input|node|item|binary|vars|execution|workflow|now|today|\()/;

/** The text of the first expression in a text. */
const expressionIn = (text: string): string | undefined => {
	const begun = expression.exec(text);
	if (!begun) return undefined;
	const end = text.indexOf('}}', begun.index);
	return end === -1 ? undefined : text.slice(begun.index, end + 2);
};

/** The first expression in a stored parameter that n8n treats as plain text. */
const fixedIn = (raw: unknown): string | undefined => {
	if (typeof raw === 'string') return raw.startsWith('=') ? undefined : expressionIn(raw);
	if (typeof raw !== 'object' || raw === null) return undefined;
	for (const part of Object.values(raw)) {
		const found = fixedIn(part);
		if (found !== undefined) return found;
	}
	return undefined;
};

/**
 * The error for an expression that was typed into a field set to Fixed. n8n would pass its braces
 * on unchanged, as the text of a comment or as the same key for every item.
 */
export const fixedExpression = (
	context: IExecuteFunctions,
	properties: readonly Property[],
): WrongField | undefined => {
	const { parameters } = context.getNode();
	for (const { name, displayName } of properties) {
		const found = fixedIn(parameters[name]);
		if (found === undefined) continue;
		return new WrongField(displayName, `contains ${shown(found)} as fixed text`, [
			'Switch the field from Fixed to Expression.',
		]);
	}
	return undefined;
};
