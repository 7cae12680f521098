import { hash } from 'node:crypto';
import type { Row } from '../../src';
import { canonicalText, comparableText } from '../../src';

/** The SHA-256 of a text in UTF-8. */
export const sha256Of = (text: string, encoding: 'hex' | 'base64url' = 'hex'): string =>
	hash('sha256', text, encoding);

/** The digest of a value: of its canonical text (RFC 8785); undefined where it has none. */
export const digestOf = (value: unknown): string | undefined => {
	const text = canonicalText(value);
	return text === undefined ? undefined : sha256Of(text);
};

/** The digest of a row as the service gives it: the same for the same content, and other for other. */
export const digestOfRow = (row: Row): string => sha256Of(comparableText(row));
