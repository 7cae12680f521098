/** Responses in the order of their requests. */
export interface InOrder<Asked, Answer> extends AsyncIterable<readonly [Asked, Answer]> {
	/** The requests that were started immediately. */
	readonly begun: ReadonlyArray<Promise<Answer>>;
}

/**
 * Calls `get` for each value of `asked`, with a limited number in flight, and starts the first ones
 * immediately. The others are created in turn: a list may claim millions of pages.
 */
export const inOrder = <Asked, Answer>(
	asked: Iterator<Asked, void>,
	parallel: number,
	get: (one: Asked) => Promise<Answer>,
): InOrder<Asked, Answer> => {
	const underWay: Array<readonly [Asked, Promise<Answer>]> = [];
	const begin = () => {
		const next = asked.next();
		if (next.done === true) return;
		const { value } = next;
		const answer = get(value);
		// A failure before its turn is reported at its turn, not as an unhandled rejection.
		answer.catch(() => undefined);
		underWay.push([value, answer]);
	};
	for (let count = 0; count < parallel; count++) begin();
	return {
		begun: underWay.map(([, answer]) => answer),
		async *[Symbol.asyncIterator]() {
			for (let first = underWay.shift(); first; first = underWay.shift()) {
				const answer = await first[1];
				begin();
				yield [first[0], answer];
			}
		},
	};
};
