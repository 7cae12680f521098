import { createHash } from 'node:crypto';
import { FileContent } from '../../../src';
import type { Item, Run } from './item';

/** How a write is told from others, in digests of one length. */
export interface WriteName {
	/** Tells whether it is the same write, though not each of its words need be the same. */
	readonly write: string;
	/** Tells whether it is the same request, to the last word; absent where that is the same. */
	readonly request?: string;
}

/** The length of a digest: 96 bits. */
export const digestLength = 16;

const digest = (...parts: readonly unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, digestLength);

/** A file counts by its size and n8n's id of it: its bytes are not read for this. */
const withoutBytes = (_name: string, value: unknown): unknown =>
	value instanceof FileContent ? { size: value.size, id: value.id } : value;

/** The name of an item's write: address, credential and request, unless the operation says less. */
export const writeName = (
	{ operation, endpoint, baseUrl, credentialId }: Run,
	{ input }: Item,
): WriteName => {
	const where = `${endpoint.method} ${baseUrl}${endpoint.path}`;
	const request = digest(where, credentialId, JSON.stringify(input, withoutBytes));
	return operation.sameWrite
		? { write: digest(where, operation.sameWrite(input)), request }
		: { write: request };
};
