import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { listTasks } from '../../tools/scripts/demo/service';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import type { Execution } from '../../tools/scripts/n8n/executions';
import { runWorkflow } from '../../tools/scripts/n8n/executions';
import { isSince } from '../../tools/scripts/n8n/installation/versions';
import { unpublish } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { FaultServer } from '../faults/faultServer';
import { json, startFaultServer, text } from '../faults/faultServer';
import { keyedNodes } from './keyedNode';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { nodeOf, packageType, publishTrigger } from './published';
import { contractWorkflow, keyFor, keyOf, saveWorkflow, then } from './stack';
import { deliver, secret, signed, startTrigger, storeSecret } from './triggerWorkflow';

/*
 * What n8n keeps of what passes through these nodes: docs/data.md says it, and these tests hold it.
 * They read n8n's whole database, and all its other files.
 */

const apiKey = 'prefix_dGhlLWtleS10aGF0LW5vYm9keS1tYXktcmVhZA';
const accessToken = 'dGhlLXRva2VuLXRoYXQtbm9ib2R5LW1heS1yZWFk';
const clientSecret = 'dGhlLXNlY3JldC1vZi10aGUtY2xpZW50';
const signature = 'dGhlLXNpZ25hdHVyZS1vZi1hLWxpbms';
const keysByItem = { a: 'prefix_dGhlLWtleS1vZi1vcmdhbml6YXRpb24tYQ', b: 'prefix_dGhlLWtleS1vZi1i' };
const fileText = 'What the parties of this contract agree';

let host: OwnN8n;
let n8n: N8n;
let sandbox: Sandbox;
let service: FaultServer;
let key: StoredCredential;
let sandboxKey: StoredCredential;

/** A service that gives a file by a presigned link, and repeats the key that it refuses. */
const serveFile = async (): Promise<FaultServer> => {
	const server: FaultServer = await startFaultServer((_index, request) => {
		const line = request?.line ?? '';
		if (line.includes('/file?')) return { atBody: text(200, 'text/plain', fileText) };
		if (line.endsWith('/document')) {
			const download_url = `${server.url}/file?signature=${signature}`;
			return { atBody: json(200, { download_url, file_name: 'a.txt', expires_at: null }) };
		}
		const { 'x-api-key': key, authorization } = request?.headers ?? {};
		return { atBody: json(401, { detail: `Unknown: ${String(key ?? authorization)}` }) };
	});
	return server;
};

beforeAll(async () => {
	host = await ownN8n({ env: () => ({ N8N_LOG_LEVEL: 'debug' }) });
	[n8n, sandbox, service] = [await host.start(), await createSandbox(), await serveFile()];
	key = await keyFor(n8n, service.url, apiKey);
	sandboxKey = await keyOf(n8n, sandbox);
});
afterAll(async () => {
	await host?.remove();
	await sandbox?.stop();
	await service?.stop();
});

/** Runs rows through one node, and gives its id in n8n with the execution. */
const runRows = async (
	rows: readonly IDataObject[],
	parameters: INodeParameters,
	credential: StoredCredential,
	more: Partial<INode> = {},
): Promise<Execution & { workflowId: string }> => {
	const node = { ...contractWorkflow('Write', parameters, credential), ...more };
	const connections = { Start: then('Rows'), Rows: then('Split'), Split: then('Write') };
	const workflowId = await saveWorkflow(n8n, keyedNodes(rows, node), connections);
	return { workflowId, ...(await runWorkflow(n8n, workflowId, 'Start')) };
};

const ofTask = (operation: string, more: INodeParameters = {}): INodeParameters => ({
	resource: 'task',
	operation,
	taskId: { __rl: true, mode: 'id', value: '={{ $json.task }}' },
	...more,
});
const stepDocument = ofTask('getStepDocument', {
	stepId: { __rl: true, mode: 'id', value: 'draft' },
	download: true,
});

const staticData = z.object({ staticData: z.record(z.record(z.unknown())).nullable() });
const staticOf = async (workflowId: string): Promise<string> =>
	JSON.stringify(
		(await n8n.request('GET', `/workflows/${workflowId}`, staticData)).staticData ?? {},
	);

/** The files of n8n with what they hold, save its packages and the database. */
const filesOf = async (): Promise<ReadonlyArray<readonly [name: string, content: string]>> => {
	const names = await readdir(host.folder, { recursive: true, withFileTypes: true });
	const files = names
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name))
		.filter((name) => !/node_modules|\.tgz$|database\.sqlite/.test(name));
	return await Promise.all(
		files.map(async (name) => [name, await readFile(name, 'latin1')] as const),
	);
};

/** Everything that n8n holds, by the table or file that it is in. */
const everything = async (): Promise<Map<string, string>> =>
	new Map([
		...Object.entries(await host.tables()).map(
			([name, rows]) => [name, JSON.stringify(rows)] as const,
		),
		...(await filesOf()),
	]);

const placesOf = (all: ReadonlyMap<string, string>, needle: string): string[] =>
	[...all].filter(([, content]) => content.includes(needle)).map(([name]) => name);

