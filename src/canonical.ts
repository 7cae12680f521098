import type { Endpoint, Input } from './contract';
import { FileContent } from './contract';
import { pathOf } from './request';

const isContainer = (value: unknown): value is object =>
	typeof value === 'object' && value !== null;

/** Names whose order an object does not keep: numbers come first, and `__proto__` is not stored. */
const unordered = /^(?:\d|__proto__$)/;

const textOfObject = (value: Readonly<Record<string, unknown>>): string => {
	const names = Object.keys(value).sort();
	if (names.some((name) => isContainer(value[name]) || unordered.test(name))) {
		const pairs = names.map((name) => `${JSON.stringify(name)}:${comparableText(value[name])}`);
		return `{${pairs.join(',')}}`;
	}
	const sorted: Record<string, unknown> = {};
	for (const name of names) sorted[name] = value[name];
	return JSON.stringify(sorted);
};

/**
 * One JSON text per value of the service, independent of the order of its keys. It is the canonical
 * text (RFC 8785).
 */
export const comparableText = (value: unknown): string => {
	if (!isContainer(value)) return JSON.stringify(value) ?? '';
	if (!Array.isArray(value)) return textOfObject(value as Readonly<Record<string, unknown>>);
	return value.some(isContainer)
		? `[${value.map(comparableText).join(',')}]`
		: JSON.stringify(value);
};

/** A request as it would be sent, with replacements for its files. */
export interface ShownRequest {
	readonly method: string;
	/** The path after the base URL, with encoded values and the query. */
	readonly path: string;
	/** Absent if the endpoint takes none. */
	readonly body?: unknown;
}

/**
 * Returns the replacement for a file's content: base64 text, or content that is encoded while it is
 * sent.
 */
export type ShowFile = (content: string | FileContent) => Promise<unknown>;

/** `metadata` has the builder's own names (section 4): none of them is a file. */
const ownNames = 'metadata';

const shownValue = async (value: unknown, showFile: ShowFile): Promise<unknown> => {
	if (Array.isArray(value)) {
		return await Promise.all(value.map(async (entry) => await shownValue(entry, showFile)));
	}
	if (typeof value !== 'object' || value === null) return value;
	const shown: Array<readonly [string, unknown]> = [];
	for (const [name, held] of Object.entries(value)) {
		if (held === undefined) continue;
		const isFile = typeof held === 'string' || held instanceof FileContent;
		if (name === 'base64_content' && isFile) shown.push([name, await showFile(held)]);
		else shown.push([name, name === ownNames ? held : await shownValue(held, showFile)]);
	}
	return Object.fromEntries(shown);
};

/**
 * The request of an endpoint for an input, for review: as it would be sent, but with the result of
 * `showFile` in place of each file's content (`base64_content`, section 4).
 * @throws {InvalidInput} if a value cannot be part of a path.
 */
export const shownRequest = async (
	endpoint: Endpoint,
	input: Input,
	showFile: ShowFile,
): Promise<ShownRequest> => ({
	method: endpoint.method,
	path: pathOf(endpoint, input),
	...(endpoint.body && { body: await shownValue(input.body ?? {}, showFile) }),
});
