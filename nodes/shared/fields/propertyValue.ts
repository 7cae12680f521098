import { isRecord } from '../../../src';
import { WrongField, named } from '../words/explained';
import type { Property } from './property';

/** @throws {WrongField} that names the field by its display name, without a unit at its end. */
export const wrong = (property: Property, fault: string, details?: readonly string[]): never => {
	throw new WrongField(property.displayName.replace(/ \([^)]*\)$/, ''), fault, details);
};

/** Spaces, and signs without a shape: joiners, direction marks, fillers. */
const unseen = '\\s\\p{Cf}\\u115f\\u1160\\u2800\\u3164\\uffa0';
const seenText = new RegExp(`[^${unseen}](?:.*[^${unseen}])?`, 'su');
const unseenSign = new RegExp(`(?![ \\t\\r\\n])[${unseen}]`, 'gu');

const codePoint = (sign: string): string =>
	`<U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`;

/** A value in an error, with what nobody sees in it spelled out, truncated if it is long. */
export const shown = (value: unknown): string => {
	// JSON has no NaN and no Infinity.
	const isPlain = typeof value === 'string' || typeof value === 'number';
	const plain = isPlain ? String(value) : (JSON.stringify(value) ?? 'nothing');
	const text = plain.replace(unseenSign, codePoint);
	return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

/** What an expression that returned nothing was evaluated with. */
export const itemWords = (json: object): string => {
	const fields = named(Object.keys(json).map(shown));
	return `The input item ${fields === '' ? 'is empty' : `has the fields ${fields}`}.`;
};

/** A text without the signs at both ends that nobody sees. A copied ID often has some. */
export const trimmed = (text: string): string => seenText.exec(text)?.[0] ?? '';

/** Whether a value shows nothing: no value, a text of unseen signs, or a list of only such. */
export const isBlank = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && !seenText.test(value)) ||
	(Array.isArray(value) && value.every(isBlank));

/**
 * The text of one value, also of a number, a boolean or a date; undefined for a list or an object.
 * A date from an expression is a `Date`, or a luxon `DateTime` such as `$now`.
 */
export const plainText = (value: unknown): string | undefined => {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	const isDate = value instanceof Date || (isRecord(value) && 'toISO' in value);
	const time = isDate ? Number(value) : NaN;
	return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

/** A cell of a table as text; undefined if it is empty. */
export const textIn = (value: unknown): string | undefined =>
	trimmed(plainText(value) ?? '') || undefined;

/** A yes or no as people, tables, n8n's Form and models write it; undefined for anything else. */
export const yesOrNo = (value: unknown): boolean | undefined => {
	// n8n's Form returns a list of one entry for a checkbox field with one box checked.
	const [only, ...others]: readonly unknown[] = [value].flat();
	const text = others.length === 0 ? trimmed(plainText(only) ?? '').toLowerCase() : '';
	if (['true', 'yes', '1'].includes(text)) return true;
	return ['false', 'no', '0'].includes(text) ? false : undefined;
};

/**
 * JSON, also as text; undefined for a blank text.
 * @throws {WrongField} that names the field `label` for any other text.
 */
export const jsonIn = (label: string, value: unknown): unknown => {
	if (typeof value !== 'string') return value;
	if (isBlank(value)) return undefined;
	let fault: unknown;
	try {
		return JSON.parse(value) as unknown;
	} catch (error) {
		fault = error;
	}
	throw new WrongField(label, `must be valid JSON: ${(fault as Error).message}`);
};

/**
 * The entries of a list, of its JSON as a model may write it, or of a text with commas.
 * @throws {WrongField} that names the field `label` if there are only commas: they choose nothing.
 */
export const entriesIn = (label: string, value: unknown): readonly unknown[] => {
	if (typeof value !== 'string') return isBlank(value) ? [] : [value].flat();
	if (/^\s*\[/.test(value)) return [jsonIn(label, value)].flat();
	const texts = value.split(',').map(trimmed).filter(Boolean);
	if (texts.length > 0 || isBlank(value)) return texts;
	throw new WrongField(label, 'needs at least one value');
};

const localTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/;

const dayMs = 86_400_000;

/** The offset of a time zone at a time, such as `+05:45`. */
const offsetAt = (time: number, timeZone: string): string => {
	const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
	const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName');
	return name?.value.replace('GMT', '') || '+00:00';
};

/**
 * A date and time with the offset that it has in a time zone: in an hour that comes twice, the
 * earlier one. Any other text is returned unchanged: a date alone, or a time that has an offset.
 */
export const withOffset = (text: string, timeZone: string): string => {
	const [, day, clock] = localTime.exec(text) ?? [];
	const local = `${day}T${clock}`;
	const asUtc = Date.parse(`${local}Z`);
	if (Number.isNaN(asUtc)) return text;
	// The offset can change between the day before and the day after.
	const before = offsetAt(asUtc - dayMs, timeZone);
	const offsets = [before, offsetAt(asUtc + dayMs, timeZone)];
	const own = offsets.find((one) => offsetAt(Date.parse(`${local}${one}`), timeZone) === one);
	return `${local}${own ?? before}`;
};
