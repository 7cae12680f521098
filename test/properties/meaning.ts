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
export type Path = ReadonlyArray<string | number>;

/**
 * What the node adds to a text: the mark of a comment, and a link that is another one each time, which
 * stands above a long text together with its beginning.
 */
const added =
	/^[^]*\nhttps?:\/\/localhost\S*[?&]round=\S*\n\n|^\(sent-by-n8n\)\n\n|( \(sent-by-n8n\))?\n\n[^\n]*\nhttps?:\/\/localhost\S*[?&]round=\S*$/g;

const withoutAdded = (body: unknown): unknown =>
	typeof body === 'object' && body !== null && 'comment' in body
		? { ...body, comment: String(body.comment).replaceAll(added, '') }
		: body;

/** The parts of a request. */
export const partsOf = ({ line, body }: Wire): Parts => {
	const [method = '', target = ''] = line.split(' ');
	const [path = '', query = ''] = target.split('?');
	const pairs = query.split('&').filter((pair) => pair !== '');
	return {
		method,
		path: path.split('/').map(decodeURIComponent),
		query: Object.fromEntries(
			pairs.map((pair) => pair.split('=').map(decodeURIComponent) as [string, string]),
		),
		body: withoutAdded(body),
	};
};

/** Whether a value has others in it. */
export const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

/** What stands at a place. */
export const at = (value: unknown, place: Path): unknown =>
	place.reduce<unknown>(
		(inner, key) => (isTree(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
		value,
	);

/** Where two values differ: the innermost places, but whole lists of different lengths. */
export const differences = (one: unknown, other: unknown, place: Path = []): Path[] => {
	if (isDeepStrictEqual(one, other)) return [];
	const areLists = Array.isArray(one) && Array.isArray(other);
	if (!isTree(one) || !isTree(other) || Array.isArray(one) !== Array.isArray(other)) return [place];
	if (areLists && one.length !== other.length) return [place];
	const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
	return [...keys].flatMap((key) => differences(at(one, [key]), at(other, [key]), [...place, key]));
};

/** The text of a value that has one; of a list as n8n writes it. */
export const plainText = (value: unknown): string | undefined => {
	if (Array.isArray(value)) return value.some(isTree) ? undefined : value.join(',');
	return isTree(value) || value === null || value === undefined ? undefined : String(value);
};

/** The entries of a list, or of a text that has them on lines or with commas between them. */
const listsOf = (value: unknown): ReadonlyArray<readonly unknown[]> => {
	if (Array.isArray(value)) return [value];
	const text = plainText(value) ?? '';
	if (/^\s*\[.*\]\s*$/s.test(text)) return [JSON.parse(text) as readonly unknown[]];
	return [/\n/, ','].map((between) => text.split(between).filter((part) => cut(part) !== ''));
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
	const given = plainText(value);
	if (given === undefined) return false;
	const text = cut(given);
	if (typeof sent === 'number') return text !== '' && Number(text) === sent;
	if (typeof sent === 'boolean') return String(sent) === text.toLowerCase();
	return sent === text || sent === given;
};
