type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container =>
	typeof value === 'object' && value !== null;

/** What a person sees as one value in JSON. */
export const isScalar = (value: unknown): value is string | number | boolean =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/**
 * The texts, numbers and booleans at or below a value, as text, in order. Without recursion: a
 * delivery may be nested as deep as its sender likes.
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

/** What stands where a secret stood. */
export const removed = '[secret removed]';

/** Takes a secret out of every text and name of a value, in place. */
export const removeSecret = (value: Container, secret: string): void => {
	const without = (text: string) => text.replaceAll(secret, removed);
	const waiting: Container[] = [value];
	for (let container = waiting.pop(); container; container = waiting.pop()) {
		for (const [key, inner] of Object.entries(container)) {
			if (isContainer(inner)) waiting.push(inner);
			const name = without(key);
			const clean = typeof inner === 'string' ? without(inner) : inner;
			if (name !== key) delete container[key];
			if (name !== key || clean !== inner) container[name] = clean;
		}
	}
};
