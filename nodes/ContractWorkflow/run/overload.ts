import { ApiError, isOutcomeUnknown } from '../../../src';
import { Explained } from '../../shared/words/explained';
import type { Write } from './types';

/** Unknown outcomes in a row after which nothing more is sent. */
const mostUnknown = 3;

const unsent = (): Explained =>
	new Explained(
		'Not sent, because the three requests before it had no answer',
		'First look at the items whose outcome is unknown. Send this one again when the service answers.',
	);

/** Whether the service decided about a request, as the API text documents it. */
const isAnswer = (error: unknown): boolean =>
	error instanceof ApiError && error.isDocumented && !error.outcomeUnknown;

/**
 * Leaves few unknown outcomes where a run goes on after errors. After the first one, an item waits
 * until no other is in flight, so they go one at a time until one is answered. After three in a row,
 * the rest is not sent.
 */
export const oneByOneOnOverload = (write: Write): Write => {
	const inFlight = new Set<Promise<unknown>>();
	let unknown = 0;
	const failed = (error: unknown) => {
		if (isOutcomeUnknown(error)) unknown++;
		if (isAnswer(error)) unknown = 0;
	};
	const answered = () => {
		unknown = 0;
	};
	return async (attempt) => {
		while (unknown > 0 && inFlight.size > 0) await Promise.race(inFlight);
		if (unknown >= mostUnknown) throw unsent();
		const sending = write(attempt);
		const ended: Promise<unknown> = sending
			.then(answered, failed)
			.then(() => inFlight.delete(ended));
		inFlight.add(ended);
		return await sending;
	};
};
