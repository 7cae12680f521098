import type { Context } from '../../shared/client/clock';

/** Maximum sentences of a hint: each item may add its own. */
const mostSentences = 10;

/** Collects what a run reports to the builder above its output. */
export const createTally = (context: Context) => {
	const counts = new Map<string, number>();
	const remarks = new Set<string>();
	return {
		/** Counts an item. `what` follows the count, as in `3 items were skipped.` */
		count: (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1),
		/** Adds a sentence. A repeated sentence is shown once. */
		remark: (sentence: string) => remarks.add(sentence),
		/** Shows everything as one hint, if this n8n can, and `first` before it. */
		show(first: string): void {
			const counted = [...counts].map(([what, count]) =>
				count === 1 ? `1 item was ${what}` : `${count} items were ${what}`,
			);
			const sentences = [first, ...counted, ...remarks].filter(Boolean).slice(0, mostSentences);
			if (sentences.length === 0 || !('addExecutionHints' in context)) return;
			context.addExecutionHints?.({ message: sentences.join(' '), location: 'outputPane' });
		},
	};
};

export type Tally = ReturnType<typeof createTally>;
