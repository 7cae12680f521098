import { setTimeout as pause } from 'node:timers/promises';

const pollMs = 50;

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
	const deadline = Date.now() + boundMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`${failure} in ${boundMs / 1000} s.`);
		await pause(pollMs, undefined, { signal });
	}
};
