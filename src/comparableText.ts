const sorted = (_name: string, value: unknown): unknown =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
		: value;

/** One JSON text per value of the service, independent of the order of its keys. */
export const comparableText = (value: unknown): string => JSON.stringify(value, sorted) ?? '';
