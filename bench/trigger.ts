import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Table from 'cli-table3';
import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';
import { z } from 'zod';
import { bringUp } from '../scripts/n8n/bringUp';
import { upsertCredential } from '../scripts/n8n/credentials';
import { publish } from '../scripts/n8n/publication';
import type { N8n } from '../scripts/n8n/rest';
import { median } from './report/figures';

/*
 * How long a delivery waits for its response: our trigger and n8n's own Webhook node, in one n8n.
 * One request at a time, with the nodes in turn, so that other load on the machine affects all of
 * them.
 */

const rounds = Number(process.argv[2] ?? 40);
/** Discarded: n8n loads and compiles at first use. */
const warmUpRounds = 5;
/** Time for the run of a request to end before the next request. */
const gapMs = 150;
const goal = 1.5;

const secret = 'Bench-Secret_4711.x~';
const body = JSON.stringify({ event: 'flows.tasks.commented', data: { task: { id: 10001 } } });

interface Contender {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: INode['parameters'];
	readonly credential?: { readonly type: string; readonly data: ICredentialDataDecryptedObject };
	/** The last part of its URL. */
	readonly path: (webhookId: string) => string;
	readonly query?: string;
}

const ours = {
	type: 'n8n-nodes-contract-workflow.contractWorkflowTrigger',
	typeVersion: 1,
	path: (webhookId: string) => `${webhookId}/webhook`,
};

const webhook = (typeVersion: number, authentication: string) => ({
	type: 'n8n-nodes-base.webhook',
	typeVersion,
	parameters: { httpMethod: 'POST', path: '', authentication, responseMode: 'onReceived' },
	path: (webhookId: string) => webhookId,
});

const contenders = [
	{
		name: 'Contract Workflow Trigger, secret',
		...ours,
		parameters: {},
		credential: {
			type: 'contractWorkflowWebhookApi',
			data: { secret, sentIn: 'header', headerName: 'X-Webhook-Secret', queryName: 'token' },
		},
	},
	{ name: 'Contract Workflow Trigger, none', ...ours, parameters: { authentication: 'none' } },
	{
		name: 'Webhook 2.1, header auth',
		...webhook(2.1, 'headerAuth'),
		credential: { type: 'httpHeaderAuth', data: { name: 'X-Webhook-Secret', value: secret } },
	},
	{ name: 'Webhook 2.1, none', ...webhook(2.1, 'none') },
	{ name: 'Webhook 1, none', ...webhook(1, 'none') },
] as const satisfies readonly Contender[];

type Name = (typeof contenders)[number]['name'];

const saved = z.object({ id: z.string() });

/** Publishes a workflow with only the node, and returns its URL. */
const start = async (n8n: N8n, contender: Contender): Promise<string> => {
	const { name, type, typeVersion, parameters, credential } = contender;
	const webhookId = randomUUID();
	const stored = credential && (await upsertCredential(n8n, { name, ...credential }));
	const node: INode = {
		id: webhookId,
		webhookId,
		name: 'Trigger',
		type,
		typeVersion,
		position: [0, 0],
		parameters: { ...parameters, ...('path' in parameters && { path: webhookId }) },
		...(stored && { credentials: { [stored.type]: { id: stored.id, name } } }),
	};
	const settings = { executionOrder: 'v1' };
	const workflow = { name, nodes: [node], connections: {}, settings };
	const { id } = await n8n.request('POST', '/workflows', saved, workflow);
	await publish(n8n, id);
	return `${n8n.url}/webhook/${contender.path(webhookId)}`;
};

/** Milliseconds from the request to the end of its response. */
const timeOf = async (url: string): Promise<number> => {
	const begun = performance.now();
	const headers = { 'content-type': 'application/json', 'x-webhook-secret': secret };
	const response = await fetch(url, { method: 'POST', headers, body });
	await response.text();
	if (!response.ok) throw new Error(`${url} answered with ${response.status}`);
	return performance.now() - begun;
};

const measure = async (n8n: N8n): Promise<Map<Name, number[]>> => {
	const urls = new Map<Name, string>();
	for (const contender of contenders) urls.set(contender.name, await start(n8n, contender));
	const times = new Map<Name, number[]>(contenders.map(({ name }) => [name, []]));
	const names = [...urls.keys()];
	for (let round = -warmUpRounds; round < rounds; round += 1) {
		// Each round starts with a different node, so that no node always follows the same one.
		const turn = (round + warmUpRounds) % names.length;
		for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
			const time = await timeOf(urls.get(name) ?? '');
			if (round >= 0) times.get(name)?.push(time);
			await pause(gapMs);
		}
	}
	return times;
};

const comparisons = [
	['Contract Workflow Trigger, secret', 'Webhook 2.1, header auth'],
	['Contract Workflow Trigger, none', 'Webhook 2.1, none'],
	['Contract Workflow Trigger, none', 'Webhook 1, none'],
] as const satisfies ReadonlyArray<readonly [Name, Name]>;

const report = (times: ReadonlyMap<Name, readonly number[]>): void => {
	const medians = new Map([...times].map(([name, all]) => [name, median(all)]));
	const each = new Table({ head: ['POST to answer, ms', 'median', 'least', 'most'] });
	for (const [name, all] of times) {
		const numbers = [median(all), Math.min(...all), Math.max(...all)];
		each.push([name, ...numbers.map((number) => number.toFixed(0))]);
	}
	const ratios = comparisons.map(([one, other]) => ({
		one,
		other,
		ratio: (medians.get(one) ?? NaN) / (medians.get(other) ?? NaN),
	}));
	const table = new Table({ head: ['', 'beside', 'ratio of medians', 'goal'] });
	for (const { one, other, ratio } of ratios) {
		table.push([one, other, ratio.toFixed(2), `<= ${goal}`]);
	}
	const numbers = { rounds, medians: Object.fromEntries(medians), ratios };
	process.stdout.write(`${each.toString()}\n${table.toString()}\n${JSON.stringify(numbers)}\n`);
};

const run = async (): Promise<void> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-bench-'));
	const { signal } = new AbortController();
	const stack = await bringUp({ folder, sandboxPort: 0, recipes: [], signal });
	try {
		report(await measure(stack.n8n));
	} finally {
		await stack.stop();
		await rm(folder, { recursive: true, force: true });
	}
};

void run();
