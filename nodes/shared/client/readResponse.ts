import type { HttpRequest } from '../../../src';
import { InvalidResponse } from '../../../src';

/**
 * Maximum bytes of a decompressed response. Anything larger is not a page of rows, and as JSON it
 * would fill the memory of n8n: a megabyte on the wire can become a gigabyte.
 */
const mostBytes = 100_000_000;

/** The same for an error response: at most 2,000 characters of it are shown. */
const mostBytesOfRefusal = 1_000_000;

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** The parsed JSON of a text, or the text itself if it is not JSON. */
export const jsonOrText = (text: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
};

/**
 * Reads a streamed response, as JSON if it is JSON. n8n's helper can also read it, but has no
 * limit. The rest of a response that is too large is not read. If it is an error response, its body
 * is then empty.
 * @throws {InvalidResponse} for a success that is larger than any response of the service.
 */
export const readResponse = async (
	body: unknown,
	request: HttpRequest,
	isSuccess: boolean,
): Promise<unknown> => {
	if (!isStream(body)) return body;
	const { name = '' } = request;
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body) {
		length += chunk.length;
		if (!isSuccess && length > mostBytesOfRefusal) return undefined;
		if (length > mostBytes) {
			const fault = `The response of the service is larger than ${mostBytes / 1_000_000} MB`;
			const details = `The request was ${name}. The node did not read the whole response.`;
			throw new InvalidResponse(fault, details, request);
		}
		parts.push(chunk);
	}
	return jsonOrText(new TextDecoder().decode(Buffer.concat(parts)));
};
