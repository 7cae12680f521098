import type { Context } from '../../shared/clock';
import type { Observer } from '../../shared/connection';

/** Counts what a run did besides sending its items, so that the builder sees it. */
export interface Tally extends Observer {
	/** An item was left out on purpose. */
	readonly skipped: () => void;
	/** An item was finished by an earlier try of the same run, or by an earlier execution. */
	readonly finishedBefore: (by: 'try' | 'execution') => void;
	/** A list came out marked, for it changed each time it was read. */
	readonly unsettled: () => void;
	/** What there is to say, in sentences. */
	readonly sentences: () => string[];
}

const counted = (count: number, thing: string): string =>
	count === 1 ? `1 ${thing} was` : `${count} ${thing}s were`;

export const createTally = (now: () => number): Tally => {
	let repeats = 0;
	let skips = 0;
	const finished = { try: 0, execution: 0 };
	let unsettledLists = 0;
	let waiting = 0;
	let waitingSince = 0;
	let waitedMs = 0;
	let limit: number | undefined;

	return {
		repeated: () => repeats++,
		skipped: () => skips++,
		finishedBefore: (by) => finished[by]++,
		unsettled: () => unsettledLists++,
		waits(began, size) {
			limit = size ?? limit;
			if (began && waiting++ === 0) waitingSince = now();
			if (!began && --waiting === 0) waitedMs += now() - waitingSince;
		},
		sentences() {
			const seconds = Math.round(waitedMs / 1000);
			const perMinute = limit === undefined ? '' : ` (${limit} per minute)`;
			return [
				...(seconds > 0 ? [`Waited ${seconds} s for the rate limit${perMinute}.`] : []),
				...(repeats > 0 ? [`${counted(repeats, 'request')} repeated.`] : []),
				...(skips > 0 ? [`${counted(skips, 'item')} skipped; each says why.`] : []),
				...(['try', 'execution'] as const)
					.filter((by) => finished[by] > 0)
					.map(
						(by) =>
							`${counted(finished[by], 'item')} finished by an earlier ${by}, and not sent again.`,
					),
				...(unsettledLists > 0
					? [
							'The list changed each time it was read, so a row may be missing: its items have "incomplete": true. Run it again when less changes.',
						]
					: []),
			];
		},
	};
};

/** Shows what a tally has to say above the output of the node, where this n8n can. */
export const showTally = (context: Context, tally: Tally): void => {
	if (!('addExecutionHints' in context)) return;
	for (const message of tally.sentences()) {
		context.addExecutionHints?.({ message, location: 'outputPane' });
	}
};
