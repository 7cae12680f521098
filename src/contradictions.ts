import type { Page } from './contract';
import type { ResponseFault } from './errors';
import { InvalidResponse } from './errors';
import type { Answer, FetchPage } from './rows';
import { rowsOf } from './rows';

/** What was asked of one page; by cursor there is no offset. */
export interface Asked {
	readonly offset?: number;
	readonly limit: number;
}

/** Longest part of a wrong value that is told. */
const longestValue = 40;

const shown = (value: unknown): string =>
	value === undefined ? 'nothing' : JSON.stringify(value).slice(0, longestValue);

/** Whether a value counts rows; no count of rows is so large that a number is not exact. */
const isCount = (value: unknown): value is number =>
	Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * What a page of a list says that cannot be, of what it holds or of how the list goes on; undefined
 * when there is nothing. Each such answer would end the list too early, or never.
 */
export const contradictionIn = (
	page: Page,
	{ offset = 0, limit }: Asked,
	answer: Answer,
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
	(page: Page, fetch: FetchPage) =>
	async (asked: Asked, changes: Answer = {}): Promise<Answer> => {
		const answer = await fetch({ ...changes, ...asked });
		const fault = contradictionIn(page, asked, answer);
		if (fault) throw new InvalidResponse(fault);
		return answer;
	};
