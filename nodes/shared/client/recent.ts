import type { HttpResponse, Policy } from '../../../src';
import { steadyNow } from './clock';

/**
 * A map that forgets a value `keptMs` milliseconds after it was set. With more keys than `most`, it
 * forgets those that were set or read least recently.
 */
export const recentMap = <Value>(limits: { readonly most: number; readonly keptMs?: number }) => {
	const { most, keptMs = Infinity } = limits;
	const entries = new Map<string, { readonly value: Value; readonly until: number }>();
	const put = (key: string, value: Value, until: number): Value => {
		entries.delete(key);
		entries.set(key, { value, until });
		for (const other of entries.keys()) if (entries.size > most) entries.delete(other);
		return value;
	};
	return {
		get(key: string): Value | undefined {
			const entry = entries.get(key);
			if (!entry || entry.until <= steadyNow()) return undefined;
			return put(key, entry.value, entry.until);
		},
		set: (key: string, value: Value): Value => put(key, value, steadyNow() + keptMs),
		delete: (key: string): boolean => entries.delete(key),
	};
};

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
