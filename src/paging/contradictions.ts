import type { Paging } from '../contract';
import type { ResponseFault } from '../errors';
import { InvalidResponse } from '../errors';
import type { FetchPage, ResponseBody } from '../rows';
import { rowsOf } from '../rows';

/** What was asked of one page; by cursor there is no offset. */
export interface PageRequest {
	readonly offset?: number;
	readonly limit: number;
}

/** Longest text that is told: a longer one may be anything, a secret that was sent included. */
const longestText = 12;

/** A wrong value, in words where it is a list, an object or a longer text. */
const shown = (value: unknown): string => {
	if (value === undefined) return 'nothing';
	if (typeof value === 'string' && value.length > longestText) return 'a text';
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	return Array.isArray(value) ? 'a list' : 'an object';
};

/** Whether a value counts rows; no count of rows is so large that a number is not exact. */
const isCount = (value: unknown): value is number =>
	Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * What a page of a list says that cannot be, of what it holds or of how the list goes on; undefined
 * when there is nothing. Each such answer would end the list too early, or never.
 */
export const contradictionIn = (
	page: Paging,
	{ offset = 0, limit }: PageRequest,
	answer: ResponseBody,
): ResponseFault | undefined => {
	const given = rowsOf(page, answer).length;
	if (given > limit) return { kind: 'tooManyRows', asked: limit, given };
	const more = page.more !== undefined && answer[page.more];
	if (page.more !== undefined && typeof more !== 'boolean') {
		return { kind: 'noFlag', field: page.more, value: shown(more) };
	}
	if (page.total === undefined) return undefined;
	const total = answer[page.total];
	if (!isCount(total)) return { kind: 'noCount', field: page.total, value: shown(total) };
	const reached = offset + given;
	return given > 0 && reached > total
		? { kind: 'beyondTotal', field: page.total, total, reached }
		: undefined;
};

/** Fetches pages that do not contradict themselves. */
export const checked =
	(page: Paging, fetch: FetchPage) =>
	async (asked: PageRequest, changes: ResponseBody = {}): Promise<ResponseBody> => {
		const answer = await fetch({ ...changes, ...asked });
		const fault = contradictionIn(page, asked, answer);
		if (fault) throw new InvalidResponse(fault);
		return answer;
	};
