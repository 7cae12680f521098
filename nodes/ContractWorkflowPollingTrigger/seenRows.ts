import { digestLength, shortDigest } from '../shared/rows/digest';

/** What is remembered of a row. */
export interface Known {
	/** Its place in the order of the list. */
	readonly at: number;
	readonly token: string;
	/** Whether only a digest of the token is kept, or only the first page has shown the row. */
	readonly kind?: 'digest' | 'first';
}

/** The rows that a watch remembers, by ID. */
export type Memory = Map<number, Known>;

/** A remembered row as n8n stores it. */
export type StoredRow = readonly [id: number, at: number, token: string, kind?: Known['kind']];

/** Maximum characters of tokens that are stored whole. */
const mostOfTokens = 500_000;

export const recall = (stored: readonly StoredRow[] = []): Memory =>
	new Map(stored.map(([id, at, token, kind]) => [id, { at, token, ...(kind && { kind }) }]));

/** Whether a row has the token that is remembered of it. */
export const isSame = (token: string, known: Known): boolean =>
	known.token === (known.kind === 'digest' ? shortDigest(token) : token);

/**
 * What to store of a memory, oldest first. Only a row before the point is ever forgotten, because no
 * later reading returns it unchanged. Of those, the last `keeps` stay.
 */
export const store = (
	seen: Memory,
	point: { readonly at: number },
	keeps: number,
): readonly StoredRow[] => {
	const rows = [...seen].sort(([, one], [, other]) => one.at - other.at);
	const before = rows.filter(([, { at }]) => at < point.at).length;
	let length = 0;
	const stored = rows
		.slice(Math.max(before - keeps, 0))
		.reverse()
		.map(([id, { at, token, kind }]): StoredRow => {
			length += token.length;
			if (kind) return [id, at, token, kind];
			const isLong = token.length > digestLength && length > mostOfTokens;
			return isLong ? [id, at, shortDigest(token), 'digest'] : [id, at, token];
		});
	return stored.reverse();
};
