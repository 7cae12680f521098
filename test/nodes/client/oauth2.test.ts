import { expect, it } from '@jest/globals';
import type { ServedRequest } from '../../support/answeringServer';
import { sendJson, serverPool } from '../../support/answeringServer';
import { runNode } from '../../support/n8nCore';
import { byId, itemsOf, parametersOf } from '../../support/stage';

const serve = serverPool();
const credentialType = 'contractWorkflowOAuth2Api';

/** Runs with a connected credential. The service answers what is not asked for a token. */
const runAt = async (
	answer: (authorization: unknown) => readonly [status: number, body: object],
	{ renews = false, operation = 'organization.get', ids = ['client'] } = {},
) => {
	const { url, requests } = await serve((response, { line, headers }: ServedRequest) => {
		if (!line.startsWith('POST /token'))
			return sendJson(response, ...answer(headers.authorization));
		if (!renews) return sendJson(response, 400, { error: 'invalid_grant' });
		return sendJson(response, 200, { access_token: 'renewed-token', token_type: 'Bearer' });
	});
	const result = await runNode({
		parameters: parametersOf(operation, { credentialType, taskId: byId('1') }),
		credentials: {
			[credentialType]: {
				...{ baseUrl: url, accessTokenUrl: `${url}/token`, authUrl: `${url}/authorize` },
				...{
					grantType: 'authorizationCode',
					clientId: '={{ $json.id }}',
					clientSecret: 'client-secret',
				},
				...{ scope: 'users:read', authentication: 'header' },
				oauthTokenData: {
					access_token: 'token-of-the-test',
					refresh_token: 'refresh-of-the-test',
					token_type: 'Bearer',
				},
			},
		},
		items: itemsOf(...ids.map((id) => ({ id }))),
	});
	for (const secret of ['of-the-test', 'client-secret', 'renewed-token'])
		expect(result.saved).not.toContain(secret);
	return { ...result, requests, lines: requests.map(({ line }) => line) };
};

const ask = 'GET /v2/users/org-info';
const renew = 'POST /token';

it('the token that n8n obtained goes out as a bearer', async () => {
	const { output, requests } = await runAt(() => [200, { org_name: 'A', entities: [] }]);
	expect(output[0]?.json.org_name).toBe('A');
	expect(requests).toMatchObject([
		{ line: ask, headers: { authorization: 'Bearer token-of-the-test' } },
	]);
	expect(requests[0]?.headers).not.toHaveProperty('x-api-key');
});

it('a token that n8n could renew goes on as if nothing had happened', async () => {
	const { output, lines } = await runAt(
		(authorization) =>
			authorization === 'Bearer renewed-token'
				? [200, { org_name: 'A', entities: [] }]
				: [401, { detail: 'Invalid access token' }],
		{ renews: true },
	);
	expect(output).toMatchObject([{ json: { org_name: 'A' } }]);
	expect(lines).toEqual([ask, renew, ask]);
});

it.each([
	[false, 'credential'],
	[true, 'The service says: Unknown: Bearer \\[secret removed\\]\\. Check the credential\\.$'],
])('a 401 that stays is one of the service; renewed: %s', async (renews, words) => {
	const { error, lines } = await runAt(
		(authorization) => [401, { detail: `Unknown: ${String(authorization)}` }],
		{ renews },
	);
	expect(lines.filter((line) => line === renew)).toHaveLength(1);
	expect(`${error?.message} ${error?.description}`).toMatch(new RegExp(words));
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
	const { error } = await runAt(() => [status, { detail }]);
	const description = `The service says: ${detail}. ${advice}`;
	expect(error).toMatchObject({ message, description, httpCode: String(status) });
});

it('an operation that needs the API key has no use for the token, and sends nothing', async () => {
	const { error, lines } = await runAt(() => [200, {}], { operation: 'task.get' });
	expect(error?.message).toMatch(/credentials/i);
	expect(lines).toEqual([]);
});

it('data that differs between items is refused, and nothing is sent', async () => {
	const { error, lines } = await runAt(() => [200, {}], { ids: ['one', 'one', 'other'] });
	expect(error?.message).toBe('The credential gives different data for this item');
	expect(lines).toEqual([]);
});
