import { describe, expect, it } from '@jest/globals';
import {
	ApiError,
	InvalidInput,
	InvalidResponse,
	approveTask,
	createClient,
	getTask,
	listDocumentTypes,
	networkError,
} from '../../src';
import type { Answer } from '../support/trace';
import { scripted } from '../support/trace';

const approval = { params: { task_id: 7 }, body: { approved: true } };

const failureOf = async (answer: Answer) => {
	const { transport } = scripted(() => answer);
	return await createClient(transport)
		.call(approveTask, approval)
		.then(
			() => undefined,
			(error: unknown) => error,
		);
};

it('gives the body of a 200', async () => {
	const body = { task_id: 7, status: 'in_progress', approved: true, message: 'Approved' };
	const { log, transport } = scripted(() => ({ body }));
	expect(await createClient(transport).call(approveTask, approval)).toEqual(body);
	expect(log).toEqual(['POST /tasks/7/approve {"approved":true}']);
});

it('sends nothing for an input that breaks the contract', async () => {
	const { log, transport } = scripted(() => ({}));
	const call = createClient(transport).call(getTask, { params: { task_id: 'seven' } });
	await expect(call).rejects.toThrow(InvalidInput);
	expect(log).toEqual([]);
});

describe('an answer that is not a success', () => {
	it('carries status, detail and the wait', async () => {
		const error = await failureOf({
			status: 429,
			headers: { 'retry-after': '12' },
			body: { detail: 'Rate limit exceeded' },
		});
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({
			status: 429,
			detail: 'Rate limit exceeded',
			retryAfter: 12,
			outcomeUnknown: false,
		});
	});

	it('carries the issues of a validation error', async () => {
		const detail = [
			{ loc: ['body', 'approved'], msg: 'Field required', type: 'missing' },
			{ loc: ['body', 'variables', 0, 'value'], msg: 'Not a number', type: 'value_error' },
		];
		expect(await failureOf({ status: 422, body: { detail } })).toMatchObject({
			detail,
		});
	});

	it.each(['<html>Bad gateway</html>', undefined, { detail: 5 }])(
		'makes do with the body %j',
		async (body) => {
			expect(await failureOf({ status: 404, body })).toMatchObject({
				status: 404,
				detail: undefined,
			});
		},
	);

	it.each([
		[500, true],
		[503, true],
		[501, false],
		[409, false],
		[413, false],
		[400, true],
		[408, true],
		[302, true],
	])('a write answered with %s: outcome unknown is %s', async (status, outcomeUnknown) => {
		expect(await failureOf({ status })).toMatchObject({ status, outcomeUnknown });
	});
});

it.each([
	['ECONNREFUSED', true],
	['ENOTFOUND', true],
	['EPROTO', true],
	['CERT_HAS_EXPIRED', true],
	['ERR_TLS_CERT_ALTNAME_INVALID', true],
	['ERR_SSL_WRONG_VERSION_NUMBER', false],
	['ECONNRESET', false],
	['ETIMEDOUT', false],
])('the failure %s of a write proves that nothing was sent: %s', (code, isProof) => {
	const error = networkError(code, { method: 'POST', path: '/', writes: true, safe: false });
	expect(error.name).toBe(isProof ? 'NotSent' : 'OutcomeUnknown');
	expect(error.outcomeUnknown).toBe(!isProof);
});

it('passes a network failure on', async () => {
	const lost = networkError('ECONNRESET', { method: 'POST', path: '/', writes: true, safe: false });
	expect(await failureOf(lost)).toBe(lost);
});

it.each(['<html>', '{"task": {"task_id"', null, [1]])(
	'takes a 200 with the body %j for an error, never for an empty answer',
	async (body) => {
		const error = await failureOf({ body });
		expect(error).toBeInstanceOf(InvalidResponse);
		// It was a write: what was carried out is not known.
		expect(error).toMatchObject({ safe: false });
	},
);

it('passes on a row that is not what the text describes: no workflow breaks by it', async () => {
	const body = { document_types: [{ name: 'NDA' }] };
	const { transport } = scripted(() => ({ body }));
	expect(await createClient(transport).call(listDocumentTypes, {})).toEqual(body);
});
