import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as post } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { contract } from '../../../../src/contract';
import type { Answer } from '../support/service';
import { useService } from '../support/service';

const service = useService();

const json = { 'Content-Type': 'application/json' };
const withBody = Object.values(contract).filter((endpoint) => 'body' in endpoint);
const real = (path: string): string =>
	path
		.replace('{task_id}', '10001')
		.replace('{file_id}', String(service.sandbox.ids.fileId))
		.replace('{workflow_id}', 'wf_vendor_agreement')
		.replace('{version}', 'latest');
const send = (method: 'GET' | 'POST' | 'PATCH', path: string, body: string): Promise<Answer> =>
	service.call(method, real(path), { body, headers: json });

describe('section 7, bodies that cannot be read', () => {
	it('are answered with 400 for initiate, with 422 elsewhere', async () => {
		for (const { method, path } of withBody) {
			for (const body of ['{', '', '{"a":1}}', 'undefined']) {
				const { status, data } = await send(method, path, body);
				expect([path, status]).toEqual([path, path.endsWith('initiate') ? 400 : 422]);
				const isText = path.endsWith('initiate') || path === '/groups';
				expect(typeof data.detail).toBe(isText ? 'string' : 'object');
			}
		}
	});

	it('are answered with 4xx for wrong types, deep nesting and strange text', async () => {
		const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
		for (const { method, path } of withBody) {
			for (const body of ['null', '"x"', '[]', `{"comment":${deep}}`, deep]) {
				const { status } = await send(method, path, body);
				expect([400, 404, 422]).toContain(status);
			}
		}
	});

	it('are refused with 413 and a sentence when they are too large, with 415 when not JSON', async () => {
		const { baseUrl, apiKeys } = service.sandbox;
		const announced = { ...json, 'Content-Length': 104_857_601, 'X-API-Key': apiKeys.main };
		const large = post(`${baseUrl}/tasks/10001/comment`, { method: 'POST', headers: announced });
		large.flushHeaders();
		const [answer] = (await once(large, 'response')) as [IncomingMessage];
		expect([answer.statusCode, JSON.parse(await text(answer))]).toEqual([
			413,
			{ detail: 'The request body is larger than the 104857600 bytes that are accepted.' },
		]);
		large.destroy();
		const form = await service.call('POST', '/tasks/list', {
			body: 'limit=1',
			headers: { 'Content-Type': 'text/plain' },
		});
		expect([form.status, typeof form.data.detail]).toEqual([415, 'string']);
	});
});

describe('paths', () => {
	it('that lead nowhere are answered with 404, unreadable ones with 400, both as JSON', async () => {
		for (const path of ['/', '/tasks', '/TASKS/10001', '/tasks/10001/approve']) {
			const { status, data } = await service.get(path);
			expect([path, status, data]).toEqual([path, 404, { detail: 'Not Found' }]);
		}
		const { status, data } = await service.get('/tasks/%E0%A4%A');
		expect([status, typeof data.detail]).toEqual([400, 'string']);
	});
});
