import { hash } from 'node:crypto';
import type { Row } from '../../src';
import { canonicalText } from '../../src';

/** The SHA-256 of a text in UTF-8. */
export const sha256Of = (text: string, encoding: 'hex' | 'base64url' = 'hex'): string =>
	hash('sha256', text, encoding);

/** The digest of a value: of its canonical text (RFC 8785); undefined where it has none. */
export const digestOf = (value: unknown): string | undefined => {
	const text = canonicalText(value);
	return text === undefined ? undefined : sha256Of(text);
};

/** The same value with the keys of its objects in one order. */
const sorted = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(entries.map(([name, held]) => [name, sorted(held)]));
};

/**
 * The one text of a value as the service gives it, whatever the order of its keys: its canonical text
 * (RFC 8785). A text with half of a character has none, but a service can give it: there the half
 * counts as JSON escapes it.
 */
export const comparableText = (value: unknown): string =>
	canonicalText(value) ?? JSON.stringify(sorted(value));

/** The digest of a row as the service gives it: the same for the same content, and other for other. */
export const digestOfRow = (row: Row): string => sha256Of(comparableText(row));
