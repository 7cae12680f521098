import { FileContent, comparableText } from '../../../src';
import { shortDigest } from '../../shared/rows/digest';
import type { Item, Run } from './run';

/** Identifies a write, in digests of one length. */
export interface WriteName {
	/** The same for the same write, even if some of its texts differ. */
	readonly write: string;
	/** The same only for exactly the same request; absent if equal to `write`. */
	readonly request?: string;
}

const digest = (...parts: readonly unknown[]): string => shortDigest(JSON.stringify(parts));

/** A file counts by its size and n8n's id: its bytes are not read for this. */
const withoutBytes = (_name: string, value: unknown): unknown =>
	value instanceof FileContent ? { size: value.size, id: value.id } : value;

/** Independent of the order of the keys, and without what is not sent. */
const inputText = (input: unknown): string =>
	comparableText(JSON.parse(JSON.stringify(input, withoutBytes)));

/**
 * The name of an item's write: base URL, credential and request, unless the operation uses fewer.
 * @param owner the organization, if the credential does not identify it
 */
export const writeName = (
	{ operation, endpoint }: Run,
	{ access, input, target }: Item,
	owner: string | undefined,
): WriteName => {
	const where = `${endpoint.method} ${access.baseUrl}${endpoint.path}`;
	const request = digest(where, owner ?? access.credentialId, inputText(input));
	return operation.write?.sameWrite
		? { write: digest(where, owner, target, operation.write.sameWrite(input)), request }
		: { write: request };
};
