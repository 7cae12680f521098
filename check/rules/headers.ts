import { details } from '../../src/contract';
import type { HttpResponse } from '../../src/http';
import { isBody } from '../reading/body';
import type { Departure } from '../reading/departure';
import { difference, remark } from '../reading/departure';
import { shortText } from '../report/words';

type Headers = HttpResponse['headers'];

const limit = 'x-ratelimit-limit';
const remaining = 'x-ratelimit-remaining';
const reset = 'x-ratelimit-reset';

const paceEffect =
	'The nodes cannot see when the limit is used up. They send until the service refuses a request.';

const placeOf = (name: string): string => `header ${name}`;

const wholeNumber = (text: string | undefined): number | undefined =>
	text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Section 8.2: every answer to an accepted credential carries the three headers. */
const presence = (headers: Headers): Departure[] =>
	[limit, remaining, reset]
		.filter((name) => wholeNumber(headers[name]) === undefined)
		.map((name) => {
			const text = headers[name];
			const came = text === undefined ? 'nothing' : `"${shortText(text)}"`;
			const expected = 'a whole number, on every answer to a credential';
			return difference(placeOf(name), expected, came, paceEffect);
		});

/** Clocks of one service may be apart by this. */
const apartSeconds = 5;
/** Section 8.1. */
const windowSeconds = 60;
const yearSeconds = 31_536_000;

/** What a reset is instead of a Unix timestamp; undefined where it can be one. */
const strangeReset = (seconds: number, now: number | undefined): string | undefined => {
	// Of the year 1980 or earlier, or 5138 or later: not what a clock shows.
	if (seconds < 10 * yearSeconds) return 'a number of seconds to go';
	if (seconds > 1e11) return seconds > 1e14 ? 'a time in microseconds' : 'a time in milliseconds';
	if (now === undefined) return undefined;
	const left = seconds - now;
	if (left < -apartSeconds) return 'a time before the answer';
	return left > windowSeconds + apartSeconds ? 'a time more than a minute ahead' : undefined;
};

/** Section 8.2: a Unix timestamp, which counts seconds; section 8.1: a window of one minute. */
const resetTime = (headers: Headers): Departure[] => {
	const told = wholeNumber(headers[reset]);
	const now = Date.parse(headers.date ?? '') / 1000;
	const came =
		told === undefined ? undefined : strangeReset(told, Number.isNaN(now) ? undefined : now);
	if (came === undefined) return [];
	const expected = 'a Unix timestamp (in seconds) within the next minute';
	return [difference(placeOf(reset), expected, came, paceEffect)];
};

const amounts = (headers: Headers, status: number): Departure[] => {
	const allowed = wholeNumber(headers[limit]);
	const left = wholeNumber(headers[remaining]);
	if (allowed === 0 && status < 400) {
		const expected = 'the requests that are allowed per minute';
		return [difference(placeOf(limit), expected, '0, and an answer', paceEffect)];
	}
	if (allowed === undefined || left === undefined || left <= allowed) return [];
	const expected = `the requests left, ${limit} at most`;
	return [difference(placeOf(remaining), expected, 'more than the limit', paceEffect)];
};

/** Section 4: all bodies are JSON. */
const contentType = (headers: Headers): Departure[] => {
	const place = placeOf('content-type');
	const text = headers['content-type'];
	const effect =
		'Tools that go by this header give the body as text or as a file. An expression finds no fields in it.';
	if (text === undefined) return [remark(place, 'JSON, whose header is not shown', 'none', effect)];
	const [type = ''] = text.split(';');
	if (/[/+]json\s*$/i.test(type)) return [];
	return [difference(place, 'JSON', `"${shortText(type)}"`, effect)];
};

/** Section 8.3. Half a second can lie between the two ways in which a service rounds. */
const refusal = ({ headers, body }: HttpResponse): Departure[] => {
	const seconds = wholeNumber(headers['retry-after']);
	const said = isBody(body) ? body.detail : undefined;
	const found: Departure[] = [];
	if (seconds === undefined || seconds > windowSeconds + 1) {
		const came = headers['retry-after'];
		found.push(
			difference(
				`${placeOf('retry-after')} of a 429`,
				'the seconds until the window resets',
				came === undefined ? 'nothing' : `"${shortText(came)}"`,
				'The nodes wait too short or too long before they send the request again.',
			),
		);
	}
	if (said !== details.rateLimitExceeded) {
		const came = typeof said === 'string' ? `"${shortText(said)}"` : 'no text';
		const effect = 'A workflow that looks for this text does not find it.';
		found.push(difference('detail of a 429', `"${details.rateLimitExceeded}"`, came, effect));
	}
	return found;
};

/** So many answers in a row can show the same number where requests end at the same time. */
const mostAlike = 10;

/** Section 8.2: the requests left in the window. Answers come one after the other. */
const createCountdown = () => {
	let last: { readonly window: number; readonly left: number } | undefined;
	let alike = 0;
	return ({ headers, status }: HttpResponse): Departure[] => {
		const window = wholeNumber(headers[reset]);
		const left = wholeNumber(headers[remaining]);
		if (window === undefined || left === undefined) return [];
		const before = last?.window === window ? last.left : undefined;
		last = { window, left };
		// Not said: whether a refused request counts.
		if (before !== left) alike = 0;
		else if (status === 200) alike += 1;
		const isUp = before !== undefined && left > before;
		const came = isUp ? 'a number that grows in the window' : 'a number that stays the same';
		if (!isUp && (alike < mostAlike || left === 0)) return [];
		const expected = 'the requests left in the window';
		return [difference(placeOf(remaining), expected, came, paceEffect)];
	};
};

/** What the headers of the answers to one credential say against the API text. */
export const createHeaderRules = ({ isAccepted }: { readonly isAccepted: boolean }) => {
	const countdown = createCountdown();
	return (response: HttpResponse): readonly Departure[] => {
		const { status, headers } = response;
		// A gateway can have given it, of which the API text says nothing.
		if (status >= 500) return [];
		const refused = status === 429 ? refusal(response) : [];
		const rate = isAccepted && status !== 401 && status !== 403 && status !== 429;
		return [
			...contentType(headers),
			...refused,
			...(rate ? [...presence(headers), ...resetTime(headers), ...amounts(headers, status)] : []),
			...(rate ? countdown(response) : []),
		];
	};
};
