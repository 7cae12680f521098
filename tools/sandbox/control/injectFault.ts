import type { FastifyReply, FastifyRequest } from 'fastify';
import { details } from '../../../src/contract';
import { Refusal } from '../api/refusal';
import type { Fault, Faults } from './faults';

/** A fault that replaces the correct response. */
export type WholeFault = Fault & { readonly kind: Exclude<Fault['kind'], 'dribble'> };

const page = `<!doctype html>
<html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>
`;

/**
 * Responds to a request with a fault. `answer` is the JSON of the correct response; absent if the
 * request was not applied.
 * @throws Refusal for the faults that are error responses.
 */
export const injectFault = (
	fault: WholeFault,
	faults: Faults,
	request: FastifyRequest,
	reply: FastifyReply,
	answer: Uint8Array,
): FastifyReply => {
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
			return reply
				.type('application/json; charset=utf-8')
				.send(answer.subarray(0, Math.floor(answer.length / 2)));
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
