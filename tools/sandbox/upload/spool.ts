import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Maximum bytes of a file that are processed at a time, and so are in memory. */
export const pieceSize = 1024 * 1024;

/** Bytes of a file that is being received. */
export interface Spool {
	/** Number of bytes so far. */
	readonly size: number;
	append(bytes: Uint8Array): void;
	/** All bytes in order, at most `pieceSize` at a time; each piece is valid until the next one. */
	pieces(): Generator<Uint8Array, void>;
	/** Frees the bytes. Later appended bytes are dropped. */
	close(): void;
}

/** A file without a name, so that it is deleted when the process ends in any way. */
const openNameless = (): number => {
	const name = path.join(tmpdir(), `sandbox-${randomUUID()}`);
	const file = openSync(name, 'wx+', 0o600);
	unlinkSync(name);
	return file;
};

/** The bytes of a file in order, in one buffer that is reused. */
const readPieces = function* (file: number, size: number): Generator<Uint8Array, void> {
	const piece = Buffer.allocUnsafe(pieceSize);
	for (let at = 0; at < size; ) {
		const read = readSync(file, piece, 0, pieceSize, at);
		if (read === 0) throw new Error(`A received file ends at ${at} of ${size} bytes`);
		yield piece.subarray(0, read);
		at += read;
	}
};

/** An empty spool. Bytes beyond one piece are on disk. */
export const createSpool = (): Spool => {
	let first: Uint8Array[] = [];
	let file: number | null = null;
	let size = 0;
	let isClosed = false;
	return {
		get size() {
			return size;
		},
		append(bytes) {
			if (isClosed) return;
			size += bytes.length;
			if (file === null) {
				first.push(Uint8Array.from(bytes));
				if (size <= pieceSize) return;
				file = openNameless();
				for (const part of first) writeSync(file, part);
				first = [];
			} else writeSync(file, bytes);
		},
		*pieces() {
			if (file === null) yield Buffer.concat(first);
			else yield* readPieces(file, size);
		},
		close() {
			isClosed = true;
			first = [];
			if (file !== null) closeSync(file);
			file = null;
			size = 0;
		},
	};
};
