import type { HttpRequest, Row } from '../../../src';
import { InvalidResponse } from '../../../src';

/**
 * Maximum bytes of a decompressed response. Anything larger is not a page of rows, and as JSON it
 * would fill the memory of n8n: a megabyte on the wire can become a gigabyte.
 */
const mostBytes = 100_000_000;

/** The same for an error response: at most 2,000 characters of it are shown. */
const mostBytesOfRefusal = 1_000_000;

/** Maximum nesting of lists and objects: n8n itself cannot copy or pass on deeper ones. */
export const deepest = 500;

/** Replaces what is nested more deeply. */
export const cutOff = '[nested too deeply]';

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** The parsed JSON of a text, or the text itself if it is not JSON. */
const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
};

type Container = Readonly<Record<string, unknown>> | readonly unknown[];

const isContainer = (value: unknown): value is Container =>
	typeof value === 'object' && value !== null;

/**
 * Replaces what is nested more than `levels` deep, in place. Otherwise it would break code that
 * walks the rows, here and in n8n. Walking the parsed value costs a tenth of checking each byte of
 * its text.
 * @returns whether something was replaced
 */
const cutDeep = (value: Container, levels: number): boolean => {
	let isCut = false;
	const look = (inner: unknown): void => {
		if (isContainer(inner)) isCut = levels === 1 || cutDeep(inner, levels - 1) || isCut;
	};
	// An array of an object's values would take twice the time. Parsed JSON inherits no names.
	const names = value as Row;
	if (Array.isArray(value)) value.forEach(look);
	else for (const name in names) look(names[name]);
	if (levels > 1 || !isCut) return isCut;
	for (const [name, inner] of Object.entries(value)) {
		if (isContainer(inner)) Object.defineProperty(value, name, { value: cutOff });
	}
	return true;
};

/** How an answer is read. */
export interface ReadingOptions {
	readonly request: HttpRequest;
	readonly isSuccess: boolean;
	/** Called with a sentence about what was left out of the response. */
	readonly warn: (message: string) => void;
}

/**
 * Reads a streamed response, as JSON if it is JSON. n8n's helper can also read it, but has no
 * limit. Values deeper than `deepest` become `cutOff`. The rest of a response that is too large is
 * not read. If it is an error response, its body is then empty.
 * @throws {InvalidResponse} for a success that is larger than any response of the service.
 */
export const readResponse = async (
	body: unknown,
	{ request, isSuccess, warn }: ReadingOptions,
): Promise<unknown> => {
	if (!isStream(body)) return body;
	const { name = '' } = request;
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body) {
		length += chunk.length;
		if (!isSuccess && length > mostBytesOfRefusal) return undefined;
		if (length > mostBytes) {
			throw new InvalidResponse({ kind: 'tooLarge', request: name, mostBytes }, request);
		}
		parts.push(chunk);
	}
	const answer = parsed(new TextDecoder().decode(Buffer.concat(parts)));
	if (isContainer(answer) && cutDeep(answer, deepest)) {
		warn(
			`The response to ${name} has values nested more than ${deepest} levels deep. The node replaced them with "${cutOff}".`,
		);
	}
	return answer;
};
