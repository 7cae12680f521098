import type { HttpRequest } from '../../../src';
import { InvalidResponse, parseExactly } from '../../../src';

/**
 * Most bytes of an answer, when it is decompressed. What is larger is no page of rows, and as JSON it
 * would fill the memory of n8n: a megabyte on the wire can be a gigabyte.
 */
const mostBytes = 100_000_000;

/** The same of an answer that is no success: of its words no more than 2,000 characters are shown. */
const mostBytesOfRefusal = 1_000_000;

/** Deepest lists and objects within each other: deeper ones n8n itself cannot copy or hand on. */
export const deepest = 500;

/** What stands in the place of what lies deeper. */
export const cutOff = '[nested too deeply]';

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** The JSON of a text, or the text itself where it is none. */
const parsed = (text: string): unknown => {
	try {
		return parseExactly(text);
	} catch {
		return text;
	}
};

type Container = Readonly<Record<string, unknown>> | readonly unknown[];

const isContainer = (value: unknown): value is Container =>
	typeof value === 'object' && value !== null;

/**
 * Cuts off what lies deeper within a value than `levels`, in place, so that it stops neither what
 * walks through the rows here nor n8n. A walk through the parsed value costs a tenth of a look at
 * each byte of its text.
 * @returns whether something was cut off
 */
const cutDeep = (value: Container, levels: number): boolean => {
	let isCut = false;
	for (const inner of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
		if (isContainer(inner)) isCut = levels === 1 || cutDeep(inner, levels - 1) || isCut;
	}
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
	/** Is told, as a sentence, what of the answer was left out. */
	readonly warn: (message: string) => void;
}

/**
 * Reads an answer that comes as a stream, as JSON where it is JSON; n8n's helper, which can read it
 * as well, knows no limit. What lies deeper than `deepest` becomes `cutOff`. Of an answer that is too
 * large the rest is not read; one that is no success then says nothing.
 * @throws {InvalidResponse} for a success that is larger than any answer of the service.
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
	const answer = parsed(Buffer.concat(parts).toString('utf8'));
	if (isContainer(answer) && cutDeep(answer, deepest)) {
		warn(
			`The response to ${name} has values nested more than ${deepest} levels deep. The node replaced them with "${cutOff}".`,
		);
	}
	return answer;
};
