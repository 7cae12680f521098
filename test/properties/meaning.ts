import { isDeepStrictEqual } from 'node:util';
import type { Wire } from './engine';
import { cut } from './values';

/** A request in parts that can be compared: what stands in its path and query is decoded. */
export interface Parts {
	readonly method: string;
	readonly path: readonly string[];
	readonly query: Readonly<Record<string, string>>;
	readonly body: unknown;
}

/** A place in the parts of several requests. */
export type Place = readonly string[];

/** The link of a question is another one each time. */
const link = /https?:\/\/localhost\S*[?&]round=[\w-]{36}\S*/;

const withoutLink = (body: unknown): unknown =>
	typeof body === 'object' && body !== null && 'comment' in body
		? { ...body, comment: String(body.comment).replace(link, '<link>') }
		: body;

/** The parts of a request. */
export const partsOf = ({ line, body }: Wire): Parts => {
	const [method = '', target = ''] = line.split(' ');
	const [path = '', query = ''] = target.split('?');
	return {
		method,
		path: path.split('/').map(decodeURIComponent),
		query: Object.fromEntries(
			query
				.split('&')
				.filter((pair) => pair !== '')
				.map((pair) => pair.split('=').map(decodeURIComponent)) as Array<[string, string]>,
		),
		body: withoutLink(body),
	};
};

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

/** What stands at a place. */
export const at = (value: unknown, place: Place): unknown =>
	place.reduce<unknown>(
		(inner, key) => (isTree(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
		value,
	);

/** Where two values differ: the innermost places, but whole lists of different lengths. */
export const differences = (one: unknown, other: unknown, place: Place = []): Place[] => {
	if (isDeepStrictEqual(one, other)) return [];
	const isList = Array.isArray(one);
	if (!isTree(one) || !isTree(other) || isList !== Array.isArray(other)) return [place];
	if (isList && one.length !== (other as unknown as unknown[]).length) return [place];
	const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
	return [...keys].flatMap((key) => differences(at(one, [key]), at(other, [key]), [...place, key]));
};

const isPlainList = (value: unknown): value is readonly unknown[] =>
	Array.isArray(value) && value.every((entry) => typeof entry !== 'object' || entry === null);

/** The text of a value that has one; of a list as n8n writes it. */
export const plainText = (value: unknown): string | undefined => {
	if (typeof value === 'string') return value;
	if (isPlainList(value)) return value.join(',');
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
};

const isSameNumber = (sent: number, text: string): boolean =>
	cut(text) !== '' && Number(cut(text)) === sent;

/** The entries of a list, or of a text that has them on lines or with commas between them. */
const listsOf = (value: unknown): ReadonlyArray<readonly unknown[]> => {
	if (Array.isArray(value)) return [value];
	const text = plainText(value) ?? '';
	const json = /^\s*\[.*\]\s*$/s.test(text) ? [JSON.parse(text) as readonly unknown[]] : [];
	return [
		...json,
		...[/\n/, ','].map((between) => text.split(between).filter((part) => cut(part) !== '')),
	];
};

/**
 * Whether what was sent is what was meant: the value itself, its text, its number, or, of a list, each
 * of its entries. Blanks around an address, a number or an ID are no part of it.
 */
export const means = (sent: unknown, value: unknown): boolean => {
	if (isDeepStrictEqual(sent, value)) return true;
	if (Array.isArray(sent)) {
		return listsOf(value).some(
			(parts) =>
				parts.length === sent.length && sent.every((one, index) => means(one, parts[index])),
		);
	}
	const text = plainText(value);
	if (text === undefined) return false;
	if (typeof sent === 'string') return sent === text || sent === cut(text);
	if (typeof sent === 'number') return isSameNumber(sent, text);
	return typeof sent === 'boolean' && String(sent) === text.trim().toLowerCase();
};
