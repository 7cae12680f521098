import { createHash, hash } from 'node:crypto';
import { comparableText } from '../../../src';

/** The SHA-256 of a text in UTF-8. */
export const sha256Of = (text: string, encoding: 'hex' | 'base64url' = 'hex'): string =>
	hash('sha256', text, encoding);

/** The length of a short digest: 96 bits. */
export const digestLength = 16;

/** The start of the SHA-256 of a text, with 6 bits per character. */
export const shortDigest = (text: string): string =>
	sha256Of(text, 'base64url').slice(0, digestLength);

/** The SHA-256 of bytes that arrive in chunks, in hexadecimal. */
export const sha256OfChunks = async (
	chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<string> => {
	const digest = createHash('sha256');
	for await (const chunk of chunks) digest.update(chunk);
	return digest.digest('hex');
};

/** The digest of a value's canonical text (RFC 8785). */
export const digestOf = (value: unknown): string => sha256Of(comparableText(value));
