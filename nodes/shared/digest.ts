import { hash } from 'node:crypto';

/** The SHA-256 of a text in UTF-8, with 6 bits per character. */
export const sha256Of = (text: string): string => hash('sha256', text, 'base64url');

/** The start of the SHA-256 of a text: 96 bits. */
export const shortDigest = (text: string): string => sha256Of(text).slice(0, 16);
