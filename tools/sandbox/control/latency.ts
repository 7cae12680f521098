import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Random } from '../seed/random';
import { createRandom } from '../seed/random';

const ms = z.number().min(0);
const seed = z.number().int().min(0).optional();

/** Time added to each response of the API, in milliseconds. */
export const latencyInput = z.union([
	/** Evenly spread around `ms`. */
	z.object({ ms, spreadMs: ms.default(0) }).strict(),
	z.object({ distribution: z.literal('uniform'), leastMs: ms, mostMs: ms, seed }).strict(),
	z.object({ distribution: z.literal('normal'), meanMs: ms, deviationMs: ms, seed }).strict(),
	/** `sigma` is the standard deviation of the logarithm: the larger, the longer the tail. */
	z.object({ distribution: z.literal('lognormal'), medianMs: ms, sigma: ms, seed }).strict(),
	z.object({ distribution: z.literal('exponential'), meanMs: ms, seed }).strict(),
]);

export type LatencyInput = z.input<typeof latencyInput>;
export type Latency = z.output<typeof latencyInput>;

/** A standard normal value, by Box and Muller. */
const normal = (random: Random): number =>
	Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

/** One value of a latency, in milliseconds. It can be negative. */
const valueOf = (latency: Latency, random: Random): number => {
	if (!('distribution' in latency)) {
		return latency.ms + (random.next() * 2 - 1) * latency.spreadMs;
	}
	switch (latency.distribution) {
		case 'uniform':
			return latency.leastMs + random.next() * (latency.mostMs - latency.leastMs);
		case 'normal':
			return latency.meanMs + normal(random) * latency.deviationMs;
		case 'lognormal':
			return latency.medianMs * Math.exp(normal(random) * latency.sigma);
		case 'exponential':
			return -Math.log(1 - random.next()) * latency.meanMs;
	}
};

/** A long tail must not delay a request forever. */
const longestMs = 60_000;

/** The latency of a sandbox. */
export interface Delays {
	get(): Latency;
	/** Sets another latency. With a seed, the times are reproducible. */
	set(latency: LatencyInput): void;
	/** The next time to wait, in milliseconds; 0 for none. */
	next(): number;
	/** Waits for the next time of the latency. */
	wait(): Promise<void> | undefined;
}

/** Delays by a latency. Without its own seed, the times follow from `ownSeed`. */
export const createDelays = (first: LatencyInput, ownSeed: number): Delays => {
	let latency = latencyInput.parse(first);
	let random = createRandom(ownSeed);
	const next = (): number => Math.min(Math.max(valueOf(latency, random), 0), longestMs);
	return {
		get: () => ({ ...latency }),
		set(wanted) {
			latency = latencyInput.parse(wanted);
			if ('distribution' in latency) random = createRandom(latency.seed ?? ownSeed);
		},
		next,
		wait() {
			const time = next();
			return time > 0 ? wait(time) : undefined;
		},
	};
};
