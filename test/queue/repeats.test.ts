import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import { executionsOf } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { plain, saveWorkflow, session, then } from '../n8n/stack';
import {
	deliver,
	deliverWhenBack,
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

it('a unique key in a database lets each through once, at two processes at the same moment', async () => {
	const options = { queryReplacement: '={{ $json.body.id }}' };
	const behind = [postgres('Take', take, options), firstOnly, withBody];
	const published = await startTrigger(n8n, {}, [secret], ...behind);
	const urls = [signed(published), atWebhookProcess(signed(published))];
	for (const url of urls) expect(await deliverWhenBack(url.replace(/\?.*/, ''), {})).toBe(401);
	const ids = Array.from({ length: 20 }, (_, index) => `delivery-${index}`);
	await Promise.all(ids.flatMap((id) => urls.map(async (url) => await deliver(url, { id }))));
	const runs = await executionsOf(n8n, published.id, 2 * ids.length);
	expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'success'));
	const passed = runs.flatMap((run) => jsonOf(run, 'Delivery'));
	expect(passed.map(({ body }) => (body as IDataObject).id).sort()).toEqual(ids.sort());
});
