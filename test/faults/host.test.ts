import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type { INode, INodeParameters, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes, Workflow, createRunExecutionData } from 'n8n-workflow';
import { runNode } from '../support/n8nCore';
import { loadHost } from '../support/n8nHost';
import { packageFolderVariable } from '../support/packedPackage';
import { byId, parametersOf } from '../support/stage';
import { faultServers, json } from './faultServer';
import { numbered } from './items';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

/** A node that n8n itself sends for: n8n applies the rules of a credential to it. */
const declarative: INodeType = {
	description: {
		name: 'declarative',
		displayName: 'Declarative',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'contractWorkflowApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties: [
			{
				displayName: 'Read',
				name: 'read',
				type: 'hidden',
				default: 'x',
				routing: { request: { method: 'GET', url: '/tasks/1' } },
			},
		],
	},
};

type Restriction = Readonly<Record<string, string>>;

const credentialWith = (baseUrl: string, restriction: Restriction) => ({
	contractWorkflowApi: { baseUrl, apiKey: 'key_1', ...restriction },
});

/** Whether n8n lets its own node send. */
const declarativeOutcome = async (url: string, restriction: Restriction): Promise<boolean> => {
	const credentials = credentialWith(url, restriction);
	const { nodeTypes, additionalData } = await loadHost(credentials);
	const nodes: INode[] = [
		{
			id: '1',
			name: 'Start',
			type: 'test.start',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: '2',
			name: 'Declarative',
			type: 'test.declarative',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			credentials: { contractWorkflowApi: { id: 'd', name: 'd' } },
		},
	];
	const find = (type: string) =>
		type === 'test.declarative' ? declarative : nodeTypes.getByName(type);
	const definition = {
		id: 'test',
		name: 'test',
		nodes,
		connections: { Start: { main: [[{ node: 'Declarative', type: 'main' as const, index: 0 }]] } },
		active: false,
	};
	const workflow = new Workflow({
		...definition,
		nodeTypes: { ...nodeTypes, getByName: find, getByNameAndVersion: find as never },
	});
	const hooks = new ExecutionLifecycleHooks('manual', '1', definition as never);
	const run = await new WorkflowExecute(
		{ ...additionalData, hooks },
		'manual',
		createRunExecutionData({
			executionData: {
				contextData: {},
				metadata: {},
				waitingExecution: {},
				waitingExecutionSource: {},
				nodeExecutionStack: nodes
					.slice(0, 1)
					.map((node) => ({ node, data: { main: [[{ json: {} }]] }, source: null })),
			},
		}),
	).processRunExecutionData(workflow);
	return run.data.resultData.error === undefined;
};

const read: INodeParameters = parametersOf('task.get', { taskId: byId('={{ $json.id }}') });

describe("the credential's allowed domains mean what they mean for n8n's own nodes", () => {
	it.each<[string, Restriction]>([
		['no restriction', {}],
		['all', { allowedHttpRequestDomains: 'all' }],
		['none', { allowedHttpRequestDomains: 'none' }],
		['the own domain', { allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' }],
		['another domain', { allowedHttpRequestDomains: 'domains', allowedDomains: 'a.example' }],
		['an empty list', { allowedHttpRequestDomains: 'domains', allowedDomains: '' }],
	])('%s', async (_name, restriction) => {
		const server = await serve(() => ({ atBody: json(200, { task: { task_id: 1 } }) }));
		const isAllowed = await declarativeOutcome(server.url, restriction);
		expect(server.requests).toHaveLength(isAllowed ? 1 : 0);
		const { error } = await runNode({
			parameters: read,
			credentials: credentialWith(server.url, restriction),
			items: numbered(1),
		});
		expect(error === undefined).toBe(isAllowed);
		expect(server.requests).toHaveLength(isAllowed ? 2 : 0);
	});
});

describe('the rate limit belongs to the credential', () => {
	const serveUsedUp = async () => {
		const reset = Math.ceil(Date.now() / 1000) + 4;
		const server = await serve(() => ({
			atBody: json(
				200,
				{ task: { task_id: 1 } },
				{
					date: new Date().toUTCString(),
					'x-ratelimit-limit': '1',
					'x-ratelimit-remaining': '0',
					'x-ratelimit-reset': String(reset),
				},
			),
		}));
		return { server, reset: reset * 1000 };
	};
	const readWith = async (url: string, credentialId: string, apiKey: string) =>
		await runNode({
			parameters: read,
			credentials: { contractWorkflowApi: { baseUrl: url, apiKey } },
			credentialId,
			items: numbered(1),
		});

	it('and to its key: a new key in the same credential is not held up', async () => {
		const { server, reset } = await serveUsedUp();
		await readWith(server.url, 'rotated', 'key_1');
		await readWith(server.url, 'rotated', 'key_2');
		expect(server.requests[1]?.at).toBeLessThan(reset - 500);
	});

	it('and to no other: the same key in another credential is not held up', async () => {
		const { server, reset } = await serveUsedUp();
		await readWith(server.url, 'one', 'key_1');
		await readWith(server.url, 'other', 'key_1');
		expect(server.requests[1]?.at).toBeLessThan(reset - 500);
	});

	it('and to its address: the same credential at another address is not held up', async () => {
		const { server } = await serveUsedUp();
		const { server: moved, reset } = await serveUsedUp();
		await readWith(server.url, 'moved', 'key_1');
		await readWith(moved.url, 'moved', 'key_1');
		expect(moved.requests[0]?.at).toBeLessThan(reset - 500);
	});
});

it('the package packs to the same bytes each time', async () => {
	const folder = await mkdtemp(path.join(process.env[packageFolderVariable] ?? '', 'pack-'));
	try {
		const project = path.join(__dirname, '..', '..');
		const digests: string[] = [];
		for (const name of ['one', 'two']) {
			const into = path.join(folder, name);
			await mkdir(into);
			const options = ['pack', '--ignore-scripts', '--pack-destination', into];
			await promisify(execFile)('npm', options, { cwd: project });
			const [tarball = ''] = await readdir(into);
			const bytes = await readFile(path.join(into, tarball));
			digests.push(createHash('sha256').update(bytes).digest('hex'));
		}
		expect(digests[0]).toBe(digests[1]);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
