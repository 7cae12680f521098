import type { Paging } from '../contract';
import type { ResponseBody } from '../rows';
import type { PageRequest } from './contradictions';
import type { InOrder } from './inOrder';
import { inOrder } from './inOrder';
import type { PageVerdict, Position, WalkOptions } from './pageVerdict';
import { judgePage, overlapOf } from './pageVerdict';

/** Maximum pages requested at the same time if the service does not report how many there are. */
const widestWave = 12;

/** Pages that may be past the end use at most one part in so many of the remaining rate limit. */
const partForGuesses = 10;

/** Whether each page of a wave is full, and the service says that more rows follow. */
const goesOn = async (
	{ rows, more = '' }: Paging,
	size: number,
	begun: ReadonlyArray<Promise<ResponseBody>>,
): Promise<boolean> => {
	const answers = await Promise.all(begun).catch(() => undefined);
	const isFull = (given: unknown) => Array.isArray(given) && given.length === size;
	return answers?.every((one) => isFull(one[rows]) && one[more] === true) === true;
};

/** Pages that are requested together. */
interface Wave {
	readonly answers: InOrder<PageRequest, ResponseBody>;
	/** Where the next pages start. */
	readonly behind: number;
}

/** How many pages to request together if the service does not report how many there are. */
const waveWidth = (
	{ endedAt, parallel = 1, room }: WalkOptions,
	position: Position,
	step: number,
	width: number,
) => {
	if (endedAt !== undefined) return Math.max(Math.ceil((endedAt - position.reached) / step), 1);
	const scarce = Math.floor((room?.() ?? Infinity) / partForGuesses);
	return Math.max(Math.min(width, parallel, scarce), 1);
};

/** Pages from `at` on, each created in turn, up to the end known at that time. */
const pagesFrom = function* (
	at: number,
	{ size, step, most }: { readonly size: number; readonly step: number; readonly most: number },
	wanted: number,
	end: () => number,
): Generator<PageRequest> {
	for (let offset = at, count = 0; count < most; count++, offset += step) {
		if (offset + size - step >= end()) return;
		yield { offset, limit: Math.min(size, wanted - offset) };
	}
};

/**
 * One walk through a list by offset, in full pages. In a whole list, each page except the first
 * starts with the last row of the previous page.
 */
export const walk = async function* (
	get: (asked: PageRequest) => Promise<ResponseBody>,
	page: Paging,
	walkOptions: WalkOptions,
): AsyncGenerator<PageVerdict> {
	const wanted = walkOptions.from + (walkOptions.limit ?? Infinity);
	let position: Position = { offset: 0, reached: walkOptions.from, size: 0, end: wanted };
	let isAlone = true;
	const begin = (from: Position, width: number): Wave => {
		const size = from.size || page.maxLimit;
		const overlap = overlapOf(walkOptions, from);
		const step = size - overlap;
		const isCounted = page.total !== undefined;
		const most = isAlone ? 1 : isCounted ? Infinity : waveWidth(walkOptions, from, step, width);
		const at = from.reached - overlap;
		const asked = pagesFrom(at, { size, step, most }, wanted, () => position.end);
		return {
			answers: inOrder(asked, walkOptions.parallel ?? 1, get),
			behind: from.reached + most * step,
		};
	};

	let underWay = begin(position, 1);
	for (let width = 2; ; width = Math.min(width * 2, widestWave)) {
		const { answers, behind } = underWay;
		// The rows of a wave are processed while the next wave is in flight.
		const mayGoOn = position.size > 0 && walkOptions.endedAt === undefined && behind < position.end;
		const ahead =
			mayGoOn && (await goesOn(page, position.size, answers.begun))
				? begin({ ...position, reached: behind }, width)
				: undefined;
		for await (const [one, answer] of answers) {
			const { size } = position;
			const verdict = judgePage(page, walkOptions, position, one, answer);
			position = verdict.position;
			yield verdict;
			if (position.isLast) return;
			// A page that is too small, in the middle of a list, may be the end of a list that claims
			// more rows.
			isAlone = position.size !== size && size > 0;
			if (position.size !== size) break;
		}
		underWay = ahead ?? begin(position, width);
	}
};
