import { randomUUID } from 'node:crypto';
import type { LiftedText, OpenText } from './openText';
import { endText, openText, takeText } from './openText';
import { createScan, readOn } from './scan';

/** Takes the contents of files out of JSON text that comes in pieces. */
export interface Lift {
	/** Takes a piece, and gives what is left of it. */
	take(piece: Buffer): Buffer;
	/** How many lists and objects are open. */
	readonly depth: number;
	/** The texts that have ended, in order. */
	readonly texts: readonly LiftedText[];
	/** Lets go of all bytes. */
	close(): void;
}

/**
 * A lift at the start of a body. What is left is JSON exactly when the whole was: each text that is
 * taken out leaves a text in its place, and with it whatever JSON does not allow in a text.
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
					// The closing quote: it stays, and the structure goes on behind it.
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
