import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { HttpRequest } from '../../../src';
import { FileContent } from '../../../src';

type Parts = NonNullable<HttpRequest['body']>;
type BinaryStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** A body for n8n's request helper. */
export interface EncodedBody {
	readonly body: IHttpRequestOptions['body'];
	/** In bytes. */
	readonly length: number;
}

/** Base64 in pieces. Bytes that do not fill a group of three wait for the next piece. */
const base64 = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	let rest = Buffer.alloc(0);
	for await (const chunk of chunks) {
		const bytes = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
		const whole = bytes.length - (bytes.length % 3);
		yield bytes.toString('base64', 0, whole);
		rest = bytes.subarray(whole);
	}
	yield rest.toString('base64');
};

const written = async function* (
	parts: Parts,
	opened: FileContent,
	source: AsyncIterable<Uint8Array>,
) {
	for (const part of parts) {
		if (typeof part === 'string') yield part;
		else yield* base64(part === opened ? source : await part.open());
	}
};

const isBinaryStream = (source: AsyncIterable<Uint8Array>): source is BinaryStream =>
	'compose' in source && typeof source.compose === 'function';

/**
 * Text is sent in one piece. With files, the body becomes a stream, created anew for each attempt,
 * so that no file is in memory as a whole. The stream is made with `compose` of the first file's
 * stream, because n8n's rules for community nodes forbid the `stream` module.
 */
export const encodeBody = async (parts: Parts): Promise<EncodedBody> => {
	const length = parts.reduce(
		(sum, part) => sum + (typeof part === 'string' ? Buffer.byteLength(part) : part.base64Length),
		0,
	);
	const first = parts.find((part) => part instanceof FileContent);
	if (!first) {
		const texts = parts.filter((part) => typeof part === 'string');
		return { body: Buffer.from(texts.join('')), length };
	}
	const source = await first.open();
	if (!isBinaryStream(source)) throw new TypeError('A file must be read through a stream');
	// compose pumps the stream into the generator, which must read only what it is given.
	const body = source.compose((chunks: AsyncIterable<Uint8Array>) => written(parts, first, chunks));
	return { body, length };
};
