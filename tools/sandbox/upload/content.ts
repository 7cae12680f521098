import { Readable } from 'node:stream';
import { FileContent } from '../../../src/contract';
import { decodeBase64 } from '../files';
import type { Spool } from './spool';
import { pieceSize } from './spool';

/** Bytes of a file: in memory, or received in pieces and on disk. */
export type FileBytes = Uint8Array | Spool;

/** What replaces Base64 text that was removed from a body. */
export interface Received {
	/** The bytes, until the response is sent; null if the text was not Base64. */
	readonly spool: Spool | null;
	/** Length of the text in characters. */
	readonly length: number;
	/** The start of the text. */
	readonly start: string;
}

/** A file of a body that was received in pieces. It replaces the Base64 text of other files. */
export class ReceivedContent extends FileContent {
	constructor(readonly received: Received) {
		const { spool } = received;
		super(spool?.size ?? 0, () => Promise.resolve(Readable.from(spool?.pieces() ?? [])));
	}
}

/** The bytes of a file in a request; undefined if they are not Base64. */
export const bytesOf = (content: string | FileContent | undefined): FileBytes | undefined => {
	if (content instanceof ReceivedContent) return content.received.spool ?? undefined;
	return typeof content === 'string' ? decodeBase64(content) : undefined;
};

/** The bytes in order, at least one piece of at most `pieceSize`, valid until the next one. */
export const piecesOf = function* (bytes: FileBytes): Generator<Uint8Array, void> {
	if (!(bytes instanceof Uint8Array)) {
		yield* bytes.pieces();
		return;
	}
	yield bytes.subarray(0, pieceSize);
	for (let at = pieceSize; at < bytes.length; at += pieceSize) {
		yield bytes.subarray(at, at + pieceSize);
	}
};

/** Number of the bytes. */
export const sizeOf = (bytes: FileBytes): number =>
	bytes instanceof Uint8Array ? bytes.length : bytes.size;
