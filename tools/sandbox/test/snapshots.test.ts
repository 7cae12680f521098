import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { SandboxOptions } from '../options';
import type { Answer, Service } from './support/service';
import { base64, initiate, request, startService, taskOf } from './support/service';

jest.setTimeout(60_000);

let folder: string;
let service: Service;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterEach(() => service.sandbox.stop());
afterAll(() => rm(folder, { recursive: true }));

const start = async (options: Partial<SandboxOptions> = {}): Promise<void> => {
	service = await startService({ controlPort: 0, tasks: 30, documents: 20, ...options });
};

const control = (method: string, path: string): Promise<Answer> =>
	request(method, `${String(service.sandbox.controlUrl)}${path}`, undefined, {});

const save = (name: string): Promise<Answer> => control('PUT', `/snapshots/${name}`);
const restore = (name: string): Promise<Answer> => control('POST', `/snapshots/${name}/restore`);

/** Tasks of the main organization; a snapshot counts the five of the other one as well. */
const total = async (): Promise<number> =>
	Number((await service.post('/tasks/list', { include_inactive: true })).data.total_count);

describe.each([
	['in memory', (): string => ':memory:'],
	['in a file', (): string => join(folder, `kept-${Date.now()}.db`)],
] as const)('snapshots of a store %s', (_name, db) => {
	it('bring back all that requests changed, and nothing else happens to it', async () => {
		await start({ db: db() });
		const before = await taskOf(service, 10001);
		await initiate(service);
		const saved = await save('with-one-more');
		expect(saved).toMatchObject({ status: 200, data: { name: 'with-one-more', tasks: 36 } });
		await initiate(service);
		await service.post('/tasks/10001/comment', { comment: 'Gone soon' });
		await service.post('/groups', { name: 'Gone soon' });
		await service.patch(`/core/files/${String(service.sandbox.ids.fileId)}/attributes`, {
			attributes: [{ name: 'Gone soon', data_type: 'text', value: 'x' }],
		});
		service.sandbox.publishClickwrap('terms-of-service', { content: 'New', content_html: null });
		expect(await total()).toBe(32);

		expect((await restore('with-one-more')).status).toBe(200);
		expect(await total()).toBe(31);
		expect(await taskOf(service, 10001)).toEqual(before);
		expect((await service.post('/groups', { name: 'Gone soon' })).status).toBe(200);
		const { data } = await service.get('/server/clickwrap/terms-of-service');
		expect(data.version_number).toBe(3);
		const fields = await service.get('/core/org-fields?include_attributes=true');
		expect(JSON.stringify(fields.data)).not.toContain('Gone soon');

		await initiate(service);
		expect((await restore('with-one-more')).status).toBe(200);
		expect(await total()).toBe(31);
	});

	it('are listed, replaced, removed, and bounded in number', async () => {
		await start({ db: db(), mostSnapshots: 2 });
		await save('b');
		await save('a');
		expect((await control('GET', '/snapshots')).data.snapshots).toEqual([
			expect.objectContaining({ name: 'a', tasks: 35 }),
			expect.objectContaining({ name: 'b', tasks: 35 }),
		]);
		expect(await save('c')).toMatchObject({
			status: 409,
			data: { detail: 'There are 2 snapshots already: remove one first' },
		});
		await initiate(service);
		expect((await save('a')).data.tasks).toBe(36);
		expect((await control('DELETE', '/snapshots/b')).status).toBe(200);
		expect((await save('c')).status).toBe(200);
		expect((await restore('b')).status).toBe(404);
		expect((await control('DELETE', '/snapshots/b')).status).toBe(404);
		expect((await save('..%2Fb')).status).toBe(422);
	});

	it('have the rate windows, the clock, and the credentials', async () => {
		await start({ db: db(), rateLimit: 50, windowSeconds: 600 });
		const remaining = async (): Promise<number> =>
			Number((await service.get('/users/org-info')).headers['x-ratelimit-remaining']);
		await control('GET', '/');
		service.sandbox.setClockShift(5000);
		const left = await remaining();
		await save('used');
		await remaining();
		service.sandbox.setClockShift(0);
		service.sandbox.deactivateUser(501);
		expect((await service.get('/users/org-info')).status).toBe(403);
		await restore('used');
		expect(service.sandbox.clockShift()).toBe(5000);
		expect(await remaining()).toBe(left - 1);
	});

	it('are restored between two answers, never amid one', async () => {
		await start({ db: db(), rateLimit: 1_000_000 });
		await save('few');
		for (let count = 0; count < 5; count += 1) await initiate(service);
		await save('more');
		const counts = new Set<string>();
		let isOver = false;
		const read = async (): Promise<void> => {
			while (!isOver) {
				const { status, data } = await service.post('/tasks/list', {
					include_inactive: true,
					limit: 200,
				});
				const tasks = data.tasks as unknown as Array<{ task_id: number }>;
				counts.add(`${status}: ${tasks.length} of ${String(data.total_count)}`);
			}
		};
		const readers = [read(), read(), read(), read()];
		for (let count = 0; count < 10; count += 1) {
			expect((await restore(count % 2 === 0 ? 'few' : 'more')).status).toBe(200);
		}
		isOver = true;
		await Promise.all(readers);
		expect([...counts].sort()).toEqual(['200: 30 of 30', '200: 35 of 35']);
	});

	it('break off a download of which not all has left', async () => {
		await start({ db: db() });
		const taskId = await initiate(service);
		await service.post(`/tasks/${taskId}/approve`, { approved: true });
		await service.post(`/tasks/${taskId}/approve`, { approved: true });
		const { step_runs } = await taskOf(service, taskId);
		const runs = step_runs as unknown as Array<{ step_run_id: string; step_type: string }>;
		const run = runs.find(({ step_type }) => step_type === 'signature');
		const signed = await service.post(`/tasks/${taskId}/upload-signed-document`, {
			step_run_id: run?.step_run_id,
			file: { filename: 'signed.pdf', base64_content: base64('x'.repeat(12_000_000)) },
		});
		expect(signed.status).toBe(200);
		const documents = await service.get(`/tasks/${taskId}/signed-documents`);
		const url = String(documents.data.documents?.[0]?.download_url);
		await save('signed');
		const answer = await fetch(url);
		const reader = answer.body?.getReader();
		let bytes = (await reader?.read())?.value?.length ?? 0;
		await restore('signed');
		const rest = async (): Promise<void> => {
			for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
				bytes += part.value.length;
			}
		};
		await expect(rest()).rejects.toThrow();
		expect(bytes).toBeLessThan(12_000_000);
		expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(12_000_000);
	});
});

it('snapshots of a store in a file outlive the process, and those in memory do not', async () => {
	const db = join(folder, 'outlives.db');
	await start({ db });
	await save('kept');
	await initiate(service);
	await service.sandbox.stop();
	await start({ db });
	expect(await total()).toBe(31);
	await restore('kept');
	expect(await total()).toBe(30);
	await service.sandbox.stop();
	await start({ db });
	expect(await total()).toBe(30);
	expect(existsSync(`${db}.restoring`)).toBe(false);
});
