import { randomUUID } from 'node:crypto';
import type { LiftedText, OpenText } from './openText';
import { endText, openText, takeText } from './openText';
import { createScan, readOn } from './scan';

/** Removes the contents of files from JSON text in pieces. */
export interface Lift {
	/** Processes a piece, and returns what is left of it. */
	take(piece: Buffer): Buffer;
	/** How many lists and objects are open. */
	readonly depth: number;
	/** The texts that have ended, in order. */
	readonly texts: readonly LiftedText[];
	/** Frees all bytes. */
	close(): void;
}

/**
 * A lift at the start of a body. What is left is valid JSON exactly when the whole body was. Each
 * removed text is replaced by another text, and invalid characters are kept.
 */
export const createLift = (): Lift => {
	const scan = createScan();
	const prefix = randomUUID();
	const texts: LiftedText[] = [];
	let open: OpenText | null = null;
	return {
		take(piece) {
			const left: Buffer[] = [];
			for (let at = 0; at < piece.length; ) {
				let from = at;
				if (open !== null) {
					from = takeText(open, piece, at, left);
					if (from === piece.length) break;
					texts.push(endText(open, left));
					open = null;
					// The closing quote stays, and the structure continues after it.
					at = from + 1;
				}
				const next = readOn(scan, piece, at);
				if (next.place !== null) open = openText(next.place, `${prefix}-${texts.length}`);
				at = next.at;
				left.push(piece.subarray(from, at));
			}
			return Buffer.concat(left);
		},
		get depth() {
			return scan.position.depth;
		},
		texts,
		close() {
			open?.spool.close();
			for (const { spool } of texts) spool?.close();
		},
	};
};
