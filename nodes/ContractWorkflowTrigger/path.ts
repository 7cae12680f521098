/** The parts of a delivery. Every path starts with one of them. */
const deliveryParts = ['body', 'headers', 'query'];

/** One step of a path: `.name`, `[0]`, `["any name"]` or `['any name']`. */
const step = /\.?([^.[\]{}\s"']+)|\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]/y;

/**
 * The names of a path such as `body.data.task.id`, `body[0].payload` or `headers["x-id"]`. Also
 * accepts what n8n copies from an output, `{{ $json.body.id }}`. Undefined if it is not a path, or
 * does not start with a part of a delivery.
 */
export const pathSteps = (text: string): string[] | undefined => {
	const whole = text.trim();
	const isCopied = whole.startsWith('{{') && whole.endsWith('}}');
	const path = (isCopied ? whole.slice(2, -2).trim() : whole).replace(/^\$json\.?/, '');
	const steps: string[] = [];
	step.lastIndex = 0;
	while (step.lastIndex < path.length) {
		const match = step.exec(path);
		if (!match) return undefined;
		steps.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '');
	}
	return deliveryParts.includes(steps[0] ?? '') ? steps : undefined;
};

/** The value at a path, by own properties only; undefined if there is none. */
export const valueAt = (delivery: unknown, text: string): unknown => {
	const steps = pathSteps(text);
	if (!steps) return undefined;
	let value = delivery;
	for (const name of steps) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
			return undefined;
		value = (value as Readonly<Record<string, unknown>>)[name];
	}
	return value;
};
