import type { Property } from '../fields/property';

/** How to find the labels for the fields of a request. */
export interface Labelled {
	/** A parameter with the same name as a field, in its own spelling, provides the label. */
	readonly properties?: readonly Property[];
	/** The labels for the other fields, by the API's name of each. */
	readonly labels?: Readonly<Record<string, string>>;
	/** The request, whose parts may have labels of their own. */
	readonly input?: object | undefined;
}

/** The labels of parts of requests that the panel does not show as they are sent. */
const ownLabels = new WeakMap<object, string>();

/** Gives a part of a request a label, for an error of the service about it. */
export const labelled = <Part extends object>(part: Part, label: string): Part => {
	ownLabels.set(part, label);
	return part;
};

/**
 * The innermost part of a request on a path, such as `body.variables.1.value`, and the label of the
 * innermost with one. The service may add names that the request lacks.
 */
export const partAt = (path: string, input: unknown) => {
	let part = input;
	let label: string | undefined;
	for (const name of path.split('.')) {
		if (Object.hasOwn(Object(part) as object, name)) part = (part as Record<string, unknown>)[name];
		label = ownLabels.get(part as object) ?? label;
	}
	return { part, label };
};

/** A field of the API as words: `task_url` is "Task URL". */
export const capitalized = (name: string): string =>
	name
		.split('_')
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ')
		.replace(/\b(Id|Url)\b/g, (word) => word.toUpperCase());

const camelCase = (name: string) =>
	name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

const labelIn = (properties: readonly Property[], name: string): string | undefined => {
	for (const property of properties) {
		if (property.name === name) return property.displayName;
		for (const option of property.options ?? []) {
			const inner = 'values' in option ? option.values : 'type' in option ? [option] : [];
			const label = labelIn(inner, name);
			if (label !== undefined) return label;
		}
	}
	return undefined;
};

/**
 * The label of a field: `body.variables.1.value` is `"Variables" 2 "Value"`. What is not a path of
 * the contract is returned unchanged.
 */
export const fieldLabel = (
	path: string,
	{ properties = [], labels = {}, input }: Labelled = {},
): string => {
	const [part = '', ...names] = path.split('.');
	if (!/^(body|params|path|query)$/.test(part)) return path;
	const { label } = partAt(path, input);
	if (label !== undefined) return label;
	const words = names.map((name) =>
		/^\d+$/.test(name)
			? String(Number(name) + 1)
			: `"${(Object.hasOwn(labels, name) ? labels[name] : undefined) ?? labelIn(properties, camelCase(name)) ?? capitalized(name)}"`,
	);
	return words.length === 0 ? 'The request' : words.join(' ');
};
