import canonicalize from 'canonicalize';
import { configure } from 'safe-stable-stringify';
import type { Endpoint, Input } from './contract';
import { FileContent } from './contract';
import { pathOf } from './request';

/**
 * The one JSON text of a value, whatever the order of its keys (RFC 8785); undefined of what no JSON
 * text holds, such as half of a character.
 */
export const canonicalText = (value: unknown): string | undefined => {
	try {
		return canonicalize(value);
	} catch {
		return undefined;
	}
};

const isContainer = (value: unknown): value is object =>
	typeof value === 'object' && value !== null;

/** Names that an object cannot hold in any order: it has numbers first, and `__proto__` not at all. */
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
 * The one text of JSON as the service gives it, whatever the order of its keys: its canonical text
 * (RFC 8785), made in less than half the time, since JavaScript's own JSON writes what lies innermost.
 * A text with half of a character has no canonical one, but a service can give it: there the half
 * counts as JSON escapes it.
 */
export const comparableText = (value: unknown): string => {
	if (!isContainer(value)) return JSON.stringify(value) ?? '';
	if (!Array.isArray(value)) return textOfObject(value as Readonly<Record<string, unknown>>);
	return value.some(isContainer)
		? `[${value.map(comparableText).join(',')}]`
		: JSON.stringify(value);
};

const stringifyBounded = configure({ deterministic: false, maximumDepth: 8, maximumBreadth: 50 });

/** The text of a value to show: what is deep or long in it is left out, so it can be of any size. */
export const excerptOf = (value: unknown): string => stringifyBounded(value) ?? '';

/** A request as it would leave, with what stands in for its files. */
export interface ShownRequest {
	readonly method: string;
	/** With its values encoded, and the query, after the Base URL. */
	readonly path: string;
	/** Absent where the endpoint takes none. */
	readonly body?: unknown;
}

/** Gives what stands in for a file's content: base64 text, or what becomes it on its way. */
export type ShowFile = (content: string | FileContent) => Promise<unknown>;

/** `metadata` is the builder's own (section 4): no name in it means a file. */
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
 * The request of an endpoint for an input, to look at: as it would leave, save that `showFile`
 * stands in for the content of each file (`base64_content`, section 4).
 * @throws {InvalidInput} where a value cannot be part of a path.
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
