import type { Agent } from 'node:http';
import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { contract } from '../../src/contract';
import type { Sandbox } from '../../tools/sandbox/server';
import type { DocumentedRequest } from './documentedRequests';

const credentialOf = (
	{ apiKeys, oauthTokens }: Sandbox,
	{ endpoint, credential }: DocumentedRequest,
): Record<string, string> => {
	const all =
		contract[endpoint].auth === 'apiKey'
			? Object.values(apiKeys).map((key) => ({ 'X-API-Key': key }))
			: Object.values(oauthTokens).map((token) => ({ Authorization: `Bearer ${token}` }));
	const first = endpoint === 'getOrgInfoWithAccessToken' ? oauthTokens.main : apiKeys.main;
	const main: Record<string, string> =
		contract[endpoint].auth === 'apiKey'
			? { 'X-API-Key': first }
			: { Authorization: `Bearer ${first}` };
	return credential === 0 ? main : (all[credential % all.length] ?? {});
};

/** Sends a request unchanged. Gives the status and the text of the answer. */
export const sendRaw = (
	sandbox: Sandbox,
	given: DocumentedRequest,
	agent: Agent,
): Promise<{ status: number; body: string }> =>
	new Promise((resolve, reject) => {
		const { hostname, port } = new URL(sandbox.baseUrl);
		const { method, place, body } = given;
		const headers = {
			...credentialOf(sandbox, given),
			...(body !== undefined && {
				'Content-Type': 'application/json',
				'Content-Length': Buffer.byteLength(body),
			}),
		};
		send({ hostname, port, path: place, method, headers, agent }, (answer) => {
			text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, body: read }), reject);
		})
			.on('error', reject)
			.end(body);
	});
