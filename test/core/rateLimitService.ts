import type { Clock, HttpRequest, HttpResponse, RateLimit, Transport } from '../../src';
import {
	createRateLimit,
	createRetryBudget,
	createSlots,
	parallel,
	rateLimit,
	retry,
} from '../../src';
import { clock } from '../support/trace';

/** Numbers from 0 to 1, the same for the same seed. */
export const seeded = (seed: number) => {
	let state = seed;
	return (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
};

/** Headers by name; without those that are undefined. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** What is true when an answer is made. */
export interface Truth {
	/** Counts the answers, from 0. */
	readonly answer: number;
	readonly refused: boolean;
	readonly now: number;
	readonly endsAt: number;
	readonly used: number;
}

export interface WindowedService {
	readonly limit: number;
	readonly windowMs: number;
	readonly random: () => number;
	/** Part of the latency that passes before a request is counted. */
	readonly countedAt?: number;
	/** What it says instead of the true headers. */
	readonly says?: (headers: Headers, truth: Truth) => Headers;
}

/** A service with fixed windows, one for all that send to it, and latencies of 5 to 200 ms. */
export const windowedService = ({
	limit,
	windowMs,
	random,
	countedAt = 0.5,
	says = (headers) => headers,
}: WindowedService) => {
	let endsAt = 0;
	let used = 0;
	let answers = 0;
	let refused = 0;
	const done: string[] = [];
	const answer = (path: string): HttpResponse => {
		const now = Date.now();
		if (now >= endsAt) {
			endsAt = (Math.floor(now / windowMs) + 1) * windowMs;
			used = 0;
		}
		const isRefused = used >= limit;
		if (isRefused) refused++;
		else {
			used++;
			done.push(path);
		}
		const headers = {
			date: new Date(now).toUTCString(),
			'x-ratelimit-limit': String(limit),
			'x-ratelimit-remaining': String(limit - used),
			'x-ratelimit-reset': String(endsAt / 1000),
			...(isRefused && { 'retry-after': String(Math.ceil((endsAt - now) / 1000)) }),
		};
		const truth = { answer: answers++, refused: isRefused, now, endsAt, used };
		return { status: isRefused ? 429 : 200, headers: says(headers, truth), body: {} };
	};
	const transport: Transport = async ({ path }) => {
		const latency = 5 + Math.floor(random() * 196);
		const before = Math.floor(latency * countedAt);
		await clock.sleep(before);
		const response = answer(path);
		await clock.sleep(latency - before);
		return response;
	};
	return { transport, done, refused: () => refused, answers: () => answers };
};

export interface WorkerOptions {
	readonly limit?: RateLimit;
	readonly random?: () => number;
	readonly ownClock?: Clock;
	readonly maxWaitMs?: number;
}

/** Sends as one n8n process does, with all its policies. */
export const worker = (
	transport: Transport,
	{
		limit = createRateLimit(),
		random = () => 1,
		ownClock = clock,
		maxWaitMs = 600_000,
	}: WorkerOptions = {},
): Transport => {
	const policies = [
		retry({ clock: ownClock, budget: createRetryBudget(), maxWaitMs, random }),
		parallel(createSlots(ownClock, 50)),
		rateLimit({ limit, clock: ownClock, maxWaitMs }),
	];
	return policies.reduceRight((next, policy) => policy(next), transport);
};

export const read = (id: number): HttpRequest => ({
	method: 'GET',
	path: `/tasks/${id}`,
	writes: false,
	safe: true,
});

/** The numbers from 0 to `count` - 1. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, id) => id);
