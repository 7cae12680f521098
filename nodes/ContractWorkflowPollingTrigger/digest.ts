import { hash } from 'node:crypto';
import type { Row } from '../../src';
import { canonicalText } from '../../src';

/** Stands before the digests of this version in stored data; those of the first one have nothing there. */
const version = '2:';

const contentOf = (row: Row): Row => ({ ...row, task_url: undefined });

/** The one text of a value, whatever the order of its keys. */
export const textOf = (value: unknown): string => canonicalText(value) ?? JSON.stringify(value);

/** A digest of a text, of 6 bits for each of its characters. */
export const shortDigest = (text: string, length: number): string =>
	hash('sha256', text, 'base64url').slice(0, length);

/** Short, and other for other content. The link of a task is no content of it. */
export const digest = (row: Row): string => version + shortDigest(textOf(contentOf(row)), 16);

/** The digest as the first version of this package stored it: by the order of the keys, too. */
const firstDigest = (row: Row): string => shortDigest(JSON.stringify(contentOf(row)), 16);

/**
 * Whether a row is as its stored digest says, whichever version has stored it. One of a version that
 * is not known here says nothing: the row is then taken as it is.
 */
export const isDigestOf = (row: Row, stored: string): boolean => {
	if (stored.startsWith(version)) return stored === digest(row);
	return stored.includes(':') || stored === firstDigest(row);
};
