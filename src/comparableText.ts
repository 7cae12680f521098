const isContainer = (value: unknown): value is object =>
	typeof value === 'object' && value !== null;

/** Names whose order an object does not keep: numbers come first, and `__proto__` is not stored. */
const unordered = /^(?:\d|__proto__$)/;

const textOfObject = (value: Readonly<Record<string, unknown>>): string => {
	const names = Object.keys(value).sort();
	if (names.some((name) => isContainer(value[name]) || unordered.test(name))) {
		const pairs = names.map((name) => `${JSON.stringify(name)}:${comparableText(value[name])}`);
		return `{${pairs.join(',')}}`;
	}
	const sorted: Record<string, unknown> = {};
	for (const name of names) sorted[name] = value[name];
	return JSON.stringify(sorted);
};

/** One JSON text per value of the service, independent of the order of its keys. */
export const comparableText = (value: unknown): string => {
	if (!isContainer(value)) return JSON.stringify(value) ?? '';
	if (!Array.isArray(value)) return textOfObject(value as Readonly<Record<string, unknown>>);
	return value.some(isContainer)
		? `[${value.map(comparableText).join(',')}]`
		: JSON.stringify(value);
};
