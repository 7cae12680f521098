import { describe, expect, it } from '@jest/globals';
import type { WebhookSecret } from '../../nodes/ContractWorkflowTrigger/secret';
import { deliveryRefusal, secretFault } from '../../nodes/ContractWorkflowTrigger/secret';

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

describe('a credential', () => {
	it.each([
		['in a header', header],
		['in the query', query],
	])('can be used: %s', (_name, credential) => {
		expect(secretFault(credential)).toBeUndefined();
	});

	it.each([
		['without a secret', { ...header, secret: undefined }, /too short.*16/],
		['with 15 characters', { ...header, secret: 'x'.repeat(15) }, /too short.*16/],
		['with a space', { ...header, secret: 'sixteen letters!' }, /A header cannot contain/],
		['with an umlaut', { ...header, secret: 'sixteen-lettersü' }, /A header cannot contain/],
		['without a header', { ...header, headerName: undefined }, /header name/],
		['with a space in the header', { ...header, headerName: 'X Secret' }, /header name/],
		['with a colon in the header', { ...header, headerName: 'X-Secret:' }, /header name/],
		['with a reserved header', { ...header, headerName: 'Content-Type' }, /reserved/],
		['without a place', { ...header, sentIn: undefined }, /Choose where/],
		['with a sign before a URL part', { ...query, secret: '&ixteen-letters_' }, /A URL cannot/],
		['with a sign after a URL part', { ...query, secret: 'sixteen-letters#' }, /A URL cannot/],
		['without a parameter', { ...query, queryName: undefined }, /query parameter name/],
		['with a sign before the parameter', { ...query, queryName: '&token' }, /query parameter name/],
		['with a sign after the parameter', { ...query, queryName: 'token=' }, /query parameter name/],
	])('%s is refused', (_name, credential, words) => {
		const fault = secretFault(credential);
		expect(fault).toMatch(words);
		if (credential.secret) expect(fault).not.toContain(credential.secret);
	});
});

describe('a delivery', () => {
	it.each([
		['in a header', header, { headers: { 'x-webhook-secret': header.secret }, query: {} }],
		['in the query', query, { headers: {}, query: { token: query.secret } }],
	])('with the secret %s is taken', (_name, credential, carrier) => {
		expect(deliveryRefusal(credential, carrier)).toBeUndefined();
	});

	it.each([
		['no header', header, { headers: {}, query: { token: header.secret } }, /header "X-Webhook-Se/],
		['an empty header', header, { headers: { 'x-webhook-secret': '' }, query: {} }, /missing/],
		['no parameter', query, { headers: {}, query: {} }, /query parameter "token"/],
		['another secret', query, { headers: {}, query: { token: 'another-secret_16' } }, /is wrong/],
		['two secrets', query, { headers: {}, query: { token: [query.secret] } }, /is wrong/],
	])('with %s is refused', (_name, credential, carrier, words) => {
		const refusal = deliveryRefusal(credential, carrier);
		expect(refusal).toMatch(words);
		expect(refusal).not.toContain(credential.secret);
	});

	it('is refused for a credential that cannot be used', () => {
		const credential = { ...query, secret: 'short' };
		const carrier = { headers: {}, query: { token: 'short' } };
		expect(deliveryRefusal(credential, carrier)).toMatch(/too short/);
	});
});
