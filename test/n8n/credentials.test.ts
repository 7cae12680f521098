import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { isSince } from '../../tools/scripts/n8n/installation/versions';
import type { AnsweringServer } from '../support/answeringServer';
import { nowhere, startServer } from '../support/answeringServer';
import { packageType } from './published';
import { plain, saveAndTest, saveWorkflow, session, stackAddresses } from './stack';

const { baseUrl, apiKey } = stackAddresses();
const n8n = session();

/** A server that is well, and is not the service. By `/status` it answers as it is told. */
let stranger: AnsweringServer;
/** Another origin, which would take the request of a credential for its own. */
let elsewhere: AnsweringServer;
beforeAll(async () => {
	elsewhere = await startServer((response) => response.end('{"org_name":"Elsewhere"}'));
	stranger = await startServer((response, { line }) => {
		const [, path = '', status] = /^GET \/(status\/(\d+)|\w*)/.exec(line) ?? [];
		const asJson = path.startsWith('json');
		response.writeHead(Number(status ?? 200), {
			'content-type': asJson ? 'application/json' : 'text/html',
			location: `${elsewhere.url}/users/org-info`,
		});
		response.end(asJson ? '{"status":"ok"}' : '<h1>Welcome</h1>');
	});
});
afterAll(async () => {
	await stranger?.stop();
	await elsewhere?.stop();
});

/** An older n8n has words of its own for a credential that is refused. */
const said = (words: RegExp): unknown =>
	isSince('2.41.1') ? expect.stringMatching(words) : expect.stringMatching(/\w/);

it('the secret of the webhook is for its trigger only: n8n 2 saves no other node with it', async () => {
	const { id, name } = await upsertCredential(n8n, {
		name: 'Secret for the trigger only',
		type: 'contractWorkflowWebhookApi',
		data: { secret: 'Only-for-the-trigger_1', sentIn: 'query' },
	});
	const credentials = { contractWorkflowWebhookApi: { id, name } };
	const parameters = {
		url: stranger.url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'contractWorkflowWebhookApi',
	};
	const request = { ...plain('HTTP Request', 'httpRequest', 4.2, parameters), credentials };
	const saved = saveWorkflow(n8n, [request], {});
	if (isSince('2.30.8')) await expect(saved).rejects.toThrow(/restricted to/);
	else await expect(saved).resolves.toEqual(expect.any(String));
	const type = packageType('contractWorkflowTrigger');
	const trigger = { ...plain('Trigger', '', 1, {}), type, credentials };
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

	const at = (path: string) => () => stranger.url + path;
	const noService = /not the Contract Workflow Service/;
	const secretOf = 'in-the-url_c2VjcmV0';

	it.each<[string, () => string, RegExp, string?]>([
		['with more than an address', at('?a=b'), /must not contain \? or #/],
		['with a key that needs an item', at(''), /has no value in the test/, '={{ $json.api_key }}'],
		[
			'with a user in the address',
			() => baseUrl.replace('//', `//user:${secretOf}@`),
			/must not contain a user name or a password/,
		],
		['with a wrong key', () => baseUrl, /missing, unknown, inactive, revoked/, secretOf],
		['where the address redirects by 302', at('/status/302'), /redirect.*Base URL/],
		['where the address redirects by 307', at('/status/307'), /redirect.*Base URL/],
		['by a 400', at('/status/400'), /Check the Base URL, including http:\/\/ or https:\/\//],
		['by a 429', at('/status/429'), /rate limit .* again in a minute/],
		['by a 403', at('/status/403'), /no longer an active member/],
		['by something else with JSON', at('/json'), noService],
		['by something else without the path', at('/status/404'), noService],
		['where no connection comes about', () => nowhere.url, /^ECONNREFUSED$/],
	])('is refused %s, in words without a secret', async (_name, address, words, secret = apiKey) => {
		const { status, message } = await tested(address(), secret);
		expect([status, message]).toEqual(['Error', said(words)]);
		expect(message).not.toContain(secretOf);
		expect(message).not.toContain(apiKey);
		expect(elsewhere.requests).toEqual([]);
	});
});
