import { describe, expect, it } from '@jest/globals';
import type { HttpResponse } from '../../src';
import {
	ApiError,
	InvalidInput,
	InvalidResponse,
	NotSent,
	OutcomeUnknown,
	approveTask,
	getTask,
	isClientError,
	isOutcomeUnknown,
	networkError,
} from '../../src';

const answer = (status: number, given: Partial<HttpResponse> = {}): HttpResponse => ({
	status,
	headers: {},
	body: undefined,
	...given,
});

const write = { method: 'POST', path: '/', writes: true, safe: false } as const;

describe('a status that is no success', () => {
	it.each([
		[401, false],
		[403, false],
		[404, false],
		[405, false],
		[407, false],
		[411, false],
		[413, false],
		[414, false],
		[415, false],
		[429, false],
		[431, false],
		[501, false],
		[399, true],
		[418, true],
		[500, true],
	])('%s to a write: whether it was carried out is unknown: %s', (status, outcomeUnknown) => {
		const error = new ApiError({ ...approveTask, errors: [402] }, answer(status));
		expect(error).toMatchObject({ outcomeUnknown, isDocumented: false, safe: false });
		expect(error).toMatchObject({ name: 'ApiError', message: `Status ${status}` });
		expect(isOutcomeUnknown(error)).toBe(outcomeUnknown);
	});

	it.each([
		[400, false],
		[499, false],
		[399, true],
		[500, true],
	])('%s that is documented for a write: outcome unknown is %s', (status, outcomeUnknown) => {
		const error = new ApiError({ ...approveTask, errors: [418, status] }, answer(status));
		expect(error).toMatchObject({ outcomeUnknown, isDocumented: true });
	});

	it('to a reading leaves nothing unknown', () => {
		expect(new ApiError(getTask, answer(500))).toMatchObject({ outcomeUnknown: false, safe: true });
	});

	it('tells a wait only where it is a 429', () => {
		const headers = { 'retry-after': '12' };
		expect(new ApiError(getTask, answer(429, { headers })).retryAfter).toBe(12);
		expect(new ApiError(getTask, answer(503, { headers })).retryAfter).toBeUndefined();
		expect(new ApiError(getTask, answer(429)).retryAfter).toBeUndefined();
	});

	it('keeps the first 50 issues, and the first 2,000 characters of each text', () => {
		const issue = { loc: ['body', 0], msg: 'x'.repeat(2_001), type: 'value_error' };
		const detail = Array.from({ length: 51 }, () => issue);
		const issues = new ApiError(getTask, answer(422, { body: { detail } })).detail;
		expect(issues).toHaveLength(50);
		expect(issues?.[0]).toEqual({ ...issue, msg: 'x'.repeat(2_000) });
		const text = new ApiError(getTask, answer(500, { body: { detail: issue.msg } })).detail;
		expect(text).toHaveLength(2_000);
	});

	it.each([
		['nothing', null],
		['a text', '<html>'],
		['a number', { detail: 5 }],
		['issues that are none', { detail: [null, { msg: 'Wrong' }] }],
		['a place that is no list', { detail: [{ loc: 'body', msg: 'Wrong', type: 'x' }] }],
		['a list', [{ detail: 'Wrong' }]],
	])('has no detail where its body is %s', (_case, body) => {
		expect(new ApiError(getTask, answer(422, { body })).detail).toBeUndefined();
	});
});

it.each([
	['ECONNREFUSED', true],
	['ENOTFOUND', true],
	['EAI_AGAIN', true],
	['EHOSTUNREACH', true],
	['ENETUNREACH', true],
	['EPROTO', true],
	['CERT_CHAIN_TOO_LONG', true],
	['CERT_HAS_EXPIRED', true],
	['CERT_NOT_YET_VALID', true],
	['CERT_REJECTED', true],
	['CERT_REVOKED', true],
	['CERT_SIGNATURE_FAILURE', true],
	['CERT_UNTRUSTED', true],
	['DEPTH_ZERO_SELF_SIGNED_CERT', true],
	['ERR_TLS_CERT_ALTNAME_INVALID', true],
	['SELF_SIGNED_CERT_IN_CHAIN', true],
	['UNABLE_TO_DECRYPT_CERT_SIGNATURE', true],
	['UNABLE_TO_GET_ISSUER_CERT', true],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', true],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true],
	['ERR_SSL_WRONG_VERSION_NUMBER', false],
	['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', false],
	['ERR_SSL_NO_CERT_SET', false],
	['ECONNRESET', false],
	['ETIMEDOUT', false],
])('the failure %s of a write proves that nothing was sent: %s', (code, isProof) => {
	const error = networkError(code, write);
	expect(error).toMatchObject({ name: isProof ? 'NotSent' : 'OutcomeUnknown', code });
	expect(error.outcomeUnknown).toBe(!isProof);
});

it('a lost answer to what changes nothing leaves nothing unknown', () => {
	const read = { ...write, writes: false, safe: true };
	const error = networkError('ECONNRESET', read);
	expect(error).toMatchObject({ outcomeUnknown: false, safe: true });
	expect(networkError('ECONNRESET', write)).toMatchObject({ safe: false });
});

it('an answer that is not as documented is a failure of a reading, unless a write is named', () => {
	const [fault, details] = ['It is no list', 'It has no rows.'];
	expect(new InvalidResponse(fault, details)).toMatchObject({
		...{ fault, details, outcomeUnknown: false, safe: true },
	});
	expect(new InvalidResponse(fault, details, approveTask)).toMatchObject({
		outcomeUnknown: true,
		safe: false,
	});
});

it('tells its own errors from others', () => {
	const own = [
		new InvalidInput([]),
		new InvalidResponse('It is no list', ''),
		new NotSent('ENOTFOUND'),
		new OutcomeUnknown('ECONNRESET', write),
	];
	expect(own.map(({ name, message }) => `${name}: ${message}`)).toEqual([
		'InvalidInput: ',
		'InvalidResponse: It is no list',
		'NotSent: Not sent: ENOTFOUND',
		'OutcomeUnknown: Broken off: ECONNRESET',
	]);
	expect(own.map(isClientError)).toEqual([true, true, true, true]);
	expect(own.map(isOutcomeUnknown)).toEqual([false, false, false, true]);
	expect(isClientError(new Error('other'))).toBe(false);
	expect(isOutcomeUnknown({ outcomeUnknown: true })).toBe(false);
});
