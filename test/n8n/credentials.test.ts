import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { N8n } from '../../scripts/n8n/rest';
import { saveAndTest, session, stackAddresses } from './stack';

const { baseUrl, apiKey, oauthToken } = stackAddresses();

let n8n: N8n;
let stranger: Server;
let strangerUrl: string;

beforeAll(async () => {
	n8n = session();
	// A server that is well, and is not the service.
	stranger = createServer((request, response) => {
		const asJson = request.url?.startsWith('/json');
		response.setHeader('content-type', asJson ? 'application/json' : 'text/html');
		response.end(asJson ? '{"status":"ok"}' : '<h1>Welcome</h1>');
	});
	await new Promise<void>((listening) => stranger.listen(0, '127.0.0.1', listening));
	strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});

afterAll(() => {
	stranger.close();
});

const secrets = {
	contractWorkflowApi: { field: 'apiKey', right: apiKey },
	contractWorkflowAccessTokenApi: { field: 'accessToken', right: oauthToken },
} as const;

describe.each(Object.entries(secrets))('%s', (type, { field, right }) => {
	const tested = async (address: string, secret: string) =>
		await saveAndTest(n8n, {
			name: `Test of ${type}`,
			type,
			data: { baseUrl: address, [field]: secret },
		});

	it.each(['', '/', '//', '  '])('is accepted with "%s" after the address', async (ending) => {
		expect(await tested(baseUrl + ending, right)).toMatchObject({ status: 'OK' });
	});

	it('is refused with a wrong secret, which the message does not repeat', async () => {
		const result = await tested(baseUrl, 'wrong_c2VjcmV0LXZhbHVl');
		expect(result.status).toBe('Error');
		expect(result.message).not.toContain('c2VjcmV0LXZhbHVl');
	});

	it.each(['/json', '/html'])(
		'is refused at an address that is not the service: %s',
		async (path) => {
			const result = await tested(strangerUrl + path, right);
			expect(result).toMatchObject({ status: 'Error' });
			expect(result.message).toMatch(/not as the Contract Workflow Service/);
		},
	);

	it('is refused where nothing answers', async () => {
		expect(await tested('http://127.0.0.1:9', right)).toMatchObject({ status: 'Error' });
	});
});
