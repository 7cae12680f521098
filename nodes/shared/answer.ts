import type { HttpRequest } from '../../src';
import { InvalidResponse } from '../../src';

/**
 * Most bytes of an answer, when it is decompressed. What is larger is no page of rows, and as JSON it
 * would fill the memory of n8n: a megabyte on the wire can be a gigabyte.
 */
const mostBytes = 100_000_000;

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
 * Reads an answer that comes as a stream, as JSON where it is JSON; n8n's helper, which can read it
 * as well, knows no limit.
 * @throws {InvalidResponse} when it is larger than any answer of the service; the rest is not read.
 */
export const readAnswer = async (body: unknown, request: HttpRequest): Promise<unknown> => {
	if (!isStream(body)) return body;
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body) {
		length += chunk.length;
		if (length > mostBytes) {
			const { name = '' } = request;
			throw new InvalidResponse({ kind: 'tooLarge', request: name, mostBytes }, request);
		}
		chunks.push(chunk);
	}
	const text = Buffer.concat(chunks, length).toString('utf8');
	return parsed(text.startsWith('\uFEFF') ? text.slice(1) : text);
};
