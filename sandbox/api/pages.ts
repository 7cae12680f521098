import type { ServerResponse } from 'node:http';

/** Puts answers together from parts. */
export interface Pages {
	/** The parts in one buffer, which is good until `response` is closed. */
	join(parts: readonly Uint8Array[], response: ServerResponse): Uint8Array;
}

const pageSize = 1024 * 1024;
const mostFree = 8;

/**
 * Pages in buffers that are used again and again: a fresh buffer for every large answer keeps the
 * garbage collector busy for longer than it takes to fill it.
 */
export const createPages = (): Pages => {
	const free: Buffer[] = [];
	return {
		join(parts, response) {
			const [only] = parts;
			if (only !== undefined && parts.length === 1) return only;
			const length = parts.reduce((sum, part) => sum + part.length, 0);
			if (length > pageSize) return Buffer.concat(parts, length);
			const page = free.pop() ?? Buffer.allocUnsafeSlow(pageSize);
			let at = 0;
			for (const part of parts) {
				page.set(part, at);
				at += part.length;
			}
			response.once('close', () => {
				if (free.length < mostFree) free.push(page);
			});
			return page.subarray(0, length);
		},
	};
};
