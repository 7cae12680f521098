import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import axios, { isAxiosError } from 'axios';
import type { FaultInput } from '../../control/faults';
import type { Answer, Service } from '../support/service';
import { request, startService } from '../support/service';

let service: Service;
let control: (method: string, path: string, body?: unknown, headers?: object) => Promise<Answer>;
beforeAll(async () => {
	service = await startService({ controlPort: 0 });
	control = (method, path, body, headers = {}) =>
		request(method, `${String(service.sandbox.controlUrl)}${path}`, body, { ...headers });
});
beforeEach(() => {
	service.sandbox.clearFaults();
	service.sandbox.clearRequests();
});
afterAll(() => service.sandbox.stop());

const comment = (): Promise<Answer> => service.post('/tasks/10001/comment', { comment: 'Again' });
const comments = (): number =>
	Number(service.sandbox.service.store.sql.get`SELECT count(*) AS n FROM activity_log`?.n);

/** Code of the network failure that a comment ends in. */
const failureOfComment = async (timeout: number): Promise<string | undefined> => {
	try {
		await axios.post(
			`${service.sandbox.baseUrl}/tasks/10001/comment`,
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
	it('tells its state, and refuses what it does not know', async () => {
		expect((await control('GET', '/')).data).toEqual({
			shiftMs: 0,
			latency: { ms: 0 },
			faults: [],
			rateWindows: expect.any(Array),
		});
		for (const body of [{ kind: 'flood' }, { kind: 'error', endpoint: 'nope' }]) {
			expect((await control('POST', '/faults', body)).status).toBe(422);
		}
		expect((await control('GET', '/nowhere')).status).toBe(404);
	});

	it.each([
		[{ Origin: 'https://page.example' }, 403],
		[{ Host: 'page.example:80' }, 403],
		[{ Host: '127.0.0.1.page.example' }, 403],
		[{ Host: 'localhost:80' }, 200],
	])('answers a request with %j with %i', async (headers, status) => {
		expect((await control('GET', '/requests', undefined, headers)).status).toBe(status);
	});

	it('shifts the clock: new records, download addresses, and the time of a reset', async () => {
		const hour = 3_600_000;
		const reset = ({ headers }: Answer): number => Number(headers['x-ratelimit-reset']) * 1000;
		const { data: old } = await service.get('/tasks/10001/steps/draft/document');
		const before = reset(await service.get('/users/org-info'));
		await control('PUT', '/clock', { shiftMs: hour });
		expect(reset(await service.get('/users/org-info'))).toBe(before + hour);
		const { data } = await service.post('/groups', { name: 'Later' });
		expect(Date.parse(String(data.created_at))).toBeGreaterThan(Date.now() + hour - 60_000);
		expect((await request('GET', String(old.download_url), undefined, {})).status).toBe(403);
		await control('PUT', '/clock', { shiftMs: 0 });
	});
});

describe('faults', () => {
	it('befall the next N requests to their endpoint, and no other', async () => {
		await control('POST', '/faults', { endpoint: 'commentOnTask', kind: 'error', count: 2 });
		expect((await service.get('/tasks/10001')).status).toBe(200);
		const statuses = [await comment(), await comment(), await comment()].map((one) => one.status);
		expect(statuses).toEqual([500, 500, 200]);
		await control('POST', '/faults', { kind: 'error', status: 503 });
		expect((await service.get('/tasks/10001')).status).toBe(503);
		expect(service.sandbox.faults()).toEqual([]);
	});

	const answers: Array<[FaultInput, number, object, unknown]> = [
		[{ kind: 'error' }, 500, {}, { detail: expect.any(String) }],
		[
			{ kind: 'rateLimit', retryAfterSeconds: 7 },
			429,
			{ 'retry-after': '7' },
			{ detail: 'Rate limit exceeded' },
		],
		[{ kind: 'html' }, 502, {}, expect.stringMatching(/^<!doctype html>/)],
	];
	it.each(answers)('%j is answered with %i', async (fault, status, headers, data) => {
		for (const applied of [false, true]) {
			const before = comments();
			service.sandbox.addFault({ ...fault, applied });
			expect(await comment()).toMatchObject({ status, headers, data });
			expect(comments()).toBe(before + Number(applied));
		}
	});

	it.each([
		['reset', 'ECONNRESET'],
		['hang', 'ECONNABORTED'],
	] as const)('%s the connection, before or after applying', async (kind, code) => {
		for (const applied of [false, true]) {
			const before = comments();
			service.sandbox.addFault({ kind, applied });
			expect(await failureOfComment(kind === 'hang' ? 300 : 5_000)).toBe(code);
			expect(comments()).toBe(before + Number(applied));
		}
		expect(service.sandbox.requests()).toMatchObject([{ status: null }, { status: null }]);
	});

	it('give half of the answer of a request that was applied', async () => {
		const before = comments();
		service.sandbox.addFault({ kind: 'truncate' });
		const { status, data } = await comment();
		expect([status, typeof data]).toEqual([200, 'string']);
		expect(comments()).toBe(before + 1);
	});

	it('delay the answer of a request that was applied, or give it when they are cleared', async () => {
		const before = comments();
		service.sandbox.addFault({ kind: 'delay', delayMs: 300 });
		const begun = performance.now();
		expect((await comment()).status).toBe(200);
		expect(performance.now() - begun).toBeGreaterThanOrEqual(299);
		service.sandbox.addFault({ kind: 'delay', delayMs: 3_600_000 });
		const waiting = comment();
		while (comments() < before + 2) await new Promise((resolve) => setTimeout(resolve, 5));
		service.sandbox.clearFaults();
		expect((await waiting).status).toBe(200);
	});
});
