import { setTimeout as pause } from 'node:timers/promises';

/** The pause before the next question is a tenth of the time so far, within these bounds. */
const [leastMs, mostMs] = [50, 500];

/**
 * Asks again and again until there is an answer other than undefined.
 * @param failure what to say when there is none in time
 * @throws Error with that sentence
 */
export const eventually = async <Answer>(
	failure: string,
	ask: () => Answer | undefined | Promise<Answer | undefined>,
	{ boundMs = 60_000, signal }: { readonly boundMs?: number; readonly signal?: AbortSignal } = {},
): Promise<Answer> => {
	const began = Date.now();
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		const passedMs = Date.now() - began;
		if (passedMs > boundMs) throw new Error(`${failure} in ${boundMs / 1000} s.`);
		await pause(Math.min(Math.max(passedMs / 10, leastMs), mostMs), undefined, { signal });
	}
};
