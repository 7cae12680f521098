import type { Paging } from '../contract';
import type { ResponseFault } from '../errors';
import { InvalidResponse } from '../errors';
import type { ResponseBody } from '../rows';
import { rowsOf } from '../rows';

/** The request of one page. */
export interface PageRequest {
	readonly offset: number;
	readonly limit: number;
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

/** Whether a value is a count of rows. No count is too large to be exact. */
const isCount = (value: unknown): value is number =>
	Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * A contradiction in a page, in its rows or in how the list continues; undefined if there is none.
 * Each such response would end the list too early, or never.
 */
export const contradictionIn = (
	page: Paging,
	{ offset, limit }: PageRequest,
	answer: ResponseBody,
): ResponseFault | undefined => {
	const given = rowsOf(page, answer).length;
	if (given > limit) return { kind: 'tooManyRows', asked: limit, given };
	if (page.more !== undefined && typeof answer[page.more] !== 'boolean') {
		return { kind: 'noFlag', field: page.more, value: shown(answer[page.more]) };
	}
	if (page.total === undefined) return undefined;
	const total = answer[page.total];
	if (!isCount(total)) return { kind: 'noCount', field: page.total, value: shown(total) };
	const reached = offset + given;
	return given > 0 && reached > total
		? { kind: 'beyondTotal', field: page.total, total, reached }
		: undefined;
};

/**
 * Checks a page.
 * @throws {InvalidResponse} if the page contradicts itself.
 */
export const checkPage = (page: Paging, asked: PageRequest, answer: ResponseBody): void => {
	const fault = contradictionIn(page, asked, answer);
	if (fault) throw new InvalidResponse(fault);
};
