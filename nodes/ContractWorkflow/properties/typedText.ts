import type { InputValue } from '../../../src';
import { inputValue } from '../../../src';
import { plainText, shown } from '../../shared/propertyValue';

type ValueType = InputValue['type'];

/** The text of a value in the form of its type (section 4, initiate), as far as it has one. */
const textOf = (type: ValueType, value: unknown): string | undefined => {
	const text = plainText(value);
	switch (type) {
		case 'number':
			return typeof value === 'number' || typeof value === 'string' ? text?.trim() : undefined;
		case 'boolean':
			return text?.trim().toLowerCase();
		// An address that was copied often has a blank at its end; a text is left as it is.
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

/** A value as its type is sent, or why it is none of the type, as a clause behind its field. */
export const typedText = (
	type: ValueType,
	value: unknown,
): { readonly text: string } | { readonly fault: string } => {
	const text = textOf(type, value);
	const kind = kinds[type];
	if (text === undefined) return { fault: `must be ${kind ?? 'text'}, not ${shown(value)}` };
	const input = { variable_id: '', type, value: text };
	const [issue] = inputValue.safeParse(input).error?.issues ?? [];
	if (!issue) return { text };
	return { fault: `${kind ? `must be ${kind}` : issue.message}, not ${shown(value)}` };
};
