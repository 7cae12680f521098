import type { attributeTypes } from '../../../src/contract';
import { timestamp } from '../../../src/contract';
import { storedTime } from '../clock';

/** How a value is compared. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'date';

/** A value in the columns for filters: `text` with `folded`, or `number`. */
export interface IndexedValue {
	readonly text: string | null;
	readonly folded: string | null;
	readonly number: number | null;
}

/** Text as `contains` compares it: ignoring case. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase();

const asText = (text: string): IndexedValue => ({ text, folded: fold(text), number: null });
const asNumber = (number: number): IndexedValue => ({ text: null, folded: null, number });

/** A date as the number that filters compare; undefined if the text is not an ISO 8601 date. */
export const dateNumber = (text: string): number | undefined =>
	timestamp.safeParse(text).success ? Date.parse(storedTime(text)) : undefined;

/** The columns of a value of `kind`; undefined if the value is not of that kind. */
export const indexed = (kind: ValueKind, value: unknown): IndexedValue | undefined => {
	if (kind === 'text') return typeof value === 'string' ? asText(value) : undefined;
	if (kind === 'boolean') return typeof value === 'boolean' ? asNumber(Number(value)) : undefined;
	if (kind === 'number') {
		return typeof value === 'number' && Number.isFinite(value) ? asNumber(value) : undefined;
	}
	const date = typeof value === 'string' ? dateNumber(value) : undefined;
	return date === undefined ? undefined : asNumber(date);
};

/** How values of an org field are compared, by its `field_value_type`. */
export const kindOfValueType = (type: string): ValueKind =>
	type === 'number' || type === 'boolean' || type === 'date' ? type : 'text';

type AttributeType = (typeof attributeTypes)[number];

/** How values of an attribute type are compared. */
export const kindOfAttribute = (type: AttributeType): ValueKind =>
	type === 'link' ? 'text' : type;

/**
 * The value of an attribute that is sent as text, parsed as its type; undefined if it does not
 * match.
 */
export const attributeValue = (
	type: AttributeType,
	text: string,
): string | number | boolean | undefined => {
	if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
	if (type !== 'number') return text;
	const number = Number(text);
	return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
};

/**
 * The columns of an attribute that is sent as text; undefined if the text does not match its type.
 */
export const attributeIndex = (type: AttributeType, text: string): IndexedValue | undefined =>
	indexed(kindOfAttribute(type), attributeValue(type, text));
