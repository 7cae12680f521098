import { describe, expect, it } from '@jest/globals';
import type { IWebhookFunctions } from 'n8n-workflow';
import type { WebhookSecret } from '../../../nodes/ContractWorkflowTrigger/secret';
import { deliveryRefusal, testWebhookSecret } from '../../../nodes/ContractWorkflowTrigger/secret';
import { askToListen } from '../../support/webhookTrigger';

const names = { headerName: 'X-Webhook-Secret', queryName: 'token' };
const header: WebhookSecret = { ...names, secret: 'sixteen-letters!', sentIn: 'header' };
const query: WebhookSecret = { ...names, secret: 'sixteen~letters.', sentIn: 'query' };
const tooShort = 'The secret in the credential is too short. Use at least 16 characters.';
const wrong = 'The secret is wrong.';

const test = async (data: object) => await testWebhookSecret.call({} as never, { data } as never);

it.each([
	['in a header', header],
	['in the query', query],
])('a credential can be used: %s', async (_name, credential) => {
	const message = 'The secret is valid. Enter it in the service as well.';
	expect(await test(credential)).toEqual({ status: 'OK', message });
});

describe('a credential that no delivery could match', () => {
	it.each([
		['without anything', {}, tooShort],
		['with 15 characters', { ...header, secret: 'x'.repeat(15) }, tooShort],
		['with a space', { ...header, secret: 'sixteen letters!' }, /^A header cannot contain/],
		['with an umlaut', { ...header, secret: 'sixteen-lettersü' }, /^A header cannot contain/],
		['without a header', { ...header, headerName: undefined }, /^The header name .* invalid/],
		['with : before the header', { ...header, headerName: ':X-Secret' }, /^The header name/],
		['with & in the secret', { ...query, secret: '&ixteen-letters_' }, /^A query parameter cannot/],
		['with & at its end', { ...query, secret: 'sixteen-letters_&' }, /^A query parameter cannot/],
		['with = in the parameter', { ...query, queryName: 'token=' }, /^The query parameter name/],
	])('%s is refused, at each delivery too, in words without it', async (_name, given, words) => {
		const { status, message } = await test(given);
		expect(status).toBe('Error');
		expect(message).toMatch(words);
		const { secret } = given as Partial<WebhookSecret>;
		if (secret) expect(message).not.toContain(secret);
		expect(deliveryRefusal(given as WebhookSecret, {} as never)).toBe(message);
	});
});

describe('a delivery', () => {
	const ask = (credential: WebhookSecret, headers: object, parameters: object) =>
		deliveryRefusal(credential, {
			getHeaderData: () => headers,
			getQueryData: () => parameters,
		} as IWebhookFunctions);
	const inHeader = 'The secret is missing. Send it in the header X-Webhook-Secret.';
	const inUrl = 'The secret is missing. Add ?token=SECRET to the URL.';

	it.each([
		[header, inHeader],
		[query, inUrl],
	])('is refused with the reason, without the secret (%j)', (credential, missing) => {
		const { secret } = credential;
		const both = (given: unknown) =>
			ask(credential, { 'x-webhook-secret': given }, { token: given });
		expect(both(secret)).toBeUndefined();
		for (const given of [undefined, '']) expect(both(given)).toBe(missing);
		const others = ['another-secret_16', `${secret}x`, secret.slice(1), [secret, secret], {}];
		for (const given of others) expect(both(given)).toBe(wrong);
	});

	it('is not searched elsewhere for the secret', () => {
		expect(ask(query, { token: query.secret, 'x-webhook-secret': query.secret }, {})).toBe(inUrl);
		expect(ask(header, {}, { 'x-webhook-secret': header.secret })).toBe(inHeader);
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
