import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { HttpRequest } from '../../../src';
import { FileContent } from '../../../src';

type Parts = NonNullable<HttpRequest['body']>;
type BinaryStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

const isBinaryStream = (source: AsyncIterable<Uint8Array>): source is BinaryStream =>
	'compose' in source;

/** A body for n8n's request helper. */
export interface EncodedBody {
	readonly body: IHttpRequestOptions['body'];
	/** In bytes. */
	readonly length: number;
}

/** The content of a file as base64, in pieces. */
const base64Of = async (file: FileContent): Promise<BinaryStream> => {
	const source = await file.open();
	if (!isBinaryStream(source)) throw new TypeError('A file must be read through a stream');
	return source.setEncoding('base64');
};

const written = async function* (parts: Parts, opened: FileContent, base64: AsyncIterable<string>) {
	for (const part of parts) {
		if (typeof part === 'string') yield part;
		else yield* part === opened ? base64 : await base64Of(part);
	}
};

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
	const source = await base64Of(first);
	// compose pumps the stream into the generator, which must read only what it is given.
	const body = source.compose((base64: AsyncIterable<string>) => written(parts, first, base64));
	return { body, length };
};
