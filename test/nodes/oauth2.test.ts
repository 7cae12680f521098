import { afterEach, expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import type { Credentials } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { byId, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

const connected = (baseUrl: string): Credentials => ({
	contractWorkflowOAuth2Api: {
		baseUrl,
		grantType: 'authorizationCode',
		clientId: 'client',
		clientSecret: 'client-secret',
		accessTokenUrl: `${baseUrl}/token`,
		authUrl: `${baseUrl}/authorize`,
		scope: 'users:read',
		authentication: 'header',
		oauthTokenData: {
			access_token: 'token-of-the-test',
			refresh_token: 'refresh-of-the-test',
			token_type: 'Bearer',
		},
	},
});

const getOrganization = parametersOf('organization.get', {
	credentialType: 'contractWorkflowOAuth2Api',
});

it('the token that n8n obtained goes out as a bearer', async () => {
	const server = await serve((response) =>
		sendJson(response, 200, { org_name: 'A', rate_limit_per_minute: null, entities: [] }),
	);
	const { output, error } = await runNode({
		parameters: getOrganization,
		credentials: connected(server.url),
	});
	expect(error).toBeUndefined();
	expect(server.requests).toHaveLength(1);
	expect(server.requests[0]).toMatchObject({
		line: 'GET /v2/users/org-info',
		headers: { authorization: 'Bearer token-of-the-test', accept: 'application/json' },
	});
	expect(server.requests[0]?.headers).not.toHaveProperty('x-api-key');
	expect(output[0]?.json.org_name).toBe('A');
});

it('a 401 makes n8n renew the token, and stays a 401 when that is in vain', async () => {
	const server = await serve((response, { line }) =>
		line.startsWith('POST /token')
			? sendJson(response, 400, { error: 'invalid_grant' })
			: sendJson(response, 401, { detail: 'Invalid access token' }),
	);
	const { error, saved } = await runNode({
		parameters: getOrganization,
		credentials: connected(server.url),
	});
	expect(server.requests.map(({ line }) => line)).toContain('POST /token');
	expect(error?.message).not.toContain('connection broke');
	expect(`${error?.message} ${error?.description}`).toMatch(/credential/);
	expect(server.requests.filter(({ line }) => line === 'POST /token')).toHaveLength(1);
	for (const secret of ['token-of-the-test', 'refresh-of-the-test', 'client-secret']) {
		expect(saved).not.toContain(secret);
	}
});

it('a token that n8n could renew goes on as if nothing had happened', async () => {
	const server = await serve((response, { line, headers }) => {
		if (line.startsWith('POST /token')) {
			sendJson(response, 200, { access_token: 'renewed-token', token_type: 'Bearer' });
		} else if (headers.authorization === 'Bearer renewed-token') {
			sendJson(response, 200, { org_name: 'A', entities: [] });
		} else {
			sendJson(response, 401, { detail: 'Invalid access token' });
		}
	});
	const { output, error } = await runNode({
		parameters: getOrganization,
		credentials: connected(server.url),
	});
	expect(error).toBeUndefined();
	const json = { org_name: 'A', entities: [] };
	expect(output).toEqual([{ pairedItem: { item: 0 }, json }]);
	expect(server.requests.map(({ line }) => line)).toEqual([
		'GET /v2/users/org-info',
		'POST /token',
		'GET /v2/users/org-info',
	]);
});

it('a renewed token that is refused as well gives the 401 of the service, without the token', async () => {
	const server = await serve((response, { line, headers }) =>
		line.startsWith('POST /token')
			? sendJson(response, 200, { access_token: 'renewed-token', token_type: 'Bearer' })
			: sendJson(response, 401, { detail: `Unknown: ${headers.authorization}` }),
	);
	const { error, saved } = await runNode({
		parameters: getOrganization,
		credentials: connected(server.url),
	});
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: 'The service did not accept the credential',
		description: 'The service says: Unknown: Bearer [secret removed]. Check the credential.',
		httpCode: '401',
	});
	expect(saved).not.toContain('renewed-token');
});

it.each([
	[
		403,
		'The service denied access',
		'Insufficient scope; this endpoint requires: users:read',
		'The access token does not have the scope users:read. Add it to Scope in the OAuth2 credential, and connect again.',
	],
	[
		400,
		'The service refused the request',
		'client_credentials tokens are not associated with a user',
		'The access token is not associated with a user. Connect the OAuth2 credential again as a user, or with a newly created application.',
	],
])('%d is told as with any credential', async (status, message, detail, advice) => {
	const server = await serve((response) => sendJson(response, status, { detail }));
	const { error } = await runNode({
		parameters: getOrganization,
		credentials: connected(server.url),
	});
	expect(error).toMatchObject({
		message,
		description: `The service says: ${detail}. ${advice}`,
		httpCode: String(status),
	});
});

it('an operation that needs the API key has no use for the token, and sends nothing', async () => {
	const server = await serve((response) => sendJson(response, 200, {}));
	const { error } = await runNode({
		parameters: parametersOf('task.get', {
			credentialType: 'contractWorkflowOAuth2Api',
			taskId: byId('1'),
		}),
		credentials: connected(server.url),
	});
	expect(error?.message).toMatch(/credentials/i);
	expect(server.requests).toEqual([]);
});
