import { describe, expect, it } from '@jest/globals';
import { refusalMs, windowReport } from '../../src/headers';

const now = Date.parse('2026-01-05T09:00:20Z');
const date = 'Mon, 05 Jan 2026 09:00:20 GMT';
const resetIn = (seconds: number): string => String(now / 1000 + seconds);

describe('what Retry-After asks for', () => {
	it.each<[string, string | undefined, number | undefined]>([
		['seconds', '12', 12_000],
		['seconds between spaces', ' 12 ', 12_000],
		['no time', '0', undefined],
		['a second', '1', 1_000],
		['longer than a window', '120', 120_000],
		['sixteen digits, which are no number of seconds', '1234567890123456', undefined],
		['a number with a letter', '12s', undefined],
		['a number behind a letter', 's12', undefined],
		['a part of a second', '1.5', undefined],
		['less than nothing', '-2', undefined],
		['nothing', undefined, undefined],
		['an empty text', '', undefined],
		['a date, which the API text does not show', 'Mon, 05 Jan 2026 09:00:27 GMT', undefined],
		['words', 'soon', undefined],
	])('%s', (_case, text, waitMs) => {
		expect(refusalMs({ date, 'retry-after': text }, now)).toBe(waitMs);
	});
});

describe('the window that an answer tells of', () => {
	const headersOf = (headers: Readonly<Record<string, string | undefined>> = {}) => ({
		date,
		'x-ratelimit-limit': '100',
		'x-ratelimit-remaining': '7',
		'x-ratelimit-reset': resetIn(40),
		...headers,
	});

	it('is read against the Date of the answer', () => {
		const told = { limit: 100, remaining: 7, leftMs: 40_000 };
		expect(windowReport(headersOf(), 0)).toEqual(told);
		expect(windowReport(headersOf({ date: undefined }), now + 1_000)).toEqual({
			...told,
			leftMs: 39_000,
		});
	});

	it('needs no limit', () => {
		const told = { limit: undefined, remaining: 0, leftMs: 61_000 };
		const headers = {
			'x-ratelimit-limit': undefined,
			'x-ratelimit-remaining': '0',
			'x-ratelimit-reset': resetIn(61),
		};
		expect(windowReport(headersOf(headers), now)).toEqual(told);
	});

	it.each<[string, Readonly<Record<string, string | undefined>>]>([
		['lacks what is left', { 'x-ratelimit-remaining': undefined }],
		['lacks its reset', { 'x-ratelimit-reset': undefined }],
		['is a limit of nothing', { 'x-ratelimit-limit': '0' }],
		['is over', { 'x-ratelimit-reset': resetIn(0) }],
		['lasts longer than any', { 'x-ratelimit-reset': resetIn(62) }],
	])('is none where it %s', (_case, headers) => {
		expect(windowReport(headersOf(headers), now)).toBeUndefined();
	});

	it('is shut by a 429 for as long as that asks for, else for what is left of it', () => {
		expect(refusalMs(headersOf({ 'retry-after': '3' }), now)).toBe(3_000);
		expect(refusalMs(headersOf({ 'retry-after': '120' }), now)).toBe(120_000);
		expect(refusalMs(headersOf(), now)).toBe(40_000);
		expect(refusalMs({}, now)).toBeUndefined();
	});
});
