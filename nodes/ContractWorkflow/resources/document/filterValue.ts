import { isNoDay, noSuchDay } from '../../../../src';
import type { ChosenField } from '../../../shared/fieldChoice';
import { isBlank, isBlankText, plainText, shown } from '../../../shared/propertyValue';

/** A value of a filter that is no list (section 4, document search). */
export type Scalar = string | number | boolean;

/** As what a value is sent. */
export type Form = 'asGiven' | 'boolean' | 'number' | 'text';

/** Why a value cannot be sent, as a clause that follows the name of its field. */
export class Fault {
	constructor(readonly text: string) {}
}

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Digits of a number that are sure to survive as a JSON number. */
const exactDigits = 15;

const isExact = (text: string): boolean => {
	const [digits = ''] = text.toLowerCase().split('e');
	const significant = digits.replace(/\D/g, '').replace(/^0+/, '');
	return significant.length <= exactDigits || Number.isSafeInteger(Number(text));
};

const numberOf = (value: unknown): number | Fault => {
	const text = plainText(value)?.trim() ?? '';
	const number = Number(text);
	if (!decimal.test(text) || !Number.isFinite(number)) {
		return new Fault(`must be a number, not ${shown(value)}`);
	}
	return typeof value === 'number' || isExact(text)
		? number
		: new Fault(`has more digits than a number can hold: ${shown(value)}. Send it as text`);
};

const booleanOf = (value: unknown): boolean | Fault => {
	const text = plainText(value)?.trim().toLowerCase();
	if (text === 'true' || text === 'false') return text === 'true';
	return new Fault(`must be true or false, not ${shown(value)}`);
};

/** The value to send in this form, or why there is none. */
export const scalarOf = (form: Form, value: unknown): Scalar | Fault => {
	if (isBlankText(value)) return new Fault('is required');
	if (form === 'number') return numberOf(value);
	if (form === 'boolean') return booleanOf(value);
	if (form === 'asGiven' && (typeof value === 'number' || typeof value === 'boolean')) return value;
	return plainText(value) ?? new Fault(`must be one value, not ${shown(value)}`);
};

/** The ID of the header field "Document Created At". */
const createdAtId = 7;

/** A value for a field, unless the field holds dates and the value is a day that no calendar has. */
export const onRealDay = ({ type, id }: ChosenField, value: Scalar | Fault): Scalar | Fault =>
	(type === 'date' || id === createdAtId) && typeof value === 'string' && isNoDay(value)
		? new Fault(`${noSuchDay}, not ${shown(value)}`)
		: value;

/** The form that "Send As" asks for, by the type of the field where it leaves that open. */
export const formOf = (sendAs: unknown, { kind, type }: ChosenField): Form | Fault => {
	if (sendAs === 'boolean' || sendAs === 'number' || sendAs === 'text') return sendAs;
	if (sendAs !== 'fieldType') {
		return new Fault(`must be one of fieldType, boolean, number, text, not ${shown(sendAs)}`);
	}
	if (type === 'number' || type === 'boolean') return type;
	// What an enum's values are the organization defines, and no header field has a type that is shown.
	return kind === 'field' && (type === undefined || type === 'enum') ? 'asGiven' : 'text';
};

/** The values of a list: those that an expression gives, or one on each line of a text. */
export const entriesOf = (given: unknown): readonly unknown[] => {
	if (Array.isArray(given)) return given;
	if (typeof given !== 'string') return isBlank(given) ? [] : [given];
	return given.split(/\r?\n/).filter((line) => line.trim() !== '');
};
