import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, readExecution } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import type { PackageRegistry } from './packageRegistry';
import { startPackageRegistry } from './packageRegistry';
import { nodeOf, packageType, publishTrigger } from './published';
import { packTarballs } from './tarballs';
import {
	deliver,
	deliverWhenBack,
	outputsOf,
	signed,
	startTrigger,
	storeSecret,
} from './triggerWorkflow';

/* The package as people get it: installed, updated and removed under Settings > Community nodes. */

const name = 'n8n-nodes-contract-workflow';
const higher = '99.0.0';

let folder: string;
let registry: PackageRegistry;
let sandbox: Sandbox;
let host: OwnN8n;
let n8n: N8n;
let tarballs: string[];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'contract-workflow-packages-'));
	tarballs = await packTarballs(folder, higher);
	registry = await startPackageRegistry();
	sandbox = await createSandbox();
	host = await ownN8n({ env: () => registry.environment, isBare: true });
	n8n = await host.start();
});
afterAll(async () => {
	await host?.remove();
	await sandbox?.stop();
	await registry?.stop();
	await rm(folder, { recursive: true, force: true });
});

const installed = z.object({
	packageName: z.literal(name),
	installedVersion: z.string(),
	installedNodes: z.array(z.object({ type: z.string() })),
});

const listed = z.array(
	installed.extend({ updateAvailable: z.string().optional(), failedLoading: z.boolean() }),
);

/** What Settings > Community nodes shows. */
const list = async () => await n8n.request('GET', '/community-packages', listed);
/** What is entered there: the package, with a version or without. */
const install = async (entered: string) =>
	await n8n.request('POST', '/community-packages', installed, { name: entered });
const update = async (version: string) =>
	await n8n.request('PATCH', '/community-packages', installed, { name, version });
const uninstall = async () =>
	await n8n.request('DELETE', `/community-packages?name=${name}`, z.unknown());

const stored = z.object({
	active: z.boolean(),
	nodes: z.array(z.record(z.unknown())),
	staticData: z.record(z.record(z.unknown())).nullable(),
});

const read = async (id: string) => await n8n.request('GET', `/workflows/${id}`, stored);

const initiate = async (): Promise<number> => {
	const variables = [{ variable_id: 'counterparty', type: 'text', value: 'Aldgate Logistics Ltd' }];
	const { data } = await axios.post<{ task_id: number }>(
		`${sandbox.baseUrl}/workflows/wf_mutual_nda/1/initiate`,
		{ variables },
		{ headers: { 'X-API-Key': sandbox.apiKeys.main }, proxy: false },
	);
	return data.task_id;
};

/** Twelve times a minute: n8n allows each of these times, and no shorter one. */
const pollTimes = {
	item: Array.from({ length: 12 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 5} * * * * *`,
	})),
};

/** Two published workflows, one for each way to start, and all that they were given to start by. */
const publishBoth = async () => {
	const key = await upsertCredential(n8n, {
		name: 'Key',
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
	const webhook = await startTrigger(n8n, {}, [await storeSecret(n8n, 'query')]);
	const type = packageType('contractWorkflowPollingTrigger');
	const polling = await publishTrigger(
		n8n,
		nodeOf('Trigger', type, { event: 'taskCreated', pollTimes }, [key]),
	);
	return { webhook, polling, deliveries: [] as string[], tasks: [] as number[] };
};

type Both = Awaited<ReturnType<typeof publishBoth>>;

const runs = z.object({ results: z.array(z.object({ id: z.string(), status: z.string() })) });

/** The runs of the polling workflow that ended so, oldest first. */
const pollsOf = async ({ polling }: Both, status: string): Promise<string[]> => {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: polling }));
	const { results } = await n8n.request('GET', `/executions?filter=${filter}&limit=100`, runs);
	return results.flatMap((run) => (run.status === status ? [run.id] : [])).reverse();
};

/** The tasks that started the polling workflow, in their order. */
const polled = async (both: Both): Promise<unknown[]> => {
	const executions = [];
	for (const id of await pollsOf(both, 'success')) executions.push(await readExecution(n8n, id));
	return executions.flatMap((execution) =>
		jsonOf(execution, 'Trigger').map(({ task_id: id }) => id),
	);
};

/** Asks until it is so, for half a minute. */
const until = async (isSo: () => Promise<boolean>): Promise<void> => {
	const deadline = Date.now() + 30_000;
	while (!(await isSo()) && Date.now() < deadline) await pause(250);
};

/** Each workflow starts by what is new, once, and by nothing of before. */
const goOn = async (both: Both, news: string): Promise<void> => {
	const { webhook, deliveries, tasks } = both;
	expect(await deliverWhenBack(signed(webhook), { id: news })).toBe(200);
	deliveries.push(news);
	tasks.push(await initiate());
	const started = await outputsOf(n8n, webhook, deliveries.length);
	expect(started.map(({ body }) => (body as IDataObject).id)).toEqual(deliveries);
	await until(async () => (await polled(both)).length >= tasks.length);
	expect(await polled(both)).toEqual(tasks);
};

it('published workflows outlive an update, an uninstall and a restart', async () => {
	await registry.publish(tarballs[0] ?? '');
	const first = await install(name);
	const types = ['contractWorkflow', 'contractWorkflowPollingTrigger', 'contractWorkflowTrigger'];
	const nodeTypes = types.map(packageType);
	expect(first.installedNodes.map(({ type }) => type).sort()).toEqual(nodeTypes);
	const both = await publishBoth();
	const ids = [both.webhook.id, both.polling];
	await goOn(both, 'installed');
	const before = await Promise.all(ids.map(read));

	await registry.publish(tarballs[1] ?? '');
	expect(await list()).toMatchObject([
		{ installedVersion: first.installedVersion, updateAvailable: higher, failedLoading: false },
	]);
	expect(await update(higher)).toMatchObject({ installedVersion: higher });
	await goOn(both, 'updated');

	await uninstall();
	expect(await list()).toEqual([]);
	const { status } = await deliver(signed(both.webhook), { id: 'meanwhile' });
	expect(status).toBeGreaterThanOrEqual(400);
	both.tasks.push(await initiate());
	await until(async () => (await pollsOf(both, 'error')).length > 0);
	expect(await pollsOf(both, 'error')).not.toEqual([]);
	const { installedVersion } = first;
	expect(await install(`${name}@${installedVersion}`)).toMatchObject({ installedVersion });
	await goOn(both, 'installed again');

	await host.stop();
	both.tasks.push(await initiate());
	n8n = await host.start();
	expect(await list()).toMatchObject([{ installedVersion, failedLoading: false }]);
	await goOn(both, 'restarted');

	const after = await Promise.all(ids.map(read));
	expect(after.map(({ active, nodes }) => ({ active, nodes }))).toEqual(
		before.map(({ nodes }) => ({ active: true, nodes })),
	);
});
