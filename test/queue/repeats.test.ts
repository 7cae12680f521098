import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import type { Execution } from '../../tools/scripts/n8n/executions';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import { executionsOf } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { plain, saveWorkflow, session, then } from '../n8n/stack';
import type { Published } from '../n8n/triggerWorkflow';
import {
	deliver,
	deliverWhenBack,
	path,
	signed,
	startTrigger,
	storeSecret,
} from '../n8n/triggerWorkflow';
import { atWebhookProcess, queueAddresses } from './queue';

/* The same delivery at two processes of n8n: the main one and the webhook process. */

let n8n: N8n;
let secret: StoredCredential;
let database: StoredCredential;

beforeAll(async () => {
	n8n = session();
	secret = await storeSecret(n8n, 'query');
	const access = queueAddresses().database;
	database = await upsertCredential(n8n, {
		name: 'Database',
		type: 'postgres',
		data: { ...access, ssl: 'disable', sshTunnel: false },
	});
	await sql('CREATE TABLE taken (id text PRIMARY KEY, times integer NOT NULL DEFAULT 1)');
});

const ids = (name: string) => Array.from({ length: 20 }, (_, index) => `${name}-${index}`);
const once = { options: { deliveryIdPath: path('body.id') } };

const postgres = (name: string, query: string, options: INodeParameters = {}): INode => ({
	...plain(name, 'postgres', 2.6, { operation: 'executeQuery', query, options }),
	credentials: { [database.type]: { id: database.id, name: database.name } },
});

const sql = async (query: string): Promise<void> => {
	const nodes = [plain('Start', 'manualTrigger', 1, {}), postgres('Run', query)];
	const id = await saveWorkflow(n8n, nodes, { Start: then('Run') });
	const { status, error } = await runWorkflow(n8n, id, 'Start');
	if (status !== 'success') throw new Error(`${query}: ${error?.message}`);
};

/** Publishes a workflow, and waits until both processes listen. */
const listening = async (...behind: INode[]): Promise<Published> => {
	const published = await startTrigger(n8n, once, [secret], ...behind);
	const refused = published.url;
	for (const url of [refused, atWebhookProcess(refused)]) {
		expect(await deliverWhenBack(url, {})).toBe(401);
	}
	return published;
};

const at = (published: Published) => ({
	main: async (id: string) => (await deliver(signed(published), { id })).status,
	webhook: async (id: string) =>
		(await deliver(atWebhookProcess(signed(published)), { id })).status,
});

/** Delivers each id to both processes at the same moment. */
const deliverTwice = async (published: Published, wanted: readonly string[]): Promise<number[]> => {
	const { main, webhook } = at(published);
	return await Promise.all(wanted.flatMap((id) => [main(id), webhook(id)]));
};

const runsOf = async ({ id }: Published): Promise<Execution[]> => await executionsOf(n8n, id, 1);

/** How often each id came out of a node. A delivery that n8n could not take is a failed run without one. */
const timesById = (runs: readonly Execution[], node: string): ReadonlyMap<string, number> => {
	const times = new Map<string, number>();
	for (const run of runs.filter(({ status }) => status === 'success')) {
		for (const { body } of jsonOf(run, node)) {
			const id = String((body as IDataObject).id);
			times.set(id, (times.get(id) ?? 0) + 1);
		}
	}
	return times;
};

const doubled = (times: ReadonlyMap<string, number>): number =>
	[...times.values()].filter((count) => count > 1).length;

const passesOn = plain('Go On', 'noOp', 1, {});

const removeDuplicates = plain('New', 'removeDuplicates', 2, {
	operation: 'removeItemsSeenInPreviousExecutions',
	logic: 'removeItemsWithAlreadySeenKeyValues',
	dedupeValue: '={{ $json.body.id }}',
	options: {},
});

/** A row for each id, counted up by its repeats: what PostgreSQL does at once, for all workers. */
const take =
	'INSERT INTO taken (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET times = taken.times + 1 RETURNING times';

const firstOnly = plain('First', 'filter', 2.2, {
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
		conditions: [
			{
				id: randomUUID(),
				leftValue: '={{ $json.times }}',
				rightValue: 1,
				operator: { type: 'number', operation: 'equals' },
			},
		],
		combinator: 'and',
	},
	options: {},
});
const withBody = plain('Delivery', 'set', 3.4, {
	mode: 'raw',
	jsonOutput: "={{ $('Trigger').item.json }}",
});

const tell = (name: string, runs: readonly Execution[], times: ReadonlyMap<string, number>) => {
	const failed = runs.filter(({ status }) => status !== 'success').length;
	process.stdout.write(
		`${name}: ${runs.length} runs (${failed} failed), ${times.size} ids went on, ${doubled(times)} of them twice\n`,
	);
};

describe('Ignore Repeats', () => {
	it('may start twice for what reaches two processes at the same moment, and loses none', async () => {
		const published = await listening();
		const statuses = await deliverTwice(published, ids('moment'));
		const runs = await runsOf(published);
		const times = timesById(runs, 'Trigger');
		tell('at the same moment', runs, times);
		expect(new Set(statuses)).toEqual(new Set([200]));
		expect([...times.keys()].sort()).toEqual(ids('moment').sort());
		expect(Math.max(...times.values())).toBeLessThanOrEqual(2);

		await deliverTwice(published, ids('moment'));
		expect(await runsOf(published)).toHaveLength(runs.length);
	});

	it('knows what another process has taken before', async () => {
		const published = await listening();
		const { main, webhook } = at(published);
		for (const id of ids('later')) await main(id);
		for (const id of ids('later')) await webhook(id);
		const runs = await runsOf(published);
		const times = timesById(runs, 'Trigger');
		tell('one after the other', runs, times);
		expect([...times.keys()].sort()).toEqual(ids('later').sort());
		expect(doubled(times)).toBe(0);
	});

	it('may forget what another process took at the same moment', async () => {
		const published = await listening();
		const { main, webhook } = at(published);
		const [some, others] = [ids('some'), ids('others')];
		const statuses = await Promise.all([...some.map(main), ...others.map(webhook)]);
		expect(new Set(statuses)).toEqual(new Set([200]));
		for (const id of others) expect(await main(id)).toBe(200);
		for (const id of some) expect(await webhook(id)).toBe(200);
		const runs = await runsOf(published);
		const times = timesById(runs, 'Trigger');
		tell('other ids at the same moment, later each at the other process', runs, times);
		expect(times.size).toBe(some.length + others.length);
	});
});

describe('behind it', () => {
	it('Remove Duplicates is not enough', async () => {
		const published = await listening(removeDuplicates, passesOn);
		await deliverTwice(published, ids('removed'));
		const runs = await runsOf(published);
		tell('Remove Duplicates', runs, timesById(runs, 'Go On'));
	});

	it('a unique key in a database lets each through once', async () => {
		const options = { queryReplacement: '={{ $json.body.id }}' };
		const published = await listening(postgres('Take', take, options), firstOnly, withBody);
		await deliverTwice(published, ids('unique'));
		const runs = await runsOf(published);
		const times = timesById(runs, 'Delivery');
		tell('a unique key', runs, times);
		expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'success'));
		expect([...times.keys()].sort()).toEqual(ids('unique').sort());
		expect(doubled(times)).toBe(0);
	});
});
