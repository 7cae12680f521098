import { randomUUID } from 'node:crypto';
import type { Base64Decoder } from './base64';
import { createBase64Decoder } from './base64';
import type { Received } from './content';
import type { Place } from './position';
import { createPosition } from './position';
import type { Spool } from './spool';
import { createSpool } from './spool';

/** The Base64 text of a file, taken out of the JSON that it was sent in. */
export interface LiftedText extends Received {
	readonly place: Place;
	/** The text that stands in its place. */
	readonly token: string;
}

/** Takes the contents of files out of JSON text that comes in pieces. */
export interface Lift {
	/** Takes a piece, and gives what is left of it. */
	take(piece: Buffer): Buffer;
	/** How many lists and objects are open. */
	readonly depth: number;
	/** Those that have ended, in order. */
	readonly texts: readonly LiftedText[];
	/** Lets go of all bytes. */
	close(): void;
}

/** Where the API takes the content of a file (section 4). */
const isFileContent = (place: Place | null): boolean => {
	if (place === null || place.at(-1) !== 'base64_content') return false;
	const [field, index] = place;
	if (place.length === 2) return field === 'file';
	return ['files', 'attachments', 'variables'].includes(String(field)) && typeof index === 'number';
};

const deepestPlace = 3;
const longestName = 200;
const shownOfStart = 100;
const [quote = 0, backslash = 0] = Buffer.from('"\\');
const escape = /^\\(["\\/bfnrt]|u[0-9a-fA-F]{4})$/;
const base64Character = (escaped: string): string | undefined =>
	/^[A-Za-z0-9+/=]$/.exec(String(JSON.parse(`"${escaped}"`)))?.[0];
const isUnfinished = (text: string): boolean => text.length < (text[1] === 'u' ? 6 : 2);

type OpenText = {
	readonly place: Place;
	readonly token: string;
	readonly spool: Spool;
	readonly decoder: Base64Decoder;
	length: number;
	start: string;
	/** An escape that has begun. */
	escape: string;
};

/**
 * A lift at the start of a body. What is left is JSON exactly when the whole was: each text that is
 * taken out leaves a token, and with it whatever JSON does not allow in a text.
 */
export const createLift = (): Lift => {
	const position = createPosition(deepestPlace);
	const prefix = randomUUID();
	const texts: LiftedText[] = [];
	const left: Buffer[] = [];
	let open: OpenText | null = null;
	let mode: 'structure' | 'text' | 'name' = 'structure';
	let isEscaped = false;
	let name = '';

	const begin = (place: Place): OpenText => {
		const spool = createSpool();
		const token = `${prefix}-${texts.length}`;
		const decoder = createBase64Decoder((bytes) => spool.append(bytes));
		return { place, token, spool, decoder, length: 0, start: '', escape: '' };
	};
	const append = (text: OpenText, bytes: Buffer): void => {
		text.length += bytes.length;
		if (text.start.length < shownOfStart) {
			text.start += bytes.toString('utf8', 0, shownOfStart - text.start.length);
		}
		text.decoder.append(bytes);
	};
	const end = ({ place, token, spool, decoder, length, start }: OpenText): void => {
		const isBase64 = decoder.end();
		if (!isBase64) spool.close();
		texts.push({ place, token, spool: isBase64 ? spool : null, length, start });
		// JSON allows no control character in a text: the parser is to find it.
		left.push(Buffer.from(decoder.hasControlCharacter ? `${token}\n` : token));
	};
	const takeEscape = (text: OpenText, byte: number): void => {
		text.escape += String.fromCharCode(byte);
		if (isUnfinished(text.escape)) return;
		// What an escape stands for is a character of Base64, or breaks it like any other that is none.
		if (escape.test(text.escape)) append(text, Buffer.from(base64Character(text.escape) ?? '!'));
		else left.push(Buffer.from(text.escape, 'latin1'));
		text.escape = '';
	};
	/** Takes a part of the open text; gives where the piece goes on, at its closing quote if any. */
	const takeText = (text: OpenText, piece: Buffer, from: number): number => {
		let at = from;
		let closing = -1;
		while (at < piece.length) {
			if (text.escape !== '') {
				takeEscape(text, piece[at] ?? 0);
				at += 1;
				continue;
			}
			if (closing < at) closing = piece.indexOf(quote, at);
			const stop = closing < 0 ? piece.length : closing;
			const escaped = piece.subarray(at, stop).indexOf(backslash);
			append(text, piece.subarray(at, escaped < 0 ? stop : at + escaped));
			if (escaped < 0) return stop;
			text.escape = '\\';
			at += escaped + 1;
		}
		return at;
	};
	/** Takes a byte that stays. */
	const takeByte = (byte: number): void => {
		if (mode === 'structure') {
			if (byte !== quote) position.structure(byte);
			else if (position.expectsName) [mode, name] = ['name', ''];
			else if (isFileContent(position.place)) open = begin(position.place ?? []);
			else mode = 'text';
			return;
		}
		const isEnd = byte === quote && !isEscaped;
		isEscaped = byte === backslash && !isEscaped;
		if (isEnd && mode === 'name') position.name(name);
		if (isEnd) mode = 'structure';
		else if (mode === 'name' && name.length < longestName) name += String.fromCharCode(byte);
	};
	const take = (piece: Buffer): void => {
		for (let at = 0; at < piece.length; ) {
			if (open !== null) {
				at = takeText(open, piece, at);
				if (at === piece.length) return;
				end(open);
				open = null;
				// The closing quote: it stays, and the structure goes on behind it.
				left.push(piece.subarray(at, at + 1));
				at += 1;
			}
			const from = at;
			while (at < piece.length && open === null) {
				takeByte(piece[at] ?? 0);
				at += 1;
			}
			left.push(piece.subarray(from, at));
		}
	};
	return {
		take(piece) {
			take(piece);
			return Buffer.concat(left.splice(0));
		},
		get depth() {
			return position.depth;
		},
		texts,
		close() {
			open?.spool.close();
			for (const { spool } of texts) spool?.close();
		},
	};
};
