import { cutOff, deepest } from '../shared/client/readResponse';

/** JSON characters, as bytes. */
const signs = { comma: 0x2c, quote: 0x22, backslash: 0x5c, list: 0x5b, object: 0x7b };

type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container =>
	typeof value === 'object' && value !== null;

/** What a person sees as one value in JSON. */
export const isScalar = (value: unknown): value is string | number | boolean =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/**
 * The texts, numbers and booleans at or below a value, as text, in order. Without recursion,
 * because a delivery may be nested to any depth.
 */
export const textsIn = (value: unknown): string[] => {
	const texts: string[] = [];
	const waiting: unknown[] = [value];
	while (waiting.length > 0) {
		const next = waiting.pop();
		if (isContainer(next)) {
			for (const inner of Object.values(next).reverse()) waiting.push(inner);
		} else if (isScalar(next)) {
			texts.push(String(next));
		}
	}
	return texts;
};

/** Maximum values of a delivery, including lists and objects: n8n takes seconds to store more. */
export const mostValues = 50_000;

/**
 * Whether a JSON text has more values than a delivery may. It counts the commas and brackets
 * outside of strings, because just listing the names of a large object takes long.
 */
export const isOfTooMany = (bytes: Uint8Array): boolean => {
	let [count, inText] = [0, false];
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at];
		if (byte === signs.quote) inText = !inText;
		else if (inText && byte === signs.backslash) at++;
		else if (inText) continue;
		else if (byte === signs.comma || byte === signs.list || byte === signs.object) count++;
	}
	return count > mostValues;
};

/** Whether a value has more values than a delivery may. */
export const holdsTooMany = (value: unknown): boolean => {
	let count = 0;
	const waiting: unknown[] = [value];
	while (waiting.length > 0) {
		const next = waiting.pop();
		if (!isContainer(next)) continue;
		count += Array.isArray(next) ? next.length : Object.keys(next).length;
		if (count > mostValues) return true;
		for (const inner of Object.values(next)) if (isContainer(inner)) waiting.push(inner);
	}
	return false;
};

/** Replaces a secret. */
export const removed = '[secret removed]';

const put = (container: Container, name: string, value: unknown): void => {
	// An assignment with `=` would lose a value named `__proto__`.
	Object.defineProperty(container, name, {
		value,
		enumerable: true,
		configurable: true,
		writable: true,
	});
};

/**
 * Prepares a value for output, in place. Removes a secret from every text and name, and everything
 * nested too deeply for n8n to pass on.
 */
export const clean = (value: Container, secret: string | undefined): void => {
	const without = (text: string) =>
		secret === undefined ? text : text.replaceAll(secret, removed);
	const waiting: Array<{ container: Container; depth: number }> = [{ container: value, depth: 1 }];
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		const { container, depth } = next;
		for (const [key, inner] of Object.entries(container)) {
			const isTooDeep = isContainer(inner) && depth >= deepest;
			if (isContainer(inner) && !isTooDeep) waiting.push({ container: inner, depth: depth + 1 });
			const name = without(key);
			const fit = isTooDeep ? cutOff : typeof inner === 'string' ? without(inner) : inner;
			if (name !== key) delete container[key];
			if (name !== key || fit !== inner) put(container, name, fit);
		}
	}
};
