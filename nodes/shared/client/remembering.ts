import type { HttpResponse, Policy } from '../../../src';
import { recentMap } from './recent';

/** Few, as a page of tasks can be large. */
const recent = recentMap<Promise<HttpResponse>>({ most: 10, keptMs: 10_000 });

/**
 * Sends a request once in ten seconds and shares its success: n8n fetches a list again for each
 * letter that somebody types, and several fields of a panel need the same.
 * @param identity of the credential
 */
export const remembering =
	(identity: string): Policy =>
	(next) =>
	async (request) => {
		const key = JSON.stringify([identity, request.path, request.body]);
		const known = recent.get(key);
		if (known) return await known;
		const asked = recent.set(key, next(request));
		const forget = () => recent.delete(key);
		asked.then(({ status }) => status === 200 || forget(), forget);
		return await asked;
	};
