import type { Client } from '../../../src';
import type { Ask } from '../surroundings';

/** Responses that the items of one run share while they are prepared, errors included. */
export const answersOf = (client: Client): Ask => {
	const known = new Map<string, Promise<unknown>>();
	return async (endpoint, input) => {
		const key = JSON.stringify([endpoint.path, input]);
		const answer = known.get(key) ?? client.call(endpoint, input);
		known.set(key, answer);
		return await answer;
	};
};
