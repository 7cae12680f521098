import type { Row } from '../../../src';
import { comparableText } from '../../../src';
import { shortDigest } from '../../shared/rows/digest';

const contentOf = (row: Row): Row => {
	const content: Record<string, unknown> = { ...row };
	delete content.task_url;
	return content;
};

/** Digests of rows in memory: both the list reader and the memory need them. */
const known = new WeakMap<Row, string>();

/** Short, and different for different content. The link of a task does not count as content. */
export const rowDigest = (row: Row): string => {
	const before = known.get(row);
	if (before !== undefined) return before;
	const made = shortDigest(comparableText(contentOf(row)));
	known.set(row, made);
	return made;
};
