import type { Context } from '../../shared/client/clock';

/** Collects what a run reports to the builder above its output. */
export interface Tally {
	/** Counts an item. `what` follows the count, as in `3 items were skipped.` */
	readonly count: (what: string) => void;
	/** Adds a sentence. A repeated sentence is shown once. */
	readonly remark: (sentence: string) => void;
	/** Shows everything as one hint, if this n8n can, and `first` before it. */
	readonly show: (first: string) => void;
}

/** Maximum sentences of a hint: each item may add its own. */
const mostSentences = 10;

export const createTally = (context: Context): Tally => {
	const counts = new Map<string, number>();
	const remarks = new Set<string>();
	return {
		count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
		remark: (sentence) => remarks.add(sentence),
		show(first) {
			const counted = [...counts].map(([what, count]) =>
				count === 1 ? `1 item was ${what}` : `${count} items were ${what}`,
			);
			const sentences = [first, ...counted, ...remarks].filter(Boolean).slice(0, mostSentences);
			if (sentences.length === 0 || !('addExecutionHints' in context)) return;
			context.addExecutionHints?.({ message: sentences.join(' '), location: 'outputPane' });
		},
	};
};
