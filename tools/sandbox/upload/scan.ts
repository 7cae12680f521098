import type { Place, Position } from './position';
import { createPosition } from './position';

/** How far JSON text was read, outside of the contents of files. */
export type Scan = {
	readonly position: Position;
	mode: 'structure' | 'text' | 'name';
	isEscaped: boolean;
	/** The name that is being read, as sent. */
	name: string;
};

const deepestPlace = 3;
const longestName = 200;
const [quote = 0, backslash = 0] = Buffer.from('"\\');

/** Where the API accepts the content of a file (section 4). */
const isFileContent = (place: Place | null): place is Place => {
	if (place === null || place.at(-1) !== 'base64_content') return false;
	const [field, index] = place;
	if (place.length === 2) return field === 'file';
	return ['files', 'attachments', 'variables'].includes(String(field)) && typeof index === 'number';
};

/** A scan at the start of a body. */
export const createScan = (): Scan => ({
	position: createPosition(deepestPlace),
	mode: 'structure',
	isEscaped: false,
	name: '',
});

const takeInText = (scan: Scan, byte: number): void => {
	const isEnd = byte === quote && !scan.isEscaped;
	scan.isEscaped = byte === backslash && !scan.isEscaped;
	if (isEnd && scan.mode === 'name') scan.position.name(scan.name);
	if (isEnd) scan.mode = 'structure';
	else if (scan.mode === 'name' && scan.name.length < longestName) {
		scan.name += String.fromCharCode(byte);
	}
};

/** Processes a byte. If it is the opening quote of a file's content, returns its location. */
const takeByte = (scan: Scan, byte: number): Place | null => {
	if (scan.mode !== 'structure') {
		takeInText(scan, byte);
		return null;
	}
	const { position } = scan;
	if (byte !== quote) {
		position.structure(byte);
		return null;
	}
	if (position.expectsName) {
		scan.mode = 'name';
		scan.name = '';
		return null;
	}
	const { place } = position;
	if (isFileContent(place)) return place;
	scan.mode = 'text';
	return null;
};

/** Reads to the start of a file's content, or to the end of the piece. */
export const readOn = (
	scan: Scan,
	piece: Buffer,
	from: number,
): { readonly at: number; readonly place: Place | null } => {
	for (let at = from; at < piece.length; at += 1) {
		const place = takeByte(scan, piece[at] ?? 0);
		if (place !== null) return { at: at + 1, place };
	}
	return { at: piece.length, place: null };
};
