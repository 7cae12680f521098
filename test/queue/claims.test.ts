import { beforeAll, expect, it } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';
import { z } from 'zod';
import type { Credential, StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import { until } from '../../tools/scripts/n8n/pages/questions';
import { tasksByKey } from '../n8n/keyedLaunches';
import { useRecipe } from '../n8n/recipe';
import { plain, saveWorkflow, then } from '../n8n/stack';
import { deliver } from '../n8n/triggerWorkflow';
import { atWebhookProcess, queueAddresses, workerPids } from './queue';

/*
 * The recipe in which PostgreSQL claims a deal before it is sent: each deal reaches n8n's
 * main process and its webhook process at the same moment, and workers are killed meanwhile.
 */

const count = 30;
/** So many deals are under way at the same time: more than two workers can take. */
const atOnce = 20;
/** A worker is killed when so many deals were answered. */
const killAt = 15;

const crm = { name: 'X-CRM-Secret', value: 'crm-secret-of-the-test' };
const database = (): Credential => ({
	name: 'Database of claims',
	type: 'postgres',
	data: { ...queueAddresses().database, ssl: 'disable', sshTunnel: false },
});
const recipe = useRecipe(
	'claim-deal-launch',
	() => [{ name: 'CRM', type: 'httpHeaderAuth', data: crm }, database()],
	{ tasks: 0, documents: 0, rateLimit: 1_000_000, latencyMs: 80 },
);

let stored: StoredCredential;
beforeAll(async () => {
	stored = await upsertCredential(recipe().n8n, database());
});

/** Runs SQL as a person does, in n8n; gives the rows. */
const sql = async (query: string): Promise<IDataObject[]> => {
	const node: INode = {
		...plain('Run', 'postgres', 2.6, { operation: 'executeQuery', query, options: {} }),
		credentials: { postgres: { id: stored.id, name: stored.name } },
	};
	const nodes = [plain('Start', 'manualTrigger', 1, {}), node];
	const id = await saveWorkflow(recipe().n8n, nodes, { Start: then('Run') });
	return jsonOf(await runWorkflow(recipe().n8n, id, 'Start'), 'Run');
};

const mainUrl = () => `${recipe().n8n.url}/webhook/apart-crm-deal-won-once`;
const urls = () => [mainUrl(), atWebhookProcess(mainUrl())];
const customerOf = (id: string) => `Customer of ${id}`;

/** Posts a deal to both processes at the same moment; gives whether one confirmed it. */
const postTwice = async (id: string): Promise<boolean> => {
	const body = { deal_id: id, counterparty: customerOf(id) };
	const headers = { 'content-type': 'application/json', [crm.name]: crm.value };
	const statuses = await Promise.all(
		urls().map(
			async (url) =>
				await deliver(url, body, headers).then(
					({ status }) => status,
					() => 0,
				),
		),
	);
	return statuses.includes(200);
};

/** Posts deals, some at a time; gives those that no answer confirmed. */
const postAll = async (ids: readonly string[], onAnswer = () => {}): Promise<string[]> => {
	const waiting = [...ids];
	const unconfirmed: string[] = [];
	const post = async () => {
		for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
			if (!(await postTwice(id))) unconfirmed.push(id);
			onAnswer();
		}
	};
	await Promise.all(Array.from({ length: atOnce }, post));
	return unconfirmed;
};

const openClaim = z.object({ deal_id: z.string() });

/** What the recipe lists, an hour later. */
const openClaims = async () => {
	await sql("UPDATE contract_claims SET claimed_at = claimed_at - interval '1 hour'");
	const execution = await runWorkflow(recipe().n8n, recipe().file.id, 'Every Hour');
	return jsonOf(execution, 'Get Open Claims').flatMap((row) => openClaim.safeParse(row).data ?? []);
};

it('sends no deal twice and loses none from sight, with a worker killed', async () => {
	await runWorkflow(recipe().n8n, recipe().file.id, 'Every Hour');
	await recipe().publish();
	for (const url of urls()) await until(async () => (await deliver(url, {})).status === 403);

	const ids = Array.from({ length: count }, (_, index) => `d-${index}`);
	const [pid = 0] = await workerPids();
	let answered = 0;
	const unconfirmed = await postAll(ids, () => {
		if (++answered === killAt) process.kill(pid, 'SIGKILL');
	});
	await until(async () => !(await workerPids()).includes(pid), 120_000);
	// A CRM posts again what was not confirmed.
	await postAll(unconfirmed);

	const tasks = await tasksByKey(recipe().sandbox);
	expect([...tasks.values()].filter(({ length }) => length > 1)).toEqual([]);
	const done = await sql("SELECT deal_id, task_id FROM contract_claims WHERE state = 'done'");
	const open = await openClaims();
	expect([...done, ...open].map(({ deal_id: id }) => id).sort()).toEqual(ids.toSorted());
	for (const { deal_id: id, task_id: recorded } of done) {
		expect([id, tasks.get(customerOf(String(id)))]).toEqual([id, [Number(recorded)]]);
	}
	const none = open.map(({ deal_id: id }) => id).filter((id) => !tasks.has(customerOf(id)));
	await sql(
		`UPDATE contract_claims SET state = 'failed' WHERE deal_id = ANY('{${none.join(',')}}')`,
	);
	expect(await postAll(none)).toEqual([]);
	const times = [...(await tasksByKey(recipe().sandbox)).values()].map(({ length }) => length);
	expect(times).toEqual(ids.map(() => 1));
	await recipe().unpublish();
});
