import type { InputValue } from '../../../src';
import { inputValue } from '../../../src';
import { plainText, shown } from '../../shared/fields/propertyValue';
import type { Label } from '../../shared/words/explained';
import { WrongField } from '../../shared/words/explained';

type ValueType = InputValue['type'];

/** The text of a value in the format of its type (section 4, initiate), if it has one. */
const textInForm = (type: ValueType, value: unknown): string | undefined => {
	const text = plainText(value);
	switch (type) {
		case 'number':
			return typeof value === 'number' || typeof value === 'string' ? text?.trim() : undefined;
		case 'boolean':
			return text?.trim().toLowerCase();
		// A copied address often ends with a space. A text is left unchanged.
		case 'date':
		case 'email':
		case 'user_entity':
			return text?.trim();
		default:
			return text;
	}
};

const kinds: Partial<Record<ValueType, string>> = {
	number: 'a number',
	boolean: 'true or false',
};

/**
 * A value in the format of its type.
 * @throws {WrongField} for a value that does not match the type.
 */
export const typedText = (type: ValueType, value: unknown, label: Label): string => {
	const text = textInForm(type, value);
	const kind = kinds[type];
	if (text === undefined) {
		throw new WrongField(label, `must be ${kind ?? 'text'}, not ${shown(value)}`);
	}
	const input = { variable_id: '', type, value: text };
	const [issue] = inputValue.safeParse(input).error?.issues ?? [];
	if (!issue) return text;
	throw new WrongField(label, `${kind ? `must be ${kind}` : issue.message}, not ${shown(value)}`);
};
