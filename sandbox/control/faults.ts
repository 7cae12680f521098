import { z } from 'zod';
import type { EndpointName } from '../../src/contract';
import { contract } from '../../src/contract';

const names = Object.keys(contract) as [EndpointName, ...EndpointName[]];

/** What goes wrong on purpose. */
export const faultInput = z
	.object({
		/** Endpoint that it befalls; without one, any. */
		endpoint: z.enum(names).optional(),
		/**
		 * `error`: a 5xx. `rateLimit`: a 429. `reset`: the connection is torn down. `hang`: no answer.
		 * `truncate`: a 200 whose JSON is cut in half. `html`: a page, as a proxy in between gives it.
		 */
		kind: z.enum(['error', 'rateLimit', 'reset', 'hang', 'truncate', 'html']),
		/** Whether the request is applied first. A truncated answer is always one after applying. */
		applied: z.boolean().default(false),
		/** How many requests it befalls. */
		count: z.number().int().min(1).default(1),
		/** Status of `error` (default 500) and `html` (default 502). */
		status: z.number().int().min(200).max(599).optional(),
		/** `Retry-After` of `rateLimit`. */
		retryAfterSeconds: z.number().int().min(0).default(1),
	})
	.strict();

export type FaultInput = z.input<typeof faultInput>;
export type Fault = z.output<typeof faultInput>;

/** The faults that are still to come, in the order in which they were asked for. */
export interface Faults {
	add(fault: FaultInput): void;
	list(): readonly Fault[];
	/** Drops all faults, and lets go of the requests that hang. */
	clear(): void;
	/** The fault that befalls a request to the endpoint now, if any. */
	next(endpoint: EndpointName): Fault | undefined;
	/** Keeps a request without an answer; `release` is called when faults are cleared. */
	hold(release: () => void): void;
}

/** No fault to begin with. */
export const createFaults = (): Faults => {
	let pending: Fault[] = [];
	let held: Array<() => void> = [];
	return {
		add(fault) {
			pending.push(faultInput.parse(fault));
		},
		list: () => pending.map((fault) => ({ ...fault })),
		clear() {
			pending = [];
			for (const release of held) release();
			held = [];
		},
		next(endpoint) {
			const fault = pending.find(
				(entry) => entry.endpoint === undefined || entry.endpoint === endpoint,
			);
			if (fault === undefined) return undefined;
			fault.count -= 1;
			if (fault.count === 0) pending = pending.filter((entry) => entry !== fault);
			return fault;
		},
		hold(release) {
			held.push(release);
		},
	};
};
