import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { isSince } from '../../tools/scripts/n8n/installation/versions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { certificate, key } from '../support/certificates';
import { plain, saveAndTest, saveWorkflow, session, stackAddresses } from './stack';

const { baseUrl, apiKey } = stackAddresses();

let n8n: N8n;
let stranger: Server;
let strangerUrl: string;
let elsewhere: Server;
let elsewhereUrl: string;
let requestsElsewhere = 0;
const secure = createSecureServer({ cert: certificate, key });
let secureUrl: string;

const started = async (server: Server, scheme = 'http'): Promise<string> => {
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
	n8n = session();
	// Another origin, which would take the request of a credential for its own.
	elsewhere = createServer((_request, response) => {
		requestsElsewhere++;
		response.setHeader('content-type', 'application/json');
		response.end('{"org_name":"Elsewhere"}');
	});
	elsewhereUrl = await started(elsewhere);
	secureUrl = await started(secure, 'https');
	// A server that is well, and is not the service; by `/status` it answers as it is told.
	stranger = createServer(({ url = '' }, response) => {
		const asJson = url.startsWith('/json');
		response.statusCode = Number(/^\/status\/(\d+)/.exec(url)?.[1] ?? 200);
		response.setHeader('content-type', asJson ? 'application/json' : 'text/html');
		response.setHeader('location', `${elsewhereUrl}/users/org-info`);
		response.end(asJson ? '{"status":"ok"}' : '<h1>Welcome</h1>');
	});
	strangerUrl = await started(stranger);
});

afterAll(() => {
	stranger.close();
	elsewhere.close();
	secure.close();
});

const explained: ReadonlyArray<readonly [number, RegExp]> = [
	[400, /Check the Base URL, including http:\/\/ or https:\/\//],
	[429, /rate limit .* again in a minute/],
	[401, /missing, unknown, inactive, revoked or expired/],
	[403, /no longer an active member/],
];

/** An older n8n has words of its own for a credential that is refused. */
const said = (words: RegExp): unknown =>
	isSince('2.41.1') ? expect.stringMatching(words) : expect.stringMatching(/\w/);

it('the secret of the webhook is for its trigger only: n8n 2 saves no other node with it', async () => {
	const stored = await upsertCredential(n8n, {
		name: 'Secret for the trigger only',
		type: 'contractWorkflowWebhookApi',
		data: { secret: 'Only-for-the-trigger_1', sentIn: 'query' },
	});
	const credentials = { contractWorkflowWebhookApi: { id: stored.id, name: stored.name } };
	const request = {
		...plain('HTTP Request', 'httpRequest', 4.2, {
			url: strangerUrl,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'contractWorkflowWebhookApi',
		}),
		credentials,
	};
	const saved = saveWorkflow(n8n, [request], {});
	if (isSince('2.30.8')) await expect(saved).rejects.toThrow(/restricted to/);
	else await expect(saved).resolves.toEqual(expect.any(String));
	const trigger = {
		...plain('Trigger', '', 1, {}),
		type: 'n8n-nodes-contract-workflow.contractWorkflowTrigger',
		credentials,
	};
	await expect(saveWorkflow(n8n, [trigger], {})).resolves.toEqual(expect.any(String));
});

describe('the test of an API key', () => {
	const tested = async (address: string, secret = apiKey) =>
		await saveAndTest(n8n, {
			name: 'Tested key',
			type: 'contractWorkflowApi',
			data: { baseUrl: address, apiKey: secret },
		});

	it.each([baseUrl, `${baseUrl}//`, baseUrl.replace('http', 'HTTP')])(
		'is accepted with the address %s',
		async (address) => expect(await tested(address)).toMatchObject({ status: 'OK' }),
	);

	it('is refused with more than an address, in words', async () => {
		const { status, message } = await tested(`${strangerUrl}?a=b`);
		expect([status, message]).toEqual(['Error', said(/must not contain \? or #/)]);
	});

	it('is refused with a key that needs an item, in words', async () => {
		const { status, message } = await tested(baseUrl, '={{ $json.api_key }}');
		expect([status, message]).toEqual([
			'Error',
			said(/has no value in the test, which has no items/),
		]);
	});

	it('is refused with a user in the address, whose password the message does not repeat', async () => {
		const { status, message } = await tested(baseUrl.replace('//', '//user:in-the-url@'));
		expect(status).toBe('Error');
		expect(message).toEqual(said(/must not contain a user name or a password/));
		expect(message).not.toContain('in-the-url');
	});

	it('is refused with a wrong secret, which the message does not repeat', async () => {
		const result = await tested(baseUrl, 'wrong_c2VjcmV0LXZhbHVl');
		expect(result.status).toBe('Error');
		expect(result.message).not.toContain('c2VjcmV0LXZhbHVl');
	});

	it.each([302, 307])(
		'is refused where the address redirects by %d, and the secret goes nowhere else',
		async (status) => {
			const result = await tested(`${strangerUrl}/status/${status}`);
			expect(requestsElsewhere).toBe(0);
			expect(result.status).toBe('Error');
			expect(result.message).toEqual(said(/redirect.*Base URL/));
		},
	);

	it.each(explained)('tells in one sentence what a %d means', async (status, words) => {
		const { status: verdict, message } = await tested(`${strangerUrl}/status/${status}`);
		expect(verdict).toBe('Error');
		expect(message).toEqual(said(words));
		expect(message).not.toContain(apiKey);
	});

	it.each(['/json', '/status/404'])(
		'is refused at an address that is not the service: %s',
		async (path) => {
			const result = await tested(strangerUrl + path);
			expect(result).toMatchObject({ status: 'Error' });
			expect(result.message).toEqual(said(/not the Contract Workflow Service/));
		},
	);

	it('is refused where no connection comes about, with no more than a code', async () => {
		expect(await tested('http://127.0.0.1:9')).toEqual({
			status: 'Error',
			message: said(/^ECONNREFUSED$/),
		});
		expect(await tested(secureUrl)).toEqual({
			status: 'Error',
			message: said(/^DEPTH_ZERO_SELF_SIGNED_CERT$/),
		});
	});
});
