import { afterEach, describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../../options';
import type { Answer, Service } from '../support/service';
import { startService } from '../support/service';

const second = 1000;
const noon = Date.UTC(2026, 0, 15, 12);

let time = noon;
let service: Service;
const start = async (options: Partial<SandboxOptions>): Promise<void> => {
	time = noon;
	service = await startService(options, () => time);
};
afterEach(() => service.sandbox.stop());

const window = ({ headers }: Answer): string[] =>
	['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`] ?? '');

describe('section 8, rate limit', () => {
	it('counts down over a fixed window, then answers 429 until it resets', async () => {
		await start({ rateLimit: 2 });
		const reset = String((noon + 60 * second) / second);
		expect(window(await service.get('/users/org-info'))).toEqual(['2', '1', reset]);
		time += 59 * second;
		expect(window(await service.get('/users/org-info'))).toEqual(['2', '0', reset]);
		const refused = await service.get('/users/org-info');
		expect([refused.status, refused.data]).toEqual([429, { detail: 'Rate limit exceeded' }]);
		expect(refused.headers['retry-after']).toBe('1');
		expect(window(refused)).toEqual(['2', '0', reset]);
		time += second;
		const next = await service.get('/users/org-info');
		expect(next.status).toBe(200);
		expect(window(next)).toEqual(['2', '1', String(Number(reset) + 60)]);
	});

	it('is counted for each key apart, and for the bearer traffic of an organization apart', async () => {
		await start({ rateLimit: 1 });
		const { apiKeys, oauthTokens } = service.sandbox;
		const statusOf = async (key: string | null, token?: string): Promise<number> => {
			const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
			const path = token ? '/v2/users/org-info' : '/users/org-info';
			return (await service.call('GET', path, { key, headers })).status;
		};
		expect(await statusOf(apiKeys.main)).toBe(200);
		expect(await statusOf(apiKeys.main)).toBe(429);
		expect(await statusOf(apiKeys.second)).toBe(200);
		expect(await statusOf(null, oauthTokens.main)).toBe(200);
		expect(await statusOf(null, oauthTokens.main)).toBe(429);
		expect(await statusOf(null, oauthTokens.noUser)).toBe(429);
	});

	it('stands on every authenticated answer, errors included, and on no other', async () => {
		await start({});
		const answers = [
			await service.get('/tasks/999999'),
			await service.post('/tasks/list', { limit: 0 }),
			await service.post('/tasks/10010/approve', { approved: true }),
			await service.call('POST', '/tasks/list', {
				body: '{"limit":',
				headers: { 'Content-Type': 'application/json' },
			}),
		];
		expect(answers.map(({ status }) => status)).toEqual([404, 422, 409, 422]);
		for (const answer of answers) expect(window(answer)[0]).toBe('100000');
		expect(window(await service.call('GET', '/tasks/1', { key: null }))).toEqual(['', '', '']);
		const { inactive } = service.sandbox.apiKeys;
		expect(window(await service.call('GET', '/tasks/1', { key: inactive }))).toEqual(['', '', '']);
	});
});
