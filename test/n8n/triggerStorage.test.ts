import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import type { Published } from './triggerWorkflow';
import {
	deliver,
	deliverWhenBack,
	outputsOf,
	path,
	signed,
	startTrigger,
	storeSecret,
} from './triggerWorkflow';

/* Deliveries to an n8n whose database stores no execution for a time, or waits for it. */

const loadMs = 2_000;

let host: OwnN8n;
let sandbox: Sandbox;
let n8n: N8n;
let secret: StoredCredential;
let key: StoredCredential;

beforeAll(async () => {
	host = await ownN8n();
	sandbox = await createSandbox({ latencyMs: loadMs });
	n8n = await host.start();
	secret = await storeSecret(n8n, 'query');
	key = await upsertCredential(n8n, {
		name: 'Key',
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
});
afterAll(async () => {
	await host?.remove();
	await sandbox?.stop();
});

/** From now on n8n cannot store an execution. */
const refuse = async () =>
	await host.sql(
		"CREATE TRIGGER full BEFORE INSERT ON execution_entity BEGIN SELECT RAISE(ABORT, 'The disk is full'); END",
	);
const allow = async () => await host.sql('DROP TRIGGER IF EXISTS full');

afterEach(allow);

const once = { options: { deliveryIdPath: path('body.id') } };

const idsOf = async (published: Published, expected: number) =>
	(await outputsOf(n8n, published, expected)).map(({ body }) => (body as IDataObject).id);

it('a delivery that n8n could not store starts its run when it is repeated, and only then', async () => {
	const published = await startTrigger(n8n, once, [secret]);
	const send = async (id: string) => (await deliver(signed(published), { id })).status;
	expect(await send('before')).toBe(200);
	await refuse();
	for (const id of ['lost', 'lost']) expect(await send(id)).toBe(500);
	await allow();
	expect(await send('lost')).toBe(200);
	for (const id of ['lost', 'before']) expect(await send(id)).toBe(200);
	expect(await send('after')).toBe(200);
	expect(await idsOf(published, 3)).toEqual(['before', 'lost', 'after']);
});

it('a repeat that comes meanwhile waits for the outcome, and starts what was not stored', async () => {
	const published = await startTrigger(
		n8n,
		{ ...once, loadTask: true, taskIdPath: path('body.task') },
		[secret, key],
	);
	const send = async (id: string) => (await deliver(signed(published), { id, task: 10001 })).status;
	await refuse();
	const first = send('lost');
	await pause(loadMs / 4);
	const second = send('lost');
	const third = send('lost');
	expect(await first).toBe(500);
	await allow();
	expect(await Promise.all([second, third])).toEqual([200, 200]);
	expect(await send('last')).toBe(200);
	expect(await idsOf(published, 2)).toEqual(['lost', 'last']);
});

it('a sender that is gone before its answer, and asks again, starts one run', async () => {
	const published = await startTrigger(n8n, once, [secret]);
	const url = signed(published);
	const held = host.sql('BEGIN IMMEDIATE', 2_000);
	await pause(500);
	const body = JSON.stringify({ id: 'gone' });
	const headers = { 'content-type': 'application/json' };
	const given = fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(500) });
	await expect(given).rejects.toThrow();
	expect((await deliver(url, { id: 'gone' })).status).toBe(200);
	await held;
	expect((await deliver(url, { id: 'gone' })).status).toBe(200);
	expect((await deliver(url, { id: 'last' })).status).toBe(200);
	expect(await idsOf(published, 2)).toEqual(['gone', 'last']);
});

it('a repeat whose delivery is not answered for long is to be sent again, and starts nothing', async () => {
	const slow = await createSandbox({ latencyMs: 20_000 });
	try {
		const slowKey = await upsertCredential(n8n, {
			name: 'Slow',
			type: 'contractWorkflowApi',
			data: { baseUrl: slow.baseUrl, apiKey: slow.apiKeys.main },
		});
		const parameters = { ...once, loadTask: true, taskIdPath: path('body.task') };
		const published = await startTrigger(n8n, parameters, [secret, slowKey]);
		const send = async (id: string, task?: number) =>
			await deliver(signed(published), { id, task });
		// Each takes eight seconds for its task: one is not stored, the next one is, the last waits.
		await refuse();
		const all = [1, 2, 3].map(async () => await send('slow', 10001));
		const refused = await Promise.race(all);
		expect(refused.status).toBe(500);
		await allow();
		const answers = await Promise.all(all);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 500, 503]);
		const late = answers.find(({ status }) => status === 503);
		expect(late?.headers['retry-after']).toBe('5');
		for (const id of ['slow', 'last']) expect((await send(id)).status).toBe(200);
		expect(await idsOf(published, 2)).toEqual(['slow', 'last']);
	} finally {
		await slow.stop();
	}
});

it('what n8n could not store is no repeat after a restart, and what came at once is', async () => {
	const published = await startTrigger(n8n, once, [secret]);
	const url = signed(published);
	await refuse();
	expect((await deliver(url, { id: 'lost' })).status).toBe(500);
	await allow();
	const ids = Array.from({ length: 12 }, (_, index) => `at-once-${index}`);
	const answers = await Promise.all(ids.map(async (id) => await deliver(url, { id })));
	expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
	await host.stop();
	n8n = await host.start();
	for (const id of [...ids, 'lost']) expect(await deliverWhenBack(url, { id })).toBe(200);
	const started = await idsOf(published, ids.length + 1);
	expect(started.slice(0, -1).sort()).toEqual([...ids].sort());
	expect(started.at(-1)).toBe('lost');
});
