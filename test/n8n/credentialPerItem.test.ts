import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf } from '../../tools/scripts/n8n/executions';
import { isSince } from '../../tools/scripts/n8n/installation/versions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { serverPool } from '../support/answeringServer';
import type { KeyName, Organization, TwoOrganizationsOptions } from '../support/twoOrganizations';
import { apiKeys, twoOrganizations } from '../support/twoOrganizations';
import { keyedNode } from './keyedNode';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { saveAndTest } from './stack';

/*
 * One node with the API keys of two organizations, whose tasks have the same IDs. Most tests look the
 * key up in the credential, as a store of secrets would, so that no item holds it.
 */

const { serve, stopAll } = serverPool();
afterEach(stopAll);

let host: OwnN8n;
let n8n: N8n;
beforeAll(async () => {
	host = await ownN8n();
	n8n = await host.start();
});
afterAll(async () => await host?.remove());

const start = async (options: TwoOrganizationsOptions = {}) => {
	const service = twoOrganizations(options);
	const { url } = await serve(service.answer);
	return { ...service, url };
};

const store = async (
	baseUrl: string,
	apiKey: string,
	more: { readonly usesExpressionInApiKey?: boolean } = {},
) =>
	await upsertCredential(n8n, {
		name: `Key of ${baseUrl}`,
		type: 'contractWorkflowApi',
		data: { baseUrl, apiKey, ...more },
	});

/** The credential that knows the key of each organization; `alpha` is the key of Alpha Ltd. */
const storeKeys = async (baseUrl: string, alpha: KeyName = 'alpha'): Promise<StoredCredential> => {
	const keys = { 'Alpha Ltd': apiKeys[alpha], 'Beta GmbH': apiKeys.beta };
	return await store(baseUrl, `={{ (${JSON.stringify(keys)})[$json.organization] }}`);
};

const taskId = { __rl: true, mode: 'id', value: '={{ $json.task }}' };
const comment = (more: INodeParameters = {}): INodeParameters => ({
	resource: 'task',
	operation: 'comment',
	taskId,
	comment: '=For {{ $json.task }}',
	...more,
});
const approve = (more: INodeParameters = {}): INodeParameters => ({
	resource: 'task',
	operation: 'approve',
	taskId,
	decideIf: 'always',
	...more,
});

const organizations = ['Alpha Ltd', 'Beta GmbH'] as const;
interface Row extends IDataObject {
	readonly organization: Organization;
	readonly task: number;
}
/** Rows of both organizations in turn, each with the same tasks. */
const mixed = (tasks: number): Row[] =>
	Array.from({ length: 2 * tasks }, (_, index) => ({
		organization: organizations[index % 2] as Organization,
		task: Math.floor(index / 2) + 1,
		deal: `deal-${Math.floor(index / 2)}`,
	}));
const withKeys = (rows: readonly Row[]) =>
	rows.map((row) => ({
		...row,
		api_key: row.organization === 'Alpha Ltd' ? apiKeys.alpha : apiKeys.beta,
	}));

const wanted = (rows: readonly Row[]): string[] =>
	rows.map(({ organization, task }) => `${organization} ${task}`).sort();

/** Everything that n8n holds, by the table or file that it is in. */
const everything = async (): Promise<ReadonlyArray<readonly [place: string, content: string]>> => {
	const names = await readdir(host.folder, { recursive: true, withFileTypes: true });
	const files = names
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name))
		.filter((name) => !/node_modules|\.tgz$|database\.sqlite/.test(name));
	return [
		...Object.entries(await host.tables()).map(
			([name, rows]) => [name, JSON.stringify(rows)] as const,
		),
		...(await Promise.all(
			files.map(async (name) => [name, await readFile(name, 'latin1')] as const),
		)),
	];
};

