import { hash } from 'node:crypto';

/** The SHA-256 of a text in UTF-8. */
export const sha256Of = (text: string, encoding: 'hex' | 'base64url' = 'hex'): string =>
	hash('sha256', text, encoding);

/** The length of a short digest: 96 bits. */
export const digestLength = 16;

/** The start of the SHA-256 of a text, with 6 bits per character. */
export const shortDigest = (text: string): string =>
	sha256Of(text, 'base64url').slice(0, digestLength);
