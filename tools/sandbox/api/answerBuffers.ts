import type { ServerResponse } from 'node:http';

/** Buffers for responses that are joined from parts. */
export interface AnswerBuffers {
	/** Joins the parts in one buffer, which is valid until `response` is closed. */
	join(parts: readonly Uint8Array[], response: ServerResponse): Uint8Array;
}

const bufferSize = 1024 * 1024;
const mostFree = 8;

/**
 * Buffers are reused: a new one for every large response would keep the garbage collector busy for
 * longer than it takes to fill it.
 */
export const createAnswerBuffers = (): AnswerBuffers => {
	const free: Buffer[] = [];
	return {
		join(parts, response) {
			const [only] = parts;
			if (only !== undefined && parts.length === 1) return only;
			const length = parts.reduce((sum, part) => sum + part.length, 0);
			if (length > bufferSize) return Buffer.concat(parts, length);
			const buffer = free.pop() ?? Buffer.allocUnsafeSlow(bufferSize);
			let at = 0;
			for (const part of parts) {
				buffer.set(part, at);
				at += part.length;
			}
			response.once('close', () => {
				if (free.length < mostFree) free.push(buffer);
			});
			return buffer.subarray(0, length);
		},
	};
};
