import type { Context } from '../../../shared/client/clock';
import type { Observer } from '../../../shared/client/connection';
import { unmatchedText } from '../../../shared/words/lists';
import type { Notes } from '../../surroundings';

/** Where reading a list stopped. */
interface StoppedReading {
	readonly read: number;
	/** Rows of the whole list. */
	readonly total: number;
	readonly passed: number;
	readonly wanted: number;
}

/** Counts what a run did beside sending its items, to report it to the builder. */
export interface Tally extends Observer, Notes {
	/** An item was skipped on purpose. */
	readonly skipped: () => void;
	/** An item was not sent, because an earlier execution has sent it. */
	readonly sentIn: (executionId: string) => void;
	/** An item was skipped, because an earlier one with its key has an unknown outcome. */
	readonly unknownKey: () => void;
	/** A list is returned with a mark, because it changed each time it was read. */
	readonly unsettled: () => void;
	/** Reading a list stopped at its limit, before enough rows had passed. */
	readonly stoppedReading: (stop: StoppedReading) => void;
	/** What to report, in sentences. */
	readonly sentences: () => string[];
}

const counted = (count: number, thing: string): string =>
	count === 1 ? `1 ${thing} was` : `${count} ${thing}s were`;

/** What a run counts. */
type Counts = {
	repeats: number;
	skips: number;
	readonly sentIn: Map<string, number>;
	unknownKeys: number;
	unsettledLists: number;
	readonly stops: StoppedReading[];
	readonly leftOut: Set<string>;
	readonly remarks: Set<string>;
	waitedMs: number;
	/** Requests per window of the rate limit, if known. */
	limit: number | undefined;
};

const stopText = ({ read, total, passed, wanted }: StoppedReading): string =>
	`The node read ${read} of ${total} rows, and ${passed} of the ${wanted} wanted rows passed the filters. To read the whole list, use Return All.`;

const sentencesOf = (counts: Counts) => {
	const { repeats, skips, sentIn, unknownKeys, unsettledLists, stops } = counts;
	const { waitedMs, limit, leftOut, remarks } = counts;
	const seconds = Math.round(waitedMs / 1000);
	const perMinute = limit === undefined ? '' : ` (${limit} per minute)`;
	return [
		...(seconds > 0 ? [`Waited ${seconds} s for the rate limit${perMinute}.`] : []),
		...(repeats > 0 ? [`${counted(repeats, 'request')} retried.`] : []),
		...(skips > 0 ? [`${counted(skips, 'item')} skipped. See the reason in each item.`] : []),
		...(unknownKeys > 0
			? [`${counted(unknownKeys, 'skipped item')} sent before with an unknown outcome.`]
			: []),
		...[...sentIn].map(
			([execution, count]) =>
				`${counted(count, 'item')} already sent in execution ${execution}. Later changes to ${count === 1 ? 'its' : 'their'} text were not sent.`,
		),
		...(unsettledLists > 0
			? [
					'The list changed each time the node read it, so a row may be missing. The items have "incomplete": true. Run the node again later.',
				]
			: []),
		...new Set(stops.map(stopText)),
		...(leftOut.size > 0 ? [unmatchedText([...leftOut])] : []),
		...remarks,
	];
};

export const createTally = (now: () => number): Tally => {
	const counts: Counts = {
		repeats: 0,
		skips: 0,
		sentIn: new Map(),
		unknownKeys: 0,
		unsettledLists: 0,
		stops: [],
		leftOut: new Set(),
		remarks: new Set(),
		waitedMs: 0,
		limit: undefined,
	};
	let waiting = 0;
	let waitingSince = 0;

	return {
		repeated: () => counts.repeats++,
		skipped: () => counts.skips++,
		sentIn: (execution) => counts.sentIn.set(execution, (counts.sentIn.get(execution) ?? 0) + 1),
		unknownKey: () => counts.unknownKeys++,
		unsettled: () => counts.unsettledLists++,
		stoppedReading: (stop) => counts.stops.push(stop),
		leftOut(fields) {
			for (const field of fields) counts.leftOut.add(field);
		},
		remark: (sentence) => counts.remarks.add(sentence),
		waits(began, size) {
			counts.limit = size ?? counts.limit;
			if (began && waiting++ === 0) waitingSince = now();
			if (!began && --waiting === 0) counts.waitedMs += now() - waitingSince;
		},
		sentences: () => sentencesOf(counts),
	};
};

/** Shows what a run reports above the output of the node, as one hint, if this n8n can. */
export const showHints = (context: Context, sentences: readonly string[]): void => {
	if (sentences.length === 0 || !('addExecutionHints' in context)) return;
	context.addExecutionHints?.({ message: sentences.join(' '), location: 'outputPane' });
};
