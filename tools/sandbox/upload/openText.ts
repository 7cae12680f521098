import type { Base64Decoder } from './base64';
import { createBase64Decoder } from './base64';
import type { Received } from './content';
import type { Place } from './position';
import type { Spool } from './spool';
import { createSpool } from './spool';

/** The Base64 text of a file, removed from the JSON of its request. */
export interface LiftedText extends Received {
	readonly place: Place;
	/** The text that replaces it. */
	readonly standIn: string;
}

/** The Base64 text of a file that has started and not ended yet. */
export type OpenText = {
	readonly place: Place;
	readonly standIn: string;
	readonly spool: Spool;
	readonly decoder: Base64Decoder;
	length: number;
	start: string;
	/** An escape that has started. */
	escape: string;
};

const shownOfStart = 100;
const [quote = 0, backslash = 0] = Buffer.from('"\\');
const escape = /^\\(["\\/bfnrt]|u[0-9a-fA-F]{4})$/;

const base64Character = (escaped: string): string | undefined =>
	/^[A-Za-z0-9+/=]$/.exec(String(JSON.parse(`"${escaped}"`)))?.[0];

const isUnfinished = (text: string): boolean => text.length < (text[1] === 'u' ? 6 : 2);

/** A text at its opening quote. */
export const openText = (place: Place, standIn: string): OpenText => {
	const spool = createSpool();
	const decoder = createBase64Decoder((bytes) => spool.append(bytes));
	return { place, standIn, spool, decoder, length: 0, start: '', escape: '' };
};

const append = (text: OpenText, bytes: Buffer): void => {
	text.length += bytes.length;
	if (text.start.length < shownOfStart) {
		text.start += bytes.toString('utf8', 0, shownOfStart - text.start.length);
	}
	text.decoder.append(bytes);
};

const takeEscape = (text: OpenText, byte: number, left: Buffer[]): void => {
	text.escape += String.fromCharCode(byte);
	if (isUnfinished(text.escape)) return;
	// The character of an escape is valid Base64, or makes the text invalid like any other character.
	if (escape.test(text.escape)) append(text, Buffer.from(base64Character(text.escape) ?? '!'));
	else left.push(Buffer.from(text.escape, 'latin1'));
	text.escape = '';
};

/**
 * Processes a part of the text, and returns where the piece continues, at the closing quote if any.
 * What JSON does not allow in a string is added to `left`.
 */
export const takeText = (text: OpenText, piece: Buffer, from: number, left: Buffer[]): number => {
	let at = from;
	let closing = -1;
	while (at < piece.length) {
		if (text.escape !== '') {
			takeEscape(text, piece[at] ?? 0, left);
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

/** Ends a text at its closing quote. Its replacement is added to `left`. */
export const endText = (text: OpenText, left: Buffer[]): LiftedText => {
	const { place, standIn, spool, decoder, length, start } = text;
	const isBase64 = decoder.end();
	if (!isBase64) spool.close();
	// JSON allows no control character in a string: the parser must find it.
	left.push(Buffer.from(decoder.hasControlCharacter ? `${standIn}\n` : standIn));
	return { place, standIn, spool: isBase64 ? spool : null, length, start };
};
