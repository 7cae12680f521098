import type { Property } from './property';
import { entriesIn, isBlank, plainText, shown, trimmed, withOffset, wrong } from './propertyValue';

/** A text, trimmed; of a list of plain values, their text. @throws {WrongField} for an object. */
export const textOf = (property: Property, value: unknown, zone: string): string | undefined => {
	if (isBlank(value)) return undefined;
	const isSeveral = Array.isArray(value) && value.every((entry) => typeof entry !== 'object');
	const text =
		(isSeveral ? value.join(',') : plainText(value)) ??
		wrong(property, `must be text, not ${shown(value)}`);
	if (property.type === 'resourceLocator' && text.startsWith('{')) {
		wrong(property, `must be an object or a value, not the text ${shown(text)}`);
	}
	// A day alone begins at midnight.
	const time = trimmed(text).replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00');
	if (property.type === 'dateTime') return withOffset(time, zone);
	// A text of several lines is for people, and is sent as it is.
	return property.typeOptions?.rows === undefined ? trimmed(text) : text;
};

/**
 * A number. The contract has none of these, so their range is checked here.
 * @throws {WrongField} for any other value.
 */
export const numberOf = (property: Property, value: unknown): number => {
	const { minValue = 0, maxValue = Infinity, numberPrecision } = property.typeOptions ?? {};
	const number = Number(trimmed(plainText(value) ?? 'none'));
	const isWhole = numberPrecision === 0;
	const isNumber = isWhole ? Number.isInteger(number) : Number.isFinite(number);
	if (isNumber && number >= minValue && number <= maxValue) return number;
	const range =
		maxValue === Infinity ? `of ${minValue} or more` : `between ${minValue} and ${maxValue}`;
	const kind = isWhole ? 'a whole number' : 'a number';
	return wrong(property, `must be ${kind} ${range}, not ${shown(value)}`);
};

/** A number as far as a text is one. The contract refuses any other text. */
const wholeNumber = (text: string): unknown => (/^-?\d+$/.test(text) ? Number(text) : text);

/** The numbers or texts that a text lists, or its only number; undefined if there is none. */
export const listOf = (property: Property, value: unknown): unknown => {
	if (isBlank(value)) return undefined;
	const entryText = (one: unknown) => trimmed(plainText(one) ?? shown(one));
	if (property.reads === 'integer') return wholeNumber(entryText(value));
	const entries = entriesIn(property.displayName, value).map(entryText);
	if (entries.length === 0) return undefined;
	return property.reads === 'texts' ? entries : entries.map(wholeNumber);
};

/**
 * A value that is offered. A misspelled decision is no decision, also from an expression.
 * @throws {WrongField} for any other value.
 */
export const optionOf = (property: Property, value: unknown): unknown => {
	const offered = (property.options ?? []).flatMap((option): unknown[] =>
		'value' in option ? [option.value] : [],
	);
	return offered.includes(value)
		? value
		: wrong(property, `must be one of ${offered.join(', ')}, not ${shown(value)}`);
};
