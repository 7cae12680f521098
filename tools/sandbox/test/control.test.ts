import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import axios, { isAxiosError } from 'axios';
import type { Answer, Service } from './support/service';
import { request, startService, taskOf } from './support/service';

let service: Service;
let control: (method: string, path: string, body?: unknown) => Promise<Answer>;
beforeAll(async () => {
	service = await startService({ controlPort: 0 });
	control = (method, path, body) =>
		request(method, `${String(service.sandbox.controlUrl)}${path}`, body, {});
});
beforeEach(() => {
	service.sandbox.clearFaults();
	service.sandbox.clearRequests();
});
afterAll(() => service.sandbox.stop());

const commentPath = '/tasks/10001/comment';
const comment = (): Promise<Answer> => service.post(commentPath, { comment: 'Again' });
const comments = (): number =>
	Number(
		service.sandbox.service.store.db.prepare('SELECT count(*) AS n FROM activity_log').get()?.n,
	);

/** Code of the network failure that a comment ends in. */
const failureOfComment = async (timeout = 5000): Promise<string | undefined> => {
	try {
		await axios.post(
			`${service.sandbox.baseUrl}${commentPath}`,
			{ comment: 'Again' },
			{ headers: { 'X-API-Key': service.sandbox.apiKeys.main }, proxy: false, timeout },
		);
		return undefined;
	} catch (error) {
		if (!isAxiosError(error)) throw error;
		return error.code;
	}
};

describe('control interface', () => {
	it('is off unless it is asked for', async () => {
		const own = await startService();
		expect(own.sandbox.controlUrl).toBeNull();
		await own.sandbox.stop();
	});

	it('tells its state, refuses what it does not know, and is closed to web pages', async () => {
		const state = await control('GET', '/');
		expect(state.data).toEqual({
			now: expect.any(String),
			shiftMs: 0,
			latency: { ms: 0, spreadMs: 0 },
			faults: [],
			rateWindows: expect.any(Array),
		});
		expect((await control('POST', '/faults', { kind: 'flood' })).status).toBe(422);
		expect((await control('POST', '/faults', { kind: 'error', endpoint: 'nope' })).status).toBe(
			422,
		);
		expect((await control('GET', '/nowhere')).status).toBe(404);
		const page = await request(
			'DELETE',
			`${String(service.sandbox.controlUrl)}/requests`,
			undefined,
			{
				Origin: 'https://page.example',
			},
		);
		expect(page.status).toBe(403);
	});

	it('answers to the names of this machine only', async () => {
		const { controlUrl } = service.sandbox;
		const statusFor = async (Host: string) =>
			(await request('GET', `${String(controlUrl)}/requests`, undefined, { Host })).status;
		const { port } = new URL(String(controlUrl));
		expect(await statusFor(`page.example:${port}`)).toBe(403);
		expect(await statusFor('127.0.0.1.page.example')).toBe(403);
		expect(await statusFor('169.254.1.1')).toBe(403);
		expect(await statusFor(`localhost:${port}`)).toBe(200);
		expect(await statusFor(`[::1]:${port}`)).toBe(200);
	});
});

