import { Readable } from 'node:stream';
import { FileContent } from '../../src/contract';
import { decodeBase64 } from '../files';
import type { Spool } from './spool';
import { pieceSize } from './spool';

/** Bytes of a file: in memory, or received in pieces and on disk. */
export type FileBytes = Uint8Array | Spool;

/** What was taken out of a body in place of Base64 text. */
export interface Received {
	/** The bytes, until the answer is sent; null when the text was not Base64. */
	readonly spool: Spool | null;
	/** Length of the text in characters. */
	readonly length: number;
	/** How the text begins. */
	readonly start: string;
}

/** A file of a body that was taken in pieces: where the others have their Base64 text, it has this. */
export class ReceivedContent extends FileContent {
	constructor(readonly received: Received) {
		const { spool } = received;
		super(spool?.size ?? 0, () => Promise.resolve(Readable.from(spool?.pieces() ?? [])));
	}
}

/** The bytes of a file in a request; undefined when they are not Base64. */
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
