import { NotSent, OutcomeUnknown } from '../errors';
import type { Clock, HttpRequest, Policy } from '../http';

/** What became of a request, with nothing in it that says of whom or of what it was. */
export interface Trace {
	/** Method and path template. */
	readonly name: string;
	/** Status of the last answer, or the code or the kind of the failure that came in its place. */
	readonly outcome: string;
	/** How often it was sent. */
	readonly tries: number;
	/** From the call to its end, in milliseconds. */
	readonly ms: number;
	/** Of these, those in which it was not under way: it waited for its place, or to be repeated. */
	readonly waitedMs: number;
}

interface TraceOptions {
	readonly clock: Clock;
	/** Is told of each request when it has come to its end, its repeats included. */
	readonly onEnd: (trace: Trace) => void;
}

/** The code of a failure; one that is a text could hold anything. */
const codeOf = (failure: unknown): string => {
	const isCoded = failure instanceof NotSent || failure instanceof OutcomeUnknown;
	if (isCoded && /^[A-Z][A-Z0-9_]*$/.test(failure.code)) return failure.code;
	return failure instanceof Error ? failure.name : 'Error';
};

type Count = { tries: number; onWireMs: number };

/**
 * Tells what became of each request. `whole` is the outermost policy, `onWire` the innermost one:
 * the time between the two is that of the policies' waits.
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
