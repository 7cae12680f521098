import { isNoDay, noSuchDay } from '../../../../src';
import { isBlank, isBlankText, plainText, shown } from '../../../shared/fields/propertyValue';
import type { ChosenField } from '../../../shared/panel/fieldChoice';
import type { Label } from '../../../shared/words/explained';
import { WrongField } from '../../../shared/words/explained';

/** A value of a filter that is not a list (section 4, document search). */
export type Scalar = string | number | boolean;

/** The JSON type in which a value is sent. */
export type Form = 'asGiven' | 'boolean' | 'number' | 'text';

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

const numberOf = (value: unknown, label: Label): number => {
	const text = plainText(value)?.trim() ?? '';
	const number = Number(text);
	if (decimal.test(text) && Number.isFinite(number)) return number;
	throw new WrongField(label, `must be a number, not ${shown(value)}`);
};

const booleanOf = (value: unknown, label: Label): boolean => {
	const text = plainText(value)?.trim().toLowerCase();
	if (text === 'true' || text === 'false') return text === 'true';
	throw new WrongField(label, `must be true or false, not ${shown(value)}`);
};

const scalarOf = (form: Form, value: unknown, label: Label): Scalar => {
	if (isBlankText(value)) throw new WrongField(label, 'is required');
	if (form === 'number') return numberOf(value, label);
	if (form === 'boolean') return booleanOf(value, label);
	if (form === 'asGiven' && (typeof value === 'number' || typeof value === 'boolean')) return value;
	const text = plainText(value);
	if (text !== undefined) return text;
	throw new WrongField(label, `must be one value, not ${shown(value)}`);
};

/** The ID of the header field "Document Created At". */
const createdAtId = 7;

/** @throws {WrongField} if the field contains dates and the value is not a valid calendar day. */
export const checkDay = ({ type, id }: ChosenField, value: unknown, label: Label): void => {
	if ((type === 'date' || id === createdAtId) && typeof value === 'string' && isNoDay(value)) {
		throw new WrongField(label, `${noSuchDay}, not ${shown(value)}`);
	}
};

/**
 * The value for a field, in the form that "Value Type" selects.
 * @throws {WrongField} for a value that does not have that form.
 */
export const filterValue = (
	field: ChosenField,
	form: Form,
	value: unknown,
	label: Label,
): Scalar => {
	const scalar = scalarOf(form, value, label);
	checkDay(field, scalar, label);
	return scalar;
};

/**
 * The form that "Value Type" selects. If that leaves the form open, the type of the field decides.
 * @throws {WrongField} for an unknown option.
 */
export const formOf = (valueType: unknown, { kind, type }: ChosenField, label: Label): Form => {
	if (valueType === 'boolean' || valueType === 'number' || valueType === 'text') return valueType;
	if (valueType !== 'automatic') {
		const fault = `must be one of automatic, boolean, number, text, not ${shown(valueType)}`;
		throw new WrongField(label, fault);
	}
	if (type === 'number' || type === 'boolean') return type;
	// The organization defines the values of an enum, and the API text shows no type for header
	// fields.
	return kind === 'field' && (type === undefined || type === 'enum') ? 'asGiven' : 'text';
};

/** The values of a list: those that an expression returns, or one per line of a text. */
export const entriesOf = (given: unknown): readonly unknown[] => {
	if (Array.isArray(given)) return given;
	if (typeof given !== 'string') return isBlank(given) ? [] : [given];
	return given.split(/\r?\n/).filter((line) => line.trim() !== '');
};
