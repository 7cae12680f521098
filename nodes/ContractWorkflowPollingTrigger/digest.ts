import type { Row } from '../../src';
import { comparableText } from '../../src';
import { sha256Of } from '../shared/digest';

/** Stands before the digests of this version in stored data; those of the first one have nothing there. */
const version = '2:';

const contentOf = ({ task_url: _link, ...content }: Row): Row => content;

/** A digest of a text, of 6 bits for each of its characters. */
export const shortDigest = (text: string, length: number): string =>
	sha256Of(text, 'base64url').slice(0, length);

/**
 * The digests of rows that were read, for as long as the rows are held: the reader of a list asks for
 * one, and so does the memory.
 */
const known = new WeakMap<Row, string>();

/** Short, and other for other content. The link of a task is no content of it. */
export const digest = (row: Row): string => {
	const before = known.get(row);
	if (before !== undefined) return before;
	const made = version + shortDigest(comparableText(contentOf(row)), 16);
	known.set(row, made);
	return made;
};

/** The digest as the first version has it: by the order of the keys, too. */
const firstDigest = (row: Row): string => shortDigest(JSON.stringify(contentOf(row)), 16);

/**
 * Whether a row is as its stored digest says, whichever version has stored it. One of a version that
 * is not known here says nothing: the row is then taken as it is.
 */
export const isDigestOf = (row: Row, stored: string): boolean => {
	if (stored.startsWith(version)) return stored === digest(row);
	return stored.includes(':') || stored === firstDigest(row);
};
