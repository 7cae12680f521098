import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../../options';
import { pagesOf } from '../support/pages';
import type { Json, Service } from '../support/service';
import { initiate, startService } from '../support/service';

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
const { send } = pagesOf(() => service);

const reset = async () => await send('/workflows/tasks', {});

const allTasks = async (): Promise<Json> =>
	(await service.post('/tasks/list', { include_inactive: true, limit: 200 })).data;

it.each([
	['memory', () => ':memory:'],
	['a file', () => join(folder, 'reset.db')],
])('a reset restores the sample data in %s, and keeps what was set up', async (_name, db) => {
	await start({ db: db() });
	const { sandbox } = service;
	const before = await allTasks();
	const subscription = sandbox.subscribe({ url: 'http://127.0.0.1:9/', signing_key: 'S' });
	const { clientId, clientSecret, tokenUrl } = sandbox.oauth;
	const body = new URLSearchParams({
		grant_type: 'client_credentials',
		client_id: clientId,
		client_secret: clientSecret,
		scope: 'users:read',
	});
	const issued = await fetch(tokenUrl, { method: 'POST', body });
	const { access_token } = (await issued.json()) as { access_token: string };
	await initiate(service);
	await service.post('/tasks/10001/comment', { comment: 'Gone soon' });
	await service.post('/groups', { name: 'Gone soon' });
	sandbox.deactivateUser(501);

	const { status, headers } = await reset();
	expect([status, headers.get('location')]).toEqual([303, '/workflows/tasks?done=reset#done']);
	expect(await allTasks()).toEqual(before);
	expect((await service.post('/groups', { name: 'Gone soon' })).status).toBe(200);
	expect(sandbox.deliveries()).toEqual([]);
	expect(sandbox.subscriptions()).toEqual([subscription]);
	const bearer = { Authorization: `Bearer ${access_token}` };
	const info = await service.call('GET', '/v2/users/org-info', { key: null, headers: bearer });
	expect(info.status).toBe(200);
});
