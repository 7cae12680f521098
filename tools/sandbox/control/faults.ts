import { z } from 'zod';
import type { EndpointName } from '../../../src/contract';
import { contract } from '../../../src/contract';

/** Presigned downloads, which are not an endpoint of the contract. */
const download = 'download';
const names: [FaultTarget, ...FaultTarget[]] = [
	download,
	...(Object.keys(contract) as EndpointName[]),
];

/** What a fault can apply to. */
export type FaultTarget = EndpointName | typeof download;

/** A failure on purpose. */
export const faultInput = z
	.object({
		/** The endpoint of the fault; without one, any endpoint of the API. */
		endpoint: z.enum(names).optional(),
		/**
		 * `error`: a 5xx. `rateLimit`: a 429. `reset`: the connection is reset. `hang`: no response.
		 * `truncate`: a 200 whose JSON is cut in half. `html`: a page, as from a proxy. `dribble`: the
		 * correct response, a few bytes at a time.
		 */
		kind: z.enum(['error', 'rateLimit', 'reset', 'hang', 'truncate', 'html', 'dribble']),
		/** Whether the request is applied first. A truncated response always is. */
		applied: z.boolean().default(false),
		/** How many requests fail. */
		count: z.number().int().min(1).default(1),
		/** Status of `error` (default 500) and `html` (default 502). */
		status: z.number().int().min(200).max(599).optional(),
		/** `Retry-After` of `rateLimit`. */
		retryAfterSeconds: z.number().int().min(0).default(1),
		/** For `dribble`: how many bytes are sent at a time, and the milliseconds between them. */
		bytes: z.number().int().min(1).default(16),
		everyMs: z.number().int().min(1).default(100),
	})
	.strict()
	.refine(({ endpoint, kind }) => endpoint !== download || kind === 'dribble', {
		path: ['kind'],
		message: 'must be dribble for downloads',
	});

export type FaultInput = z.input<typeof faultInput>;
export type Fault = z.output<typeof faultInput>;

/** The pending faults, in the order in which they were added. */
export interface Faults {
	add(fault: FaultInput): void;
	list(): readonly Fault[];
	/** Drops all faults, and releases the requests that hang. */
	clear(): void;
	/** The fault for the current request to the endpoint, if any. */
	next(endpoint: FaultTarget): Fault | undefined;
	/**
	 * Holds a response back. `release` is called when faults are cleared. The returned function ends
	 * the hold.
	 */
	hold(release: () => void): () => void;
}

/** Starts without faults. */
export const createFaults = (): Faults => {
	let pending: Fault[] = [];
	const held = new Set<() => void>();
	return {
		add(fault) {
			pending.push(faultInput.parse(fault));
		},
		list: () => pending.map((fault) => ({ ...fault })),
		clear() {
			pending = [];
			for (const release of held) release();
			held.clear();
		},
		next(endpoint) {
			const fault = pending.find(
				(entry) => (entry.endpoint ?? (endpoint === download ? null : endpoint)) === endpoint,
			);
			if (fault === undefined) return undefined;
			fault.count -= 1;
			if (fault.count === 0) pending = pending.filter((entry) => entry !== fault);
			return fault;
		},
		hold(release) {
			held.add(release);
			return () => held.delete(release);
		},
	};
};
