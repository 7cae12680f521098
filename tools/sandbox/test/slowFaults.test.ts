import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { answerChannel } from '../api/answerChannel';
import { createDelays } from '../control/latency';
import type { Answer, Service } from './support/service';
import { request, startService } from './support/service';

let service: Service;
let control: (method: string, path: string, body?: unknown) => Promise<Answer>;
beforeAll(async () => {
	service = await startService({ controlPort: 0 });
	control = (method, path, body) =>
		request(method, `${String(service.sandbox.controlUrl)}${path}`, body, {});
});
beforeEach(() => service.sandbox.clearFaults());
afterAll(() => service.sandbox.stop());

/** The answer, the time until its first and its last byte, and in how many parts it came. */
const watch = async (url: string) => {
	const started = performance.now();
	const answer = await fetch(url, { headers: { 'X-API-Key': service.sandbox.apiKeys.main } });
	const parts: Uint8Array[] = [];
	if (answer.body) for await (const part of answer.body) parts.push(part);
	const ms = performance.now() - started;
	return { status: answer.status, headers: answer.headers, parts, ms, bytes: Buffer.concat(parts) };
};

const api = (path: string): string => `${service.sandbox.baseUrl}${path}`;

describe('an answer in drops', () => {
	it('is whole, in so many bytes every so many milliseconds', async () => {
		const whole = await watch(api('/users/org-info'));
		const fault = { kind: 'dribble', endpoint: 'getOrgInfo', bytes: 20, everyMs: 15 };
		expect((await control('POST', '/faults', fault)).status).toBe(200);
		const slow = await watch(api('/users/org-info'));
		expect([slow.status, slow.bytes.equals(whole.bytes)]).toEqual([200, true]);
		expect(slow.headers.get('content-length')).toBe(String(whole.bytes.length));
		const drops = Math.ceil(whole.bytes.length / 20);
		expect(slow.parts.length).toBeGreaterThan(drops / 2);
		expect(slow.ms).toBeGreaterThanOrEqual((drops - 1) * 14);
		expect((await watch(api('/users/org-info'))).parts).toHaveLength(1);
	});

	it('can be an error as well', async () => {
		service.sandbox.addFault({ kind: 'dribble', bytes: 5, everyMs: 5 });
		const slow = await watch(api('/tasks/999999'));
		expect([slow.status, slow.parts.length > 2]).toEqual([404, true]);
		expect(JSON.parse(slow.bytes.toString())).toEqual({ detail: 'Task not found' });
	});

	it('can be a download, which only a fault for downloads befalls', async () => {
		const { data } = await service.get('/tasks/10001/steps/draft/document');
		const download = async () => {
			const answer = await fetch(String(data.download_url));
			const parts: Uint8Array[] = [];
			if (answer.body) for await (const part of answer.body) parts.push(part);
			return { parts, bytes: Buffer.concat(parts) };
		};
		service.sandbox.addFault({ kind: 'dribble', bytes: 100, everyMs: 5 });
		const whole = await download();
		expect(whole.parts).toHaveLength(1);
		service.sandbox.clearFaults();
		service.sandbox.addFault({ kind: 'dribble', endpoint: 'download', bytes: 100, everyMs: 5 });
		const slow = await download();
		expect(slow.bytes.equals(whole.bytes)).toBe(true);
		expect(slow.parts.length).toBeGreaterThan(2);
		const other = await control('POST', '/faults', { kind: 'error', endpoint: 'download' });
		expect(other.status).toBe(422);
	});

	it('comes at once when faults are cleared', async () => {
		const fault = { kind: 'dribble', endpoint: 'getOrgInfo', bytes: 1, everyMs: 10_000 } as const;
		service.sandbox.addFault(fault);
		const slow = watch(api('/users/org-info'));
		while (service.sandbox.faults().length > 0) await service.get('/core/document-types');
		await control('DELETE', '/faults');
		const { bytes } = await slow;
		expect(JSON.parse(bytes.toString())).toHaveProperty('org_name');
	});
});

const sample = (latency: Parameters<typeof createDelays>[0], count = 4000): number[] => {
	const delays = createDelays(latency, 7);
	delays.set(latency);
	return Array.from({ length: count }, () => delays.next()).sort((one, other) => one - other);
};
const mean = (values: readonly number[]): number =>
	values.reduce((sum, value) => sum + value, 0) / values.length;
const at = (values: readonly number[], part: number): number =>
	values[Math.floor(values.length * part)] ?? NaN;

describe('latency by a distribution', () => {
	it('has the mean, the spread and the tail that it was asked for', () => {
		const uniform = sample({ distribution: 'uniform', leastMs: 100, mostMs: 300 });
		expect(mean(uniform)).toBeCloseTo(200, -1);
		expect([at(uniform, 0) >= 100, at(uniform, 0.9999) <= 300]).toEqual([true, true]);
		const normal = sample({ distribution: 'normal', meanMs: 500, deviationMs: 50 });
		expect(Math.abs(mean(normal) - 500)).toBeLessThan(5);
		expect(Math.abs(at(normal, 0.841) - 550)).toBeLessThan(8);
		const lognormal = sample({ distribution: 'lognormal', medianMs: 100, sigma: 0.5 });
		expect(Math.abs(at(lognormal, 0.5) - 100)).toBeLessThan(5);
		expect(Math.abs(at(lognormal, 0.841) - 100 * Math.exp(0.5))).toBeLessThan(12);
		const exponential = sample({ distribution: 'exponential', meanMs: 80 });
		expect(Math.abs(mean(exponential) - 80)).toBeLessThan(6);
		expect(Math.abs(at(exponential, 0.5) - 80 * Math.LN2)).toBeLessThan(6);
	});

	it('gives the same times again with the same seed, none below nothing, and none for good', () => {
		const seeded = (seed: number) =>
			sample({ distribution: 'normal', meanMs: 10, deviationMs: 100, seed }, 50);
		expect(seeded(3)).toEqual(seeded(3));
		expect(seeded(3)).not.toEqual(seeded(4));
		expect(Math.min(...seeded(3))).toBe(0);
		const tail = sample({ distribution: 'lognormal', medianMs: 50_000, sigma: 3 }, 50);
		expect(Math.max(...tail)).toBe(60_000);
	});

	it('is set over the control interface, told, and kept to', async () => {
		const latency = { distribution: 'normal', meanMs: 80, deviationMs: 1, seed: 5 };
		expect((await control('PUT', '/latency', latency)).data.latency).toEqual(latency);
		const { ms } = await watch(api('/users/org-info'));
		expect(ms).toBeGreaterThanOrEqual(70);
		const wrong = { distribution: 'pareto', meanMs: 80 };
		expect((await control('PUT', '/latency', wrong)).status).toBe(422);
		await control('PUT', '/latency', { ms: 0 });
	});
});

it('gives no answer to what still waits when it stops', async () => {
	const { sandbox, get } = await startService({ latencyMs: 200 });
	const answered: unknown[] = [];
	const listen = (answer: unknown) => answered.push(answer);
	subscribe(answerChannel, listen);
	const outcome = get('/tasks/10001').catch((error: unknown) => (error as { code: string }).code);
	while (sandbox.requests().length === 0) await pause(5);
	await sandbox.stop();
	expect(await outcome).toBe('ECONNRESET');
	// As long again as the request had to wait.
	await pause(400);
	unsubscribe(answerChannel, listen);
	expect(answered).toEqual([]);
});
