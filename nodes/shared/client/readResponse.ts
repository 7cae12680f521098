import type { HttpRequest } from '../../../src';
import { InvalidResponse } from '../../../src';

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
const cutOffJson = Buffer.from(JSON.stringify(cutOff));

/** The signs of JSON, as bytes. */
export const signs = {
	comma: 0x2c,
	quote: 0x22,
	backslash: 0x5c,
	list: 0x5b,
	listEnd: 0x5d,
	object: 0x7b,
	objectEnd: 0x7d,
};

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** The JSON of a text, or the text itself where it is none. */
const parsed = (text: string): unknown => {
	try {
		const json: unknown = JSON.parse(text);
		return json;
	} catch {
		return text;
	}
};

/**
 * Takes the parts of a JSON text as they come, and leaves out what is nested too deeply. So one such
 * value stops nothing: neither what walks through the rows here, nor n8n.
 */
const createShallow = () => {
	const parts: Uint8Array[] = [];
	let [depth, inText, isEscaped, isCut] = [0, false, false, false];
	const take = (chunk: Uint8Array): void => {
		let from = depth > deepest ? chunk.length : 0;
		for (let at = 0; at < chunk.length; at++) {
			const byte = chunk[at];
			if (isEscaped) {
				isEscaped = false;
			} else if (inText) {
				isEscaped = byte === signs.backslash;
				inText = byte !== signs.quote;
			} else if (byte === signs.quote) {
				inText = true;
			} else if (byte === signs.list || byte === signs.object) {
				if (depth++ !== deepest) continue;
				parts.push(chunk.subarray(from, at), cutOffJson);
				[from, isCut] = [chunk.length, true];
			} else if (byte === signs.listEnd || byte === signs.objectEnd) {
				if (--depth === deepest) from = at + 1;
			}
		}
		parts.push(chunk.subarray(from));
	};
	return { take, text: () => Buffer.concat(parts).toString('utf8'), isCut: () => isCut };
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
	const shallow = createShallow();
	let length = 0;
	for await (const chunk of body) {
		length += chunk.length;
		if (!isSuccess && length > mostBytesOfRefusal) return undefined;
		if (length > mostBytes) {
			throw new InvalidResponse({ kind: 'tooLarge', request: name, mostBytes }, request);
		}
		shallow.take(chunk);
	}
	if (shallow.isCut()) {
		warn(
			`The service answered ${name} with values in more than ${deepest} lists or objects within each other. "${cutOff}" stands in their place.`,
		);
	}
	const text = shallow.text();
	return parsed(text.startsWith('\uFEFF') ? text.slice(1) : text);
};
