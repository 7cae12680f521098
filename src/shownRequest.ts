import type { Endpoint, Input } from './contract';
import { FileContent } from './contract';
import { pathOf } from './request';

/** A request as it would be sent, with the sizes of its files in place of them. */
interface ShownRequest {
	readonly method: string;
	/** The path after the base URL, with encoded values and the query. */
	readonly path: string;
	/** Absent if the endpoint takes none. */
	readonly body?: unknown;
}

/** `metadata` has the builder's own names (section 4): none of them is a file. */
const ownNames = 'metadata';

/** The bytes of a base64 text. */
const sizeOf = (text: string): number => Math.floor((text.replace(/=+$/, '').length * 3) / 4);

const shownFile = (content: unknown): unknown => {
	if (content instanceof FileContent) return { size: content.size };
	return typeof content === 'string' ? { size: sizeOf(content) } : content;
};

const shownValue = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(shownValue);
	if (typeof value !== 'object' || value === null) return value;
	const shown = Object.entries(value)
		.filter(([, held]) => held !== undefined)
		.map(([name, held]: [string, unknown]) => {
			if (name === 'base64_content') return [name, shownFile(held)] as const;
			return [name, name === ownNames ? held : shownValue(held)] as const;
		});
	return Object.fromEntries(shown);
};

/**
 * The request of an endpoint for an input, for review.
 * @throws {InvalidInput} if a value cannot be part of a path.
 */
export const shownRequest = (endpoint: Endpoint, input: Input): ShownRequest => ({
	method: endpoint.method,
	path: pathOf(endpoint, input),
	...(endpoint.body && { body: shownValue(input.body ?? {}) }),
});