/** n8n 1 keeps a file in memory, and with the saved execution; later ones have a store of files. */
const hasStore = isSince('2.30.8');

describe('secrets', () => {
	it('no key, token, secret or presigned link is in any table, log or file of n8n', async () => {
		const token = await upsertCredential(n8n, {
			name: 'Token',
			type: 'contractWorkflowOAuth2Api',
			data: {
				baseUrl: service.url,
				grantType: 'authorizationCode',
				accessTokenUrl: `${service.url}/token`,
				clientId: 'client',
				clientSecret,
				scope: 'users:read',
				authentication: 'header',
				oauthTokenData: { access_token: accessToken, token_type: 'Bearer' },
			},
		});
		const hook = await storeSecret(n8n, 'query');
		const published = await startTrigger(n8n, {}, [hook]);
		expect((await deliver(signed(published), { comment: 'Delivered' })).status).toBe(200);
		const refused = await runRows([{ task: 1 }], ofTask('get'), key);
		const refusedToken = await runRows(
			[{}],
			{ resource: 'organization', operation: 'get', credentialType: token.type },
			token,
		);
		expect([refused.status, refusedToken.status]).toEqual(['error', 'error']);
		const perItem = await keyFor(
			n8n,
			service.url,
			`={{ (${JSON.stringify(keysByItem)})[$json.organization] }}`,
		);
		const refusedItems = await runRows(
			[
				{ task: 11, organization: 'a' },
				{ task: 12, organization: 'b' },
			],
			ofTask('get'),
			perItem,
			{ onError: 'continueRegularOutput' },
		);
		expect(refusedItems.status).toBe('success');
		const keysSent = service.requests
			.filter(({ line }) => /\/tasks\/1[12]$/.test(line))
			.map(({ line, headers }) => [line.split('/')[2], headers['x-api-key']]);
		// The key of the second item is read, and not used.
		expect(keysSent).toEqual([['11', keysByItem.a]]);
		const downloaded = await runRows([{ task: 1 }], stepDocument, key);
		expect(downloaded.status).toBe('success');
		await unpublish(n8n, published.id);

		const all = await everything();
		// That the search finds what is there, in the database, in the log and among the files.
		expect(placesOf(all, 'Delivered')).toContain('execution_data');
		expect(placesOf(all, 'Workflow execution started')).toContain(join(host.folder, 'n8n.log'));
		const file = hasStore ? fileText : Buffer.from(fileText).toString('base64');
		expect(placesOf(all, file)).toEqual([
			hasStore ? expect.stringContaining('/storage/') : 'execution_data',
		]);
		const secrets = [apiKey, accessToken, clientSecret, signature, secret];
		for (const text of [...secrets, ...Object.values(keysByItem)]) {
			expect(placesOf(all, text)).toEqual([]);
			expect(placesOf(all, Buffer.from(text).toString('base64').replace(/=+$/, ''))).toEqual([]);
		}
	});
});

describe('what outlives executions', () => {
	it('static data of the polling trigger: digests, and what is compared', async () => {
		const { tasks } = await listTasks(sandbox);
		const trigger = (parameters: INodeParameters) =>
			nodeOf(
				'Trigger',
				packageType('contractWorkflowPollingTrigger'),
				{ pollTimes: { item: [{ mode: 'everyX', value: 1, unit: 'hours' }] }, ...parameters },
				[sandboxKey],
			);
		const updated = await publishTrigger(n8n, trigger({ event: 'taskUpdated' }));
		const text = await staticOf(updated);
		expect(text).toMatch(/"seen":\[(\[\d+,\d+,"[\w-]{16}"\],?)+\]/);
		for (const { task_title: title, owner_email: email } of tasks) {
			expect(text).not.toContain(String(title));
			if (email) expect(text).not.toContain(String(email));
		}
		const changed = await publishTrigger(
			n8n,
			trigger({ event: 'taskUpdated', watchedTaskFields: ['status'] }),
		);
		const compared = await staticOf(changed);
		expect(compared).toMatch(/"seen":\[(\[\d+,\d+,"\[\[\\"[a-z_]+\\"\]\]"\],?)+\]/);
		for (const { task_title: title } of tasks) expect(compared).not.toContain(String(title));
		for (const id of [updated, changed]) await unpublish(n8n, id);
	});

	it('keys of Send Once Per: hashes', async () => {
		const deal = 'deal-of-the-third-of-may';
		const comment = ofTask('comment', {
			comment: 'Won',
			idempotencyKey: '={{ $json.deal }}',
		});
		const { workflowId, status } = await runRows([{ task: 10001, deal }], comment, sandboxKey);
		expect(status).toBe('success');
		const kept = ((await host.tables()).processed_data as IDataObject[])
			.filter((row) => row.workflowId === workflowId)
			.map(({ value }) => String(value));
		expect(kept).toEqual([expect.stringMatching(/"data":\["[\w+/]{22}=="\]/)]);
		expect(kept[0]).not.toContain(deal);
	});
});
