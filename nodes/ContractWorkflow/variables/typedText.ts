import type { InputValue } from '../../../src';
import { inputValue } from '../../../src';
import { plainText, shown, trimmed, yesOrNo } from '../../shared/fields/propertyValue';
import type { Label } from '../../shared/words/explained';
import { WrongField } from '../../shared/words/explained';

type ValueType = InputValue['type'];

/** Types whose text is for people, and is sent as it is. */
const proseTypes: readonly ValueType[] = ['text', 'select', 'business'];

/** For these, the contract names the format of the text that is sent, not what a builder enters. */
const kinds: Partial<Record<ValueType, string>> = {
	number: 'must be a number',
	boolean: 'must be true or false',
};

/**
 * A value as the text of its type (section 4, initiate).
 * @throws {WrongField} for a value that the contract does not take.
 */
export const typedText = (type: ValueType, value: unknown, label: Label): string => {
	const given = plainText(type === 'boolean' ? yesOrNo(value) : value);
	const text = given === undefined || proseTypes.includes(type) ? given : trimmed(given);
	const input = { variable_id: '', type, value: text };
	const [issue] = inputValue.safeParse(input).error?.issues ?? [];
	if (text !== undefined && !issue) return text;
	const fault = kinds[type] ?? (text === undefined ? 'must be text' : issue?.message);
	const isDay = type === 'date' && /^\d{5}(\.\d+)?$/.test(text ?? '');
	throw new WrongField(
		label,
		`${fault}, not ${shown(value)}`,
		isDay ? ['It looks like a date of a spreadsheet, which counts days from 1900.'] : [],
	);
};
