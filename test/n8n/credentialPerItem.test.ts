import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, readExecution, runWorkflow } from '../../tools/scripts/n8n/executions';
import { isSince } from '../../tools/scripts/n8n/installation/versions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { serverPool } from '../support/answeringServer';
import type { KeyName, Organization, TwoOrganizationsOptions } from '../support/twoOrganizations';
import { apiKeys, twoOrganizations } from '../support/twoOrganizations';
import { keyedNode, keyedNodes } from './keyedNode';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { contractWorkflow, plain, saveAndTest, saveWorkflow, then } from './stack';
import { callByAgent } from './tool.ways';

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
const commented = ({ comments }: Pick<ReturnType<typeof twoOrganizations>, 'comments'>) =>
	comments()
		.map(({ organization, task }) => `${organization} ${task}`)
		.sort();

const connections = { Start: then('Rows'), Rows: then('Split'), Split: then('Write') };
const retried = z.object({ id: z.string() });
const notFound = [404, { detail: 'Task not found' }] as const;

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

	it('may be rotated between two runs: a key of an item stays used', async () => {
		const service = await start();
		const { run } = await keyedNode(n8n, await storeKeys(service.url));
		const keyed = comment({ idempotencyKey: '={{ $json.deal }}' });
		const rows = mixed(20);
		const first = await run(rows, keyed);
		expect(first.error).toBeUndefined();
		expect(commented(service)).toEqual(wanted(rows));

		await storeKeys(service.url, 'alphaNew');
		const more = { organization: 'Alpha Ltd', task: 21, deal: 'deal-21' } as const;
		const again = await run([...rows, more], keyed);
		expect(again.error).toBeUndefined();
		expect(commented(service)).toEqual(wanted([...rows, more]));
		expect(service.writes().at(-1)).toMatchObject({ key: 'alphaNew' });
		expect(
			jsonOf(again, 'Write').map(({ not_sent_again: kept }) => (kept as IDataObject)?.state),
		).toStrictEqual([...rows.map(() => 'done'), undefined]);
	});

	it('may be rotated before a retry from the executions list: nothing is sent twice', async () => {
		const failing = new Set(['alpha 2', 'beta 4']);
		const service = await start({
			fate({ key, line }) {
				const isFailing = line.startsWith('POST') && failing.has(`${key} ${line.split('/')[2]}`);
				return isFailing ? notFound : undefined;
			},
		});
		const id = await saveWorkflow(
			n8n,
			keyedNodes(mixed(10), contractWorkflow('Write', comment(), await storeKeys(service.url))),
			connections,
		);
		const failed = await runWorkflow(n8n, id, 'Start');
		expect(failed.status).toBe('error');
		const sentBefore = service.comments().length;
		expect(sentBefore).toBeGreaterThan(0);
		failing.clear();
		await storeKeys(service.url, 'alphaNew');
		const path = `/executions/${failed.id}/retry`;
		const { id: retryId } = await n8n.request('POST', path, retried, { loadWorkflow: true });
		const retry = await readExecution(n8n, retryId);
		expect(retry.error).toBeUndefined();
		expect(commented(service)).toEqual(wanted(mixed(10)));
		const again = jsonOf(retry, 'Write').filter(({ not_sent_again: kept }) => kept);
		expect(again).toHaveLength(sentBefore);
		const then = service.writes().filter(({ key }) => key !== 'beta');
		expect(then.at(-1)?.key).toBe('alphaNew');
	});

	it('serve two executions at once, each item under its own, and once per deal', async () => {
		const service = await start({ delayMs: 20, limits: { alpha: 40 } });
		const keyed = comment({ idempotencyKey: '={{ $json.deal }}' });
		const rows = mixed(30);
		const { id, change } = await keyedNode(n8n, await storeKeys(service.url));
		await change(rows, keyed);
		const both = await Promise.all([1, 2].map(async () => await runWorkflow(n8n, id, 'Start')));
		expect(both.map(({ status }) => status)).toEqual(['success', 'success']);
		expect(commented(service)).toEqual(wanted(rows));
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

it('a key that another node gives is that of the round, in Loop Over Items', async () => {
	const service = await start();
	const credential = await store(service.url, "={{ $('Set').first().json.key }}");
	const rows = withKeys(mixed(4));
	const set: INode = plain('Set', 'set', 3.4, {
		mode: 'raw',
		jsonOutput: '={{ { key: $json.api_key, task: $json.task } }}',
	});
	const nodes = [
		...keyedNodes(rows, contractWorkflow('Write', comment(), credential)),
		plain('Loop', 'splitInBatches', 3, { batchSize: 1 }),
		set,
	];
	const id = await saveWorkflow(n8n, nodes, {
		Start: then('Rows'),
		Rows: then('Split'),
		Split: then('Loop'),
		Loop: { main: [[], [{ node: 'Set', type: 'main', index: 0 }]] },
		Set: then('Write'),
		Write: then('Loop'),
	});
	const execution = await runWorkflow(n8n, id, 'Start');
	expect(execution.error).toBeUndefined();
	expect(commented(service)).toEqual(wanted(mixed(4)));
});

it('as a tool, the key is that of the execution', async () => {
	const service = await start();
	const credential = await store(service.url, "={{ $('Items').first().json.api_key }}");
	const parameters: INodeParameters = {
		...comment(),
		taskId: { __rl: true, mode: 'id', value: "={{ $fromAI('task_id', '', 'string') }}" },
		comment: 'Seen',
	};
	const tool = {
		...contractWorkflow('Tool', parameters, credential),
		type: 'n8n-nodes-contract-workflow.contractWorkflowTool',
	};
	const calls = withKeys(mixed(1)).map(async ({ api_key }) => {
		const inputs = [{ task_id: '7' }, { task_id: '8' }];
		const items = { api_key };
		return await callByAgent(n8n, tool, { typeVersion: 2.2, inputs, conversations: 1, items });
	});
	for (const { shown } of await Promise.all(calls)) expect(shown).toEqual([]);
	expect(commented(service)).toEqual(['Alpha Ltd 7', 'Alpha Ltd 8', 'Beta GmbH 7', 'Beta GmbH 8']);
});

describe('how the credential is stored', () => {
	const asked = ({ requests }: Pick<ReturnType<typeof twoOrganizations>, 'requests'>) =>
		requests().filter(({ line }) => line === 'GET /users/org-info').length;

	it('the expression is found, whatever is stored beside it', async () => {
		const service = await start();
		const rows = withKeys(mixed(2));
		const expression = '={{ $json.api_key }}';
		for (const isMarked of [undefined, false, true]) {
			const more = isMarked === undefined ? {} : { usesExpressionInApiKey: isMarked };
			const { run } = await keyedNode(n8n, await store(service.url, expression, more));
			expect((await run(rows, comment())).error).toBeUndefined();
		}
		expect(commented(service)).toEqual(wanted([...mixed(2), ...mixed(2), ...mixed(2)]));
	});

	it('a fixed key asks for no organization, whatever is stored beside it', async () => {
		const service = await start();
		for (const more of [{}, { usesExpressionInApiKey: true }]) {
			const { run } = await keyedNode(n8n, await store(service.url, apiKeys.alpha, more));
			expect((await run(mixed(2), comment())).error).toBeUndefined();
		}
		expect(asked(service)).toBe(0);
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
			/: An expression in the credential needs an item, and there is none here$/,
		);
		expect(service.unknownKeys()).toBe(0);
	});
});
