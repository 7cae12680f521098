import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../options';
import { pagesOf } from './support/pages';
import type { Json, Service } from './support/service';
import { initiate, startService, taskOf } from './support/service';

let folder: string;
let service: Service;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterEach(() => service.sandbox.stop());
afterAll(() => rm(folder, { recursive: true }));

const start = async (options: Partial<SandboxOptions> = {}): Promise<void> => {
	service = await startService({ tasks: 30, documents: 20, ...options });
};
const { load, send } = pagesOf(() => service);

/** The form of the page, with what it carries unseen. */
const formOnPage = async (query = '') => {
	const { html } = await load(`/workflows/tasks${query}`);
	const part = html.slice(html.indexOf('id="reset"'));
	const action = /action="([^"]+)"/.exec(part)?.[1]?.replaceAll('&amp;', '&') ?? '';
	return { action, once: /name="once" value="([^"]+)"/.exec(part)?.[1] ?? '' };
};
const reset = async (query = '') => {
	const { action, once } = await formOnPage(query);
	return await send(action, { form: 'reset', once });
};

const allTasks = async (): Promise<Json> =>
	(await service.post('/tasks/list', { include_inactive: true, limit: 200 })).data;

describe.each([
	['in memory', () => ':memory:'],
	['in a file', () => join(folder, `${Date.now()}.db`)],
])('the sample data of a store %s', (_name, db) => {
	it('are as they were at first after a reset, and what was set up stays', async () => {
		await start({ db: db() });
		const { sandbox } = service;
		const before = await allTasks();
		const subscription = sandbox.subscribe({ url: 'http://127.0.0.1:9/', signing_key: 'S' });
		await initiate(service);
		await service.post('/tasks/10001/comment', { comment: 'Gone soon' });
		await service.post('/groups', { name: 'Gone soon' });
		sandbox.deactivateUser(501);
		expect((await reset()).status).toBe(303);
		expect(await allTasks()).toEqual(before);
		expect((await service.post('/groups', { name: 'Gone soon' })).status).toBe(200);
		expect(sandbox.deliveries()).toEqual([]);
		expect(sandbox.subscriptions()).toMatchObject([subscription]);
		await initiate(service);
		await reset();
		expect(await allTasks()).toEqual(before);
	});
});

it('keeps a token that an application was given', async () => {
	await start();
	const { clientId, clientSecret, tokenUrl } = service.sandbox.oauth;
	const answer = await fetch(tokenUrl, {
		method: 'POST',
		body: new URLSearchParams({
			grant_type: 'client_credentials',
			client_id: clientId,
			client_secret: clientSecret,
			scope: 'users:read',
		}),
	});
	const { access_token } = (await answer.json()) as { access_token: string };
	await reset();
	const headers = { Authorization: `Bearer ${access_token}` };
	const { status } = await service.call('GET', '/v2/users/org-info', { key: null, headers });
	expect(status).toBe(200);
});

it('is by the options that the store was made with, whatever they are now', async () => {
	const db = join(folder, 'made-before.db');
	await start({ db, seed: 7, tasks: 12 });
	const { main } = service.sandbox.apiKeys;
	await service.sandbox.stop();
	await start({ db, seed: 8, tasks: 40 });
	await reset();
	expect(service.sandbox.apiKeys.main).toBe(main);
	expect((await allTasks()).total_count).toBe(12);
});

it('comes back to the list with its filters, and says so', async () => {
	await start();
	const { headers } = await reset('?status=pending&text=NDA');
	const location = String(headers.get('location'));
	expect(location).toMatch(/^\/workflows\/tasks\?.*status=pending&.*text=NDA&done=reset#done$/);
	const { html } = await load(location);
	expect(html).toContain('The sample data was reset.');
	expect(html).toContain('value="NDA"');
});

it('is done once for a form that is sent twice, and again for a page loaded later', async () => {
	await start();
	const { action, once } = await formOnPage();
	const { service: own } = service.sandbox;
	const both = await Promise.all([1, 2].map(() => send(action, { form: 'reset', once })));
	expect(both.map(({ status }) => status)).toEqual([303, 303]);
	expect(own.store.generation).toBe(1);
	const id = await initiate(service);
	expect((await send(action, { form: 'reset', once })).status).toBe(303);
	expect((await taskOf(service, id)).task_id).toBe(id);
	await reset();
	expect(own.store.generation).toBe(2);
});

it.each<[string, Record<string, string>, string | undefined, number]>([
	['another page', { form: 'reset', once: 'x' }, 'http://evil.example', 403],
	['a form of another name', { form: 'clear', once: 'x' }, undefined, 400],
	['a form that no page showed', { form: 'reset' }, undefined, 400],
])('is not done for %s', async (_name, fields, origin, status) => {
	await start();
	expect((await send('/workflows/tasks', fields, origin)).status).toBe(status);
	expect(service.sandbox.service.store.generation).toBe(0);
});
