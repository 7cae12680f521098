import type { Context } from '../../shared/client/clock';
import { steadyNow } from '../../shared/client/clock';
import type { Observer } from '../../shared/client/connection';
import type { Notes } from '../surroundings';

/** Counts what a run did beside sending its items, to report it to the builder. */
export interface Tally extends Observer, Notes {
	/** An item was skipped on purpose. */
	readonly skipped: () => void;
	/** An item was not sent, because an earlier execution has sent it. */
	readonly sentIn: (executionId: string) => void;
	/** An item was skipped, because an earlier one with its key has an unknown outcome. */
	readonly unknownKey: () => void;
	/** What to report, in sentences. */
	readonly sentences: () => string[];
}

const counted = (count: number, thing: string): string =>
	count === 1 ? `1 ${thing} was` : `${count} ${thing}s were`;

const sentText = ([execution, count]: readonly [string, number]): string =>
	`${counted(count, 'item')} already sent in execution ${execution}. Later changes to ${count === 1 ? 'its' : 'their'} text were not sent.`;

/** A sentence about a number; none about 0. */
const about = (count: number, sentence: string): string[] => (count > 0 ? [sentence] : []);

export const createTally = (): Tally => {
	const counts = { repeats: 0, skips: 0, unknownKeys: 0, waitedMs: 0 };
	const sentIn = new Map<string, number>();
	const remarks = new Set<string>();
	/** Requests per window of the rate limit, if known. */
	let limit: number | undefined;
	let waiting = 0;
	let waitingSince = 0;

	return {
		repeated: () => counts.repeats++,
		skipped: () => counts.skips++,
		sentIn: (execution) => sentIn.set(execution, (sentIn.get(execution) ?? 0) + 1),
		unknownKey: () => counts.unknownKeys++,
		remark: (sentence) => remarks.add(sentence),
		waits(began, size) {
			limit = size ?? limit;
			if (began && waiting++ === 0) waitingSince = steadyNow();
			if (!began && --waiting === 0) counts.waitedMs += steadyNow() - waitingSince;
		},
		sentences() {
			const { repeats, skips, unknownKeys, waitedMs } = counts;
			const seconds = Math.round(waitedMs / 1000);
			const perMinute = limit === undefined ? '' : ` (${limit} per minute)`;
			const unknown = `${counted(unknownKeys, 'skipped item')} sent before with an unknown outcome.`;
			return [
				...about(seconds, `Waited ${seconds} s for the rate limit${perMinute}.`),
				...about(repeats, `${counted(repeats, 'request')} retried.`),
				...about(skips, `${counted(skips, 'item')} skipped. See the reason in each item.`),
				...about(unknownKeys, unknown),
				...[...sentIn].map(sentText),
				...remarks,
			];
		},
	};
};

/** Shows what a run reports above the output of the node, as one hint, if this n8n can. */
export const showHints = (context: Context, sentences: readonly string[]): void => {
	if (sentences.length === 0 || !('addExecutionHints' in context)) return;
	context.addExecutionHints?.({ message: sentences.join(' '), location: 'outputPane' });
};
