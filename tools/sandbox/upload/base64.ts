import { decodeBase64 } from '../files';

/** Decodes Base64 text in pieces. */
export interface Base64Decoder {
	append(text: Uint8Array): void;
	/** Whether the text was Base64. If so, passes the last bytes to the receiver. */
	end(): boolean;
	/** Whether the text contains a character that JSON does not allow in a string. */
	readonly hasControlCharacter: boolean;
}

/**
 * Characters that are decoded at a time: a multiple of four, and short enough to be cheap garbage.
 */
const blockLength = 64 * 1024;

const isControl = (code: number): boolean => code < 0x20;

/** Decodes a full block that is not the last one. False if it is wrong, for example has padding. */
const decodeBlock = (block: Buffer, bytes: Buffer): boolean => {
	const text = block.toString('latin1');
	return bytes.write(text, 'base64') === bytes.length && !/[-_=]/.test(text);
};

/** A decoder that passes the bytes to `receive`, which must copy what it keeps. */
export const createBase64Decoder = (receive: (bytes: Uint8Array) => void): Base64Decoder => {
	const block = Buffer.allocUnsafe(blockLength);
	const bytes = Buffer.allocUnsafe((blockLength / 4) * 3);
	let filled = 0;
	let isBase64 = true;
	let hasControlCharacter = false;
	const look = (text: Uint8Array): void => {
		isBase64 = false;
		hasControlCharacter ||= text.some(isControl);
	};
	const flush = (): void => {
		if (decodeBlock(block, bytes)) receive(bytes);
		else look(block);
		filled = 0;
	};
	return {
		append(text) {
			for (let at = 0; at < text.length; ) {
				// Only if more text follows: the last block may end with padding.
				if (filled === blockLength) flush();
				if (!isBase64) return look(text.subarray(at));
				const part = text.subarray(at, at + blockLength - filled);
				block.set(part, filled);
				filled += part.length;
				at += part.length;
			}
		},
		end() {
			if (!isBase64) return false;
			const rest = decodeBase64(block.toString('latin1', 0, filled));
			if (rest === undefined) look(block.subarray(0, filled));
			else receive(rest);
			return isBase64;
		},
		get hasControlCharacter() {
			return hasControlCharacter;
		},
	};
};