describe('keys that the credential looks up by the item', () => {
	it('are in nothing that n8n stores, after all that may store something', async () => {
		const failing = new Set<string>();
		const service = await start({
			fate({ key, line, body }) {
				if (line === 'POST /tasks/3/comment' && key === 'beta') return 'lost';
				if (line !== 'POST /tasks/2/comment' || failing.has(key)) return undefined;
				failing.add(key);
				return [404, { detail: `No task for ${apiKeys[key]}`, body }];
			},
		});
		const credential = await storeKeys(service.url);
		const { run } = await keyedNode(n8n, credential);
		const keyed = comment({ idempotencyKey: '={{ $json.deal }}' });
		const rows = mixed(3);
		const failed = await run(rows, keyed, { retryOnFail: true, maxTries: 2, waitBetweenTries: 5 });
		expect(failed.status).toBe('error');
		const goingOn = await run(rows, keyed, { onError: 'continueErrorOutput' });
		expect(goingOn.status).toBe('success');
		const planned = await run(rows, { ...approve(), dryRun: true });
		expect(jsonOf(planned, 'Write').map(({ verdict }) => verdict)).toEqual(
			rows.map(() => 'would_send'),
		);
		const unknown = await start({ fate: () => [401, { detail: apiKeys.alpha }] });
		const refused = await keyedNode(n8n, await storeKeys(unknown.url));
		expect((await refused.run(rows, comment())).status).toBe('error');

		const all = await everything();
		expect(all.filter(([, content]) => content.includes('Alpha Ltd'))).not.toEqual([]);
		for (const key of Object.values(apiKeys)) {
			const encoded = Buffer.from(key).toString('base64').replace(/=+$/, '');
			const places = all.filter(
				([, content]) => content.includes(key) || content.includes(encoded),
			);
			expect(places.map(([place]) => place)).toEqual([]);
		}
	});
});

describe('keys that the items hold', () => {
	it('a thousand mixed approvals are each made under their own', async () => {
		const service = await start();
		const rows = mixed(500);
		const { run } = await keyedNode(n8n, await store(service.url, '={{ $json.api_key }}'));
		const execution = await run(withKeys(rows), approve());
		expect(execution.error).toBeUndefined();
		expect([...service.decided()].sort()).toEqual(wanted(rows));
		expect(service.writes()).toHaveLength(1_000);
		expect(service.unknownKeys()).toBe(0);
		expect(jsonOf(execution, 'Write').map(({ message }) => message)).toEqual(
			rows.map(({ organization }) => `Decided in ${organization}`),
		);
		process.stdout.write(`1,000 approvals of two organizations took ${execution.seconds} s\n`);
	});
});

describe('where there are no items', () => {
	const list = { results: z.array(z.object({ name: z.string() })) };

	it.each([
		['of the item', '={{ $json.api_key }}'],
		['of another node', "={{ $('Set').first().json.key }}"],
	])('the credential test says so of a key %s', async (_name, apiKey) => {
		const service = await start();
		const { status, message } = await saveAndTest(n8n, {
			name: 'Tested',
			type: 'contractWorkflowApi',
			data: { baseUrl: service.url, apiKey },
		});
		expect(status).toBe('Error');
		// An older n8n ends the test with an error of its own.
		const words =
			'An expression in this credential has no value in the test, which has no items: run a workflow to try it.';
		expect(message).toEqual(isSince('2.41.1') ? words : expect.stringMatching(/\w/));
		expect(service.unknownKeys()).toBe(0);
	});

	it.each([
		['of the item', '={{ $json.api_key }}'],
		['of another node', "={{ $('Set').first().json.key }}"],
	])('the list of tasks says so of a key %s', async (_name, apiKey) => {
		const service = await start();
		const { id, name } = await store(service.url, apiKey);
		const asking = n8n.request(
			'POST',
			'/dynamic-node-parameters/resource-locator-results',
			z.object(list),
			{
				path: 'parameters.taskId',
				methodName: 'searchTasks',
				nodeTypeAndVersion: { name: 'n8n-nodes-contract-workflow.contractWorkflow', version: 1 },
				credentials: { contractWorkflowApi: { id, name } },
				currentNodeParameters: { resource: 'task', operation: 'get' },
			},
		);
		await expect(asking).rejects.toThrow(
			/: An expression in the credential has no value$/,
		);
		expect(service.unknownKeys()).toBe(0);
	});
});
