/** JSON characters, as bytes. */
const signs = { comma: 0x2c, quote: 0x22, backslash: 0x5c, list: 0x5b, object: 0x7b };

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

const isScalar = (value: unknown): value is string | number | boolean =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The texts, numbers and booleans at or below a value, as text, in order. */
export const textsIn = (value: unknown): string[] => {
	if (isContainer(value)) return Object.values(value).flatMap(textsIn);
	return isScalar(value) ? [String(value)] : [];
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
