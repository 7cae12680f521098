import { FileContent } from '../../../src';
import { shortDigest } from '../../shared/rows/digest';
import type { Item, Run } from './run';

/** How a write is told from others, in digests of one length. */
export interface WriteName {
	/** Tells whether it is the same write, though not each of its words need be the same. */
	readonly write: string;
	/** Tells whether it is the same request, to the last word; absent where that is the same. */
	readonly request?: string;
}

/** A file counts by its size and n8n's id of it: its bytes are not read for this. */
const withoutBytes = (_name: string, value: unknown): unknown =>
	value instanceof FileContent ? { size: value.size, id: value.id } : value;

const digest = (...parts: readonly unknown[]): string =>
	shortDigest(JSON.stringify(parts, withoutBytes));

/**
 * The name of an item's write: address, credential and request, unless the operation says less.
 * @param owner the organization, where the credential does not tell it
 */
export const writeName = (
	{ operation, endpoint }: Run,
	{ access, input, target }: Item,
	owner: string | undefined,
): WriteName => {
	const where = `${endpoint.method} ${access.baseUrl}${endpoint.path}`;
	const request = digest(where, owner ?? access.credentialId, input);
	return operation.write?.sameWrite
		? { write: digest(where, owner, target, operation.write.sameWrite(input)), request }
		: { write: request };
};
