import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { EndpointName } from '../../../src/contract';
import { contract, details } from '../../../src/contract';
import { Refusal } from '../api/refusal';

const names = Object.keys(contract) as [EndpointName, ...EndpointName[]];

/** A failure on purpose. */
export const faultInput = z
	.object({
		/** The endpoint of the fault; without one, any endpoint of the API. */
		endpoint: z.enum(names).optional(),
		/**
		 * `error`: a 5xx. `rateLimit`: a 429. `reset`: the connection is reset. `hang`: no response.
		 * `truncate`: a 200 whose JSON is cut in half. `html`: a page, as from a proxy. `delay`: the
		 * correct response, later.
		 */
		kind: z.enum(['error', 'rateLimit', 'reset', 'hang', 'truncate', 'html', 'delay']),
		/** Whether the request is applied first. One with a cut or a late response always is. */
		applied: z.boolean().default(false),
		/** How many requests fail. */
		count: z.number().int().min(1).default(1),
		/** Status of `error` (default 500) and `html` (default 502). */
		status: z.number().int().min(200).max(599).optional(),
		/** `Retry-After` of `rateLimit`. */
		retryAfterSeconds: z.number().int().min(0).default(1),
		/** How late the response of `delay` is. */
		delayMs: z.number().int().min(1).default(1000),
	})
	.strict();

export type FaultInput = z.input<typeof faultInput>;
export type Fault = z.output<typeof faultInput>;

/** The pending faults, in the order in which they were added. Starts without any. */
export const createFaults = () => {
	let pending: Fault[] = [];
	const held = new Set<() => void>();
	return {
		add(fault: FaultInput): void {
			pending.push(faultInput.parse(fault));
		},
		list: (): readonly Fault[] => pending.map((fault) => ({ ...fault })),
		/** Drops all faults, and releases the requests that wait. */
		clear(): void {
			pending = [];
			for (const release of held) release();
			held.clear();
		},
		/** The fault for the current request to the endpoint, if any. */
		next(endpoint: EndpointName): Fault | undefined {
			const fault = pending.find((entry) => (entry.endpoint ?? endpoint) === endpoint);
			if (fault === undefined) return undefined;
			fault.count -= 1;
			if (fault.count === 0) pending = pending.filter((entry) => entry !== fault);
			return fault;
		},
		/** Calls `release` when faults are cleared. The returned function ends that. */
		hold(release: () => void): () => void {
			held.add(release);
			return () => held.delete(release);
		},
	};
};

export type Faults = ReturnType<typeof createFaults>;

const page = `<!doctype html>
<html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>
`;

/** Whether the request of a fault is applied before its response goes wrong. */
export const isApplied = ({ kind, applied }: Fault): boolean =>
	applied || kind === 'truncate' || kind === 'delay';

/**
 * Responds to a request with a fault. `answer` is the JSON of the correct response; empty if the
 * request was not applied.
 * @throws Refusal for the faults that are error responses.
 */
export const injectFault = (
	fault: Fault,
	faults: Faults,
	request: FastifyRequest,
	reply: FastifyReply,
	answer: string,
): FastifyReply => {
	const json = (text: string) => reply.type('application/json; charset=utf-8').send(text);
	switch (fault.kind) {
		case 'error':
			throw new Refusal(fault.status ?? 500, 'The sandbox was told to fail here');
		case 'rateLimit':
			throw new Refusal(429, details.rateLimitExceeded, {
				'Retry-After': String(fault.retryAfterSeconds),
			});
		case 'html':
			return reply
				.code(fault.status ?? 502)
				.type('text/html; charset=utf-8')
				.send(page);
		case 'truncate':
			return json(answer.slice(0, Math.floor(answer.length / 2)));
		case 'delay': {
			const timer = setTimeout(() => {
				letGo();
				json(answer);
			}, fault.delayMs);
			const letGo = faults.hold(() => {
				clearTimeout(timer);
				json(answer);
			});
			return reply;
		}
		case 'reset':
			void reply.hijack();
			request.raw.socket.resetAndDestroy();
			return reply;
		case 'hang':
			void reply.hijack();
			request.raw.socket.once(
				'close',
				faults.hold(() => request.raw.socket.destroy()),
			);
			return reply;
	}
};
