import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../seed/random';

/** Time added to each answer of the API. */
export interface Latency {
	/** Mean, in milliseconds. */
	readonly ms: number;
	/** How far it strays to either side, in milliseconds. */
	readonly spreadMs: number;
}

/** Waits as long as the latency asks for this time. */
export const delay = async ({ ms, spreadMs }: Latency, random: Random): Promise<void> => {
	const strayed = ms + (random.next() * 2 - 1) * spreadMs;
	if (strayed > 0) await wait(strayed);
};
