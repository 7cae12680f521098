import type { Client, Endpoint, InputOf, OutputOf } from '../../../src';

/** An endpoint that changes nothing. */
type Reading = Endpoint & { readonly writes: false };

/** Gives the answer to what only reads. It is asked for once in a run, whoever asks first. */
export type Ask = <E extends Reading>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>;

/** Answers that the items of one run share, while they are made ready; those that fail, too. */
export const answersOf = (client: Client): Ask => {
	const known = new Map<string, Promise<unknown>>();
	return async (endpoint, input) => {
		const key = JSON.stringify([endpoint.path, input]);
		const answer = known.get(key) ?? client.call(endpoint, input);
		known.set(key, answer);
		return await answer;
	};
};
