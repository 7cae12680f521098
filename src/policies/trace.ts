import { NotSent, OutcomeUnknown } from '../errors';
import type { Clock, HttpRequest, Policy } from '../http';

/** The outcome of a request, without anything that identifies its user or its content. */
export interface Trace {
	/** Method and path template. */
	readonly name: string;
	/** Status of the last response, or the code or kind of the failure. */
	readonly outcome: string;
	/** How often it was sent. */
	readonly tries: number;
	/** From the call to its end, in milliseconds. */
	readonly ms: number;
	/** Of these, the time not in flight: waiting for a slot or a retry. */
	readonly waitedMs: number;
}

interface TraceOptions {
	readonly clock: Clock;
	/** Called when a request has ended, with its retries. */
	readonly onEnd: (trace: Trace) => void;
}

/** The code of a failure. Free text could contain anything. */
const codeOf = (failure: unknown): string => {
	const isCoded = failure instanceof NotSent || failure instanceof OutcomeUnknown;
	if (isCoded && /^[A-Z][A-Z0-9_]*$/.test(failure.code)) return failure.code;
	return failure instanceof Error ? failure.name : 'Error';
};

type Count = { tries: number; onWireMs: number };

/**
 * Reports the outcome of each request. `whole` is the outermost policy, `onWire` the innermost: the
 * time between the two is spent waiting in the policies.
 */
export const createTrace = ({ clock, onEnd }: TraceOptions) => {
	const counts = new WeakMap<HttpRequest, Count>();

	const whole: Policy = (next) => async (request) => {
		const since = clock.now();
		const count: Count = { tries: 0, onWireMs: 0 };
		const looks: Count = { tries: 0, onWireMs: 0 };
		counts.set(request, count);
		if (request.precondition) counts.set(request.precondition.request, looks);
		const end = (outcome: string) => {
			const ms = clock.now() - since;
			const waitedMs = ms - count.onWireMs - looks.onWireMs;
			onEnd({ name: request.name ?? '', outcome, tries: count.tries, ms, waitedMs });
		};
		const response = await next(request).catch((failure: unknown) => {
			end(codeOf(failure));
			throw failure;
		});
		end(String(response.status));
		return response;
	};

	const onWire: Policy = (next) => async (request) => {
		const since = clock.now();
		try {
			return await next(request);
		} finally {
			const count = counts.get(request);
			if (count) {
				count.tries++;
				count.onWireMs += clock.now() - since;
			}
		}
	};

	return { whole, onWire };
};
