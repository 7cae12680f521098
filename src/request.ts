import { z } from 'zod';
import type { Endpoint, Input } from './contract';
import { FileContent } from './contract';
import type { InputIssue } from './errors';
import { InvalidInput } from './errors';
import type { HttpRequest } from './http';

/** The text for one of zod's own issues, as a clause after the name of a field. */
const issueText = (issue: z.ZodIssueOptionalMessage): string | undefined => {
	switch (issue.code) {
		case z.ZodIssueCode.invalid_type:
			return issue.received === 'undefined'
				? 'is required'
				: `must be of type ${issue.expected}, not ${issue.received}`;
		case z.ZodIssueCode.unrecognized_keys:
			return `has a field that the service does not know: ${issue.keys.join(', ')}`;
		case z.ZodIssueCode.invalid_union_discriminator:
		case z.ZodIssueCode.invalid_enum_value:
			return `must be one of ${issue.options.join(', ')}`;
		default:
			return undefined;
	}
};

/** The text of the contract for an issue, or a plain one where it has none. */
const messages: z.ZodErrorMap = (issue, context) => {
	const isOfContract = context.defaultError !== z.defaultErrorMap(issue, context).message;
	return { message: (isOfContract ? undefined : issueText(issue)) ?? context.defaultError };
};

const inputParts = ['params', 'query', 'body'] as const;

/** Why a text cannot be encoded: half of a surrogate pair has no percent encoding. */
const encodingFault = (text: string): string | undefined =>
	/\p{Cs}/u.test(text) ? 'must be well-formed text' : undefined;

/** Why a text cannot be a path segment; undefined when it can. */
const segmentFault = (text: string): string | undefined => {
	if (text === '') return 'must not be empty';
	if (text === '.' || text === '..') return 'must not be . or ..';
	const fault = encodingFault(text);
	if (fault !== undefined) return fault;
	return /\p{Cc}/u.test(text) ? 'must not contain control characters' : undefined;
};

/**
 * One path segment. `encodeURIComponent` keeps `.` and `..`, and a URL parser would resolve them. A
 * value that cannot be one segment is refused instead of changed.
 */
const encodeSegment = (name: string, value: unknown): string => {
	const [path, text] = [`params.${name}`, String(value)];
	const message = segmentFault(text);
	if (message !== undefined) throw new InvalidInput([{ path, message }]);
	return encodeURIComponent(text);
};

const encodeParams = (endpoint: Endpoint, { params }: Input): string => {
	const values = new Map<string, unknown>(Object.entries(params ?? {}));
	return endpoint.path.replace(/\{(\w+)\}/g, (_placeholder, name: string) =>
		encodeSegment(name, values.get(name)),
	);
};

/** The value at a place in a value, by own properties only; undefined if there is none. */
export const valueAt = (value: unknown, path: ReadonlyArray<string | number>): unknown =>
	path.reduce((held, name) => {
		const isThere = typeof held === 'object' && held !== null && Object.hasOwn(held, name);
		return isThere ? (held as Readonly<Record<string | number, unknown>>)[name] : undefined;
	}, value);

/** Every wrong field of an input. */
const issuesOf = (endpoint: Endpoint, input: Input): InputIssue[] =>
	inputParts.flatMap((part) => {
		const result = endpoint[part]?.safeParse(input[part] ?? {}, { errorMap: messages });
		if (result === undefined || result.success) return [];
		return result.error.issues.map(({ path, message }) => ({
			path: [part, ...path].join('.'),
			message,
			given: valueAt(input[part], path),
		}));
	});

const encodeQuery = (query: unknown): string => {
	const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
	if (pairs.length === 0) return '';
	const encoded = pairs.map(([name, value]) => {
		const message = encodingFault(String(value));
		if (message !== undefined) throw new InvalidInput([{ path: `query.${name}`, message }]);
		return [name, String(value)].map((part) => encodeURIComponent(part)).join('=');
	});
	return `?${encoded.join('&')}`;
};

/** Path and query, encoded. @throws {InvalidInput} if a value cannot be part of a URL. */
const pathOf = (endpoint: Endpoint, input: Input): string =>
	encodeParams(endpoint, input) + encodeQuery(input.query);

/** The paths of validated inputs, for their endpoint. No input is changed after validation. */
const checkedPaths = new WeakMap<Input, { readonly endpoint: Endpoint; readonly path: string }>();

/** The path of an input, validated once. @throws {InvalidInput} that names every wrong field. */
const checkedPathOf = (endpoint: Endpoint, input: Input): string => {
	const known = checkedPaths.get(input);
	if (known?.endpoint === endpoint) return known.path;
	const issues = issuesOf(endpoint, input);
	if (issues.length > 0) throw new InvalidInput(issues);
	const path = pathOf(endpoint, input);
	checkedPaths.set(input, { endpoint, path });
	return path;
};

/**
 * Validates an input against the contract. Also checks that each path value is one path segment,
 * and that the query can be encoded.
 * @throws {InvalidInput} that names every wrong field.
 */
export const checkInput = (endpoint: Endpoint, input: Input): void => {
	checkedPathOf(endpoint, input);
};

/** Whether a value of a body is a file: its content, or its base64 text, which JSON never escapes. */
const isFile = (key: string, value: unknown): value is string | FileContent =>
	value instanceof FileContent ||
	(key === 'base64_content' && typeof value === 'string' && !/[^\w+/=-]/.test(value));

/** JSON text in parts, with a file between two parts: the text of a file is not copied. */
const jsonParts = (body: unknown): ReadonlyArray<string | FileContent> => {
	const files: Array<string | FileContent> = [];
	// No text of a body contains it by chance.
	const marker = `<file ${Math.random()}${Math.random()}>`;
	const text = JSON.stringify(body, (key, value: unknown) => {
		if (!isFile(key, value)) return value;
		files.push(value);
		return marker;
	});
	return text.split(marker).flatMap((piece, index) => [piece, files[index] ?? []].flat());
};

/**
 * The HTTP request of an endpoint for an input: validated, path and query encoded, body as JSON.
 * The input itself is sent. The service applies its defaults.
 * @throws {InvalidInput} that names every wrong field.
 */
export const toHttpRequest = (endpoint: Endpoint, input: Input): HttpRequest => {
	const path = checkedPathOf(endpoint, input);
	return {
		method: endpoint.method,
		path,
		...(endpoint.body && { body: jsonParts(input.body ?? {}) }),
		writes: endpoint.writes,
		safe: endpoint.safe,
	};
};

/** The bytes of a base64 text. */
const sizeOf = (text: string): number => Math.floor((text.replace(/=+$/, '').length * 3) / 4);

const shownFile = (key: string, value: unknown): unknown => {
	if (value instanceof FileContent) return { size: value.size };
	return key === 'base64_content' && typeof value === 'string' ? { size: sizeOf(value) } : value;
};

/**
 * The request of an endpoint for an input, for review: with the sizes of files in place of them.
 * @throws {InvalidInput} if a value cannot be part of a URL.
 */
export const shownRequest = (endpoint: Endpoint, input: Input) => ({
	method: endpoint.method,
	path: pathOf(endpoint, input),
	...(endpoint.body && {
		body: JSON.parse(JSON.stringify(input.body ?? {}, shownFile)) as unknown,
	}),
});
