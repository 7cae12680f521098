import type { Endpoint, Paging } from '../contract';
import type { ResponseFault } from '../errors';
import { InvalidResponse } from '../errors';

/** A row of a list, as the service returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** Endpoints that list in pages. */
export type PagedEndpoint = Endpoint & { readonly page: Paging };

export type ResponseBody = Readonly<Record<string, unknown>>;

/** The request of one page. */
export interface PageRequest {
	readonly offset: number;
	readonly limit: number;
}

/** One page of a list. */
export interface ListPage {
	readonly rows: readonly Row[];
	/** The number of all rows, if the service reports it. */
	readonly total: number | undefined;
	/** Whether the service says that no rows follow. */
	readonly saysEnd: boolean;
}

/** Maximum characters of a text that are shown: a longer one may be anything, even a secret. */
const longestText = 12;

/** A wrong value in words, if it is a list, an object or a longer text. */
const shown = (value: unknown): string => {
	if (value === undefined) return 'nothing';
	if (typeof value === 'string' && value.length > longestText) return 'a text';
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	return Array.isArray(value) ? 'a list' : 'an object';
};

/** The rows of a response. The client has checked that they are a list. */
const rowsIn = ({ rows }: Paging, answer: ResponseBody) => answer[rows] as Row[];

/** What is wrong with a page: each such response would end the list too early, or never. */
const faultIn = (
	paging: Paging,
	{ limit }: PageRequest,
	answer: ResponseBody,
): ResponseFault | undefined => {
	const { length: given } = rowsIn(paging, answer);
	if (given > limit) return { kind: 'tooManyRows', asked: limit, given };
	const { more, total } = paging;
	if (more !== undefined && typeof answer[more] !== 'boolean') {
		return { kind: 'noFlag', field: more, value: shown(answer[more]) };
	}
	if (total === undefined) return undefined;
	const isCount = Number.isSafeInteger(answer[total]) && Number(answer[total]) >= 0;
	return isCount ? undefined : { kind: 'noCount', field: total, value: shown(answer[total]) };
};

/**
 * Checks a page.
 * @throws {InvalidResponse} if it has too many rows, or does not say how the list continues.
 */
export const checkPage = (paging: Paging, asked: PageRequest, answer: ResponseBody): void => {
	const fault = faultIn(paging, asked, answer);
	if (fault) throw new InvalidResponse(fault);
};

/** The page in a response. @throws {InvalidResponse} as `checkPage` does. */
export const pageIn = (paging: Paging, asked: PageRequest, answer: ResponseBody): ListPage => {
	checkPage(paging, asked, answer);
	const { more, total } = paging;
	return {
		rows: rowsIn(paging, answer),
		total: total === undefined ? undefined : Number(answer[total]),
		saysEnd: more !== undefined && answer[more] === false,
	};
};