describe('faults', () => {
	it('befall the next N requests to their endpoint, and no other', async () => {
		await control('POST', '/faults', { endpoint: 'commentOnTask', kind: 'error', count: 2 });
		expect((await service.get('/tasks/10001')).status).toBe(200);
		const statuses = [await comment(), await comment(), await comment()].map(
			({ status }) => status,
		);
		expect(statuses).toEqual([500, 500, 200]);
		await control('POST', '/faults', { kind: 'error', status: 503 });
		expect((await service.get('/tasks/10001')).status).toBe(503);
		expect((await control('GET', '/')).data.faults).toEqual([]);
	});

	it('answer 500 before or after applying', async () => {
		const before = comments();
		service.sandbox.addFault({ kind: 'error' });
		const refused = await comment();
		expect([refused.status, typeof refused.data.detail, comments()]).toEqual([
			500,
			'string',
			before,
		]);
		service.sandbox.addFault({ kind: 'error', applied: true });
		expect([(await comment()).status, comments()]).toEqual([500, before + 1]);
	});

	it('answer 429 with Retry-After', async () => {
		service.sandbox.addFault({ kind: 'rateLimit', retryAfterSeconds: 7 });
		const { status, data, headers } = await comment();
		expect([status, data, headers['retry-after']]).toEqual([
			429,
			{ detail: 'Rate limit exceeded' },
			'7',
		]);
	});

	it('tear down the connection, before or after applying', async () => {
		const before = comments();
		service.sandbox.addFault({ kind: 'reset' });
		expect([await failureOfComment(), comments()]).toEqual(['ECONNRESET', before]);
		service.sandbox.addFault({ kind: 'reset', applied: true });
		expect([await failureOfComment(), comments()]).toEqual(['ECONNRESET', before + 1]);
		expect(service.sandbox.requests().map(({ status, body }) => [status, body])).toEqual([
			[null, { comment: 'Again' }],
			[null, { comment: 'Again' }],
		]);
	});

	it('leave a request without an answer until they are cleared', async () => {
		service.sandbox.addFault({ kind: 'hang', count: 2 });
		expect(await failureOfComment(200)).toBe('ECONNABORTED');
		const waiting = failureOfComment();
		while (service.sandbox.faults().length > 0) await taskOf(service, 10001).catch(() => undefined);
		await control('DELETE', '/faults');
		expect(await waiting).toBe('ECONNRESET');
	});

	it('cut the JSON of an answer, or give a page instead', async () => {
		service.sandbox.addFault({ kind: 'truncate', endpoint: 'getOrgInfo' });
		const cut = await service.get('/users/org-info');
		expect([cut.status, typeof cut.data]).toEqual([200, 'string']);
		const whole = await service.get('/users/org-info');
		const text = String(cut.data);
		expect(JSON.stringify(whole.data).startsWith(text.slice(0, 40))).toBe(true);
		expect(() => JSON.parse(text)).toThrow(SyntaxError);
		service.sandbox.addFault({ kind: 'html' });
		const page = await service.get('/users/org-info');
		expect([page.status, String(page.data).startsWith('<!doctype html>')]).toEqual([502, true]);
		expect(page.headers['content-type']).toContain('text/html');
	});
});

describe('time and log', () => {
	it('adds latency with a spread', async () => {
		await control('PUT', '/latency', { ms: 60, spreadMs: 20 });
		const begun = performance.now();
		await service.get('/users/org-info');
		const took = performance.now() - begun;
		await control('PUT', '/latency', { ms: 0 });
		expect(took).toBeGreaterThanOrEqual(39);
		expect((await control('GET', '/')).data.latency).toEqual({ ms: 0, spreadMs: 0 });
	});

	it('shifts the clock: new records, download addresses, and the time of a reset', async () => {
		const hour = 3_600_000;
		const reset = ({ headers }: Answer): number => Number(headers['x-ratelimit-reset']) * 1000;
		const url = async (): Promise<string> =>
			String((await service.get('/tasks/10001/steps/draft/document')).data.download_url);
		const old = await url();
		const before = reset(await service.get('/users/org-info'));
		await control('PUT', '/clock', { shiftMs: hour });
		expect(reset(await service.get('/users/org-info'))).toBe(before + hour);
		const { data } = await service.post('/groups', { name: `Later ${Date.now()}` });
		expect(Date.parse(String(data.created_at))).toBeGreaterThan(Date.now() + hour - 60_000);
		expect((await request('GET', old, undefined, {})).status).toBe(403);
		expect((await request('GET', await url(), undefined, {})).status).toBe(200);
		await control('PUT', '/clock', { shiftMs: 0 });
	});

	it('reads and clears the request log', async () => {
		await service.get('/users/org-info');
		const { data } = await control('GET', '/requests');
		expect(data.requests).toEqual([
			expect.objectContaining({
				endpoint: 'getOrgInfo',
				method: 'GET',
				status: 200,
				apiKeyId: 9001,
			}),
		]);
		await control('DELETE', '/requests');
		expect((await control('GET', '/requests')).data.requests).toEqual([]);
	});

	it('clears rate windows, publishes clickwraps, and deactivates users', async () => {
		const used = async (): Promise<number> =>
			100_000 - Number((await service.get('/users/org-info')).headers['x-ratelimit-remaining']);
		await used();
		await control('DELETE', '/rate-windows');
		expect(await used()).toBe(1);
		const path = '/clickwraps/terms-of-service/versions';
		expect((await control('POST', path, { content: 'New' })).data).toEqual({
			slug: 'terms-of-service',
			version: 5,
		});
		expect((await control('POST', '/clickwraps/nope/versions', { content: 'New' })).status).toBe(
			404,
		);
		await control('POST', '/users/501/deactivate');
		expect((await service.get('/users/org-info')).status).toBe(403);
		await control('POST', '/users/501/reactivate');
		expect((await service.get('/users/org-info')).status).toBe(401);
	});
});
