import { NotSent, OutcomeUnknown } from '../errors';
import type { HttpRequest, HttpResponse } from '../http';

/** What became of a try. */
export type TryOutcome = { readonly response: HttpResponse } | { readonly failure: unknown };

/** Tries a request. */
export const tried = async (response: Promise<HttpResponse>): Promise<TryOutcome> =>
	await response.then(
		(value) => ({ response: value }),
		(failure: unknown) => ({ failure }),
	);

/** The response of a try. @throws its failure. */
export const responseOf = (outcome: TryOutcome): HttpResponse => {
	if ('response' in outcome) return outcome.response;
	throw outcome.failure;
};

/** Statuses of a gateway whose service is down, or of a service that starts or has too much to do. */
const downStatuses = new Set([502, 503, 504]);

/** A host that does not exist, a certificate and a TLS version do not heal while a request waits. */
const passingCode = /^E(?!NOTFOUND|PROTO|RR_)/;

/** Whether a try shows that the service is down for now. */
export const isDown = (outcome: TryOutcome): boolean => {
	if ('response' in outcome) return downStatuses.has(outcome.response.status);
	const { failure } = outcome;
	const isBroken = failure instanceof NotSent || failure instanceof OutcomeUnknown;
	return isBroken && passingCode.test(failure.code);
};

/** A success that claims to be JSON, but could not be parsed. */
const isCutOff = ({ status, headers, body }: HttpResponse): boolean =>
	status === 200 && typeof body === 'string' && /\bjson\b/.test(headers['content-type'] ?? '');

/** Whether a retry is harmless, given the outcome of the try. */
export const isHarmless = (outcome: TryOutcome, request: HttpRequest): boolean => {
	if ('response' in outcome) {
		const { of = request, status } = outcome.response;
		return of.safe && (status === 500 || isDown(outcome) || isCutOff(outcome.response));
	}
	if (outcome.failure instanceof NotSent) return true;
	return outcome.failure instanceof OutcomeUnknown && outcome.failure.safe;
};

const firstMs = 500;
const longestMs = 8_000;

/** How long to wait if nobody says when: longer after each time before, which counts from 0. */
export const backoffMs = (before: number): number => Math.min(firstMs * 2 ** before, longestMs);

/** How long requests go on to a service that is down: it has then restarted, or needs a person. */
export const patienceMs = 60_000;

/** The state of a service that may be down. */
export interface Outage {
	/** When the first request found it down. */
	readonly since: number | undefined;
	/** How long nobody asks it, in milliseconds; not above 0 if somebody may. */
	readonly closedMs: number;
}

/** Whether the service is down. Then one request at a time knocks, and the others wait for it. */
export const createOutage = () => {
	let since: number | undefined;
	let until = -Infinity;
	let knocks = 0;
	return {
		/** @param scoutUntil how long the others wait for one that knocks */
		at: (now: number, scoutUntil: number): Outage => ({
			since,
			closedMs: Math.min(Math.max(until, scoutUntil), (since ?? -Infinity) + patienceMs) - now,
		}),
		failed(now: number): void {
			// Those that were in flight when it began, or with a knock, do not make it longer.
			if (now < until) return;
			// Nobody has asked for so long that this is another outage.
			if (now > until + patienceMs) [since, knocks] = [now, 0];
			until = now + backoffMs(knocks++);
		},
		answered(): void {
			[since, until] = [undefined, -Infinity];
		},
	};
};
