import { describe, expect, it } from '@jest/globals';
import type { IWebhookFunctions } from 'n8n-workflow';
import type { WebhookSecret } from '../../nodes/ContractWorkflowTrigger/secret';
import {
	deliveryRefusal,
	secretFault,
	testWebhookSecret,
} from '../../nodes/ContractWorkflowTrigger/secret';
import { askToListen } from '../support/webhookTrigger';

const header: WebhookSecret = {
	secret: 'sixteen-letters!',
	sentIn: 'header',
	headerName: 'X-Webhook-Secret',
	queryName: '',
};
const query: WebhookSecret = {
	secret: 'sixteen~letters.',
	sentIn: 'query',
	headerName: '',
	queryName: 'token',
};
const tooShort = 'The secret in the credential is too short. Use at least 16 characters.';

describe('a credential', () => {
	it.each([
		['in a header', header],
		['in a header, with signs of Base64', { ...header, secret: 'with/other+signs==' }],
		['in the query', query],
	])('can be used: %s', async (_name, credential) => {
		expect(secretFault(credential)).toBeUndefined();
		const test = testWebhookSecret.call({} as never, { data: credential } as never);
		await expect(test).resolves.toMatchObject({ status: 'OK' });
	});

	it.each([
		['without anything', {}, tooShort],
		['without a secret', { ...header, secret: undefined }, tooShort],
		['with 15 characters', { ...header, secret: 'x'.repeat(15) }, tooShort],
		['with a space', { ...header, secret: 'sixteen letters!' }, /^A header cannot contain/],
		['with an umlaut', { ...header, secret: 'sixteen-lettersü' }, /^A header cannot contain/],
		['without a header', { ...header, headerName: undefined }, /^The header name .* invalid/],
		['with a space in the header', { ...header, headerName: 'X Secret' }, /^The header name/],
		['with a colon in the header', { ...header, headerName: 'X-Secret:' }, /^The header name/],
		['with a reserved header', { ...header, headerName: 'Content-Type' }, /is reserved/],
		['without a place', { ...header, sentIn: undefined }, /^Choose where/],
		['with a sign before a URL part', { ...query, secret: '&ixteen-letters_' }, /^A URL cannot/],
		['with a sign after a URL part', { ...query, secret: 'sixteen-letters#' }, /^A URL cannot/],
		['without a parameter', { ...query, queryName: undefined }, /^The query parameter name/],
		['with a sign before the parameter', { ...query, queryName: '&token' }, /^The query parameter/],
		['with a sign after the parameter', { ...query, queryName: 'token=' }, /^The query parameter/],
	])('%s is refused', async (_name, credential, words) => {
		const fault = secretFault(credential);
		expect(fault).toMatch(words);
		if ('secret' in credential && credential.secret) expect(fault).not.toContain(credential.secret);
		const test = testWebhookSecret.call({} as never, { data: credential } as never);
		await expect(test).resolves.toEqual({ status: 'Error', message: fault });
	});
});

describe('a delivery', () => {
	const ask = (credential: WebhookSecret, headers: object, parameters: object) =>
		deliveryRefusal(credential, {
			getHeaderData: () => headers,
			getQueryData: () => parameters,
		} as IWebhookFunctions);
	const inBoth = (credential: WebhookSecret, given: unknown) =>
		ask(credential, { 'x-webhook-secret': given }, { token: given });
	const missing =
		/^The secret is missing. Send it in the (header "X-Webhook-Secret"|query parameter "token").$/;
	const wrong = /^The secret is wrong.$/;

	describe.each([header, query])('with the secret in its $sentIn', (credential) => {
		const { secret } = credential;

		it('is taken', () => expect(inBoth(credential, secret)).toBeUndefined());

		it.each([
			['missing', undefined, missing],
			['empty', '', missing],
			['another', 'another-secret_16', wrong],
			['longer', `${secret}x`, wrong],
			['a part', secret.slice(0, -1), wrong],
			['given twice', [secret, secret], wrong],
			['an object', { a: secret }, wrong],
		])('is refused if that is %s, in words without it', (_name, given, words) => {
			expect(inBoth(credential, given)).toMatch(words);
			expect(inBoth(credential, given)).not.toContain(secret);
		});

		it.each(['', 'fifteen-letters'])('is refused if that of the credential is %j', (short) => {
			for (const given of [short, undefined]) {
				expect(inBoth({ ...credential, secret: short }, given)).toBe(tooShort);
			}
		});
	});

	it('is not searched elsewhere for the secret', () => {
		expect(ask(query, { token: query.secret }, {})).toMatch(missing);
		expect(ask(header, {}, { 'x-webhook-secret': header.secret })).toMatch(missing);
	});
});

describe('before n8n listens', () => {
	it.each(['manual', 'activate', 'create', 'update'] as const)(
		'%s: a secret that is too short is refused in words without it',
		async (activation) => {
			await expect(askToListen(activation, 'much-too-short')).rejects.toMatchObject({
				message: tooShort,
				description: 'Change the credential, then enter the new secret in the service as well.',
			});
			expect(await askToListen(activation, header.secret)).toBe(true);
			const open = { authentication: 'none' };
			expect(await askToListen(activation, 'much-too-short', open)).toBe(true);
		},
	);

	it.each(['init', 'leadershipChange'] as const)(
		'%s: what was published before stays published',
		async (activation) => {
			expect(await askToListen(activation, 'much-too-short')).toBe(true);
		},
	);
});
