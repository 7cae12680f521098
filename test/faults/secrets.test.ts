import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { logged } from '../support/fullLog';
import { runNode } from '../support/n8nCore';
import { operationNamed, operations, task } from '../support/operations.table';
import { keyCredential, parametersOf } from '../support/stage';
import type { FastTime } from './fastTime';
import { startFastTime } from './fastTime';
import type { Fate } from './faultServer';
import { faultServers, json } from './faultServer';
import { unknowns } from './faults.table';

const { serve, stopAll } = faultServers();
let time: FastTime;
const printed: unknown[] = [];
beforeAll(() => {
	time = startFastTime();
	for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
		jest.spyOn(console, level).mockImplementation((...parts) => void printed.push(...parts));
	}
});
afterEach(stopAll);
afterAll(async () => {
	await time.stop();
	jest.restoreAllMocks();
});

const key = 'sandbox_c2VjcmV0LW9mLXRoZS10ZXN0';
const encoded = Buffer.from(key).toString('base64').replace(/=+$/, '');
const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };

const statuses = [200, 201, 204, 302, 400, 401, 403, 404, 409, 418, 422, 500, 501, 502, 503];
const network = Object.entries(unknowns).filter(([name]) => /reset|half|cut off/.test(name));

/** Every end that a request can come to; what hangs is the matter of the time-outs. */
const ends: ReadonlyArray<readonly [string, (answer: object) => Fate]> = [
	...statuses.map(
		(status) =>
			[
				String(status),
				(answer: object) => ({
					atBody: json(status, status < 300 ? answer : { detail: `No ${status}` }, {
						'x-ratelimit-limit': '60',
						'x-ratelimit-remaining': '59',
					}),
				}),
			] as const,
	),
	...network.map(([name, fate]) => [name, () => fate] as const),
];

it('a service that repeats the key puts it into no error, hint or saved execution', async () => {
	const echo = { detail: `Unknown key ${key}` };
	const list = { detail: [{ loc: ['header', key], msg: `Not ${key}`, type: key }] };
	for (const body of [echo, list, `<html>${key}</html>`]) {
		for (const status of [400, 401, 404, 409, 422, 500]) {
			const server = await serve((_index, request) => ({
				atBody: json(request?.line.startsWith('GET') ? 404 : status, body),
			}));
			for (const name of ['task.approve', 'task.comment', 'task.get', 'task.getMany']) {
				const { parameters } = operationNamed(name);
				const result = await runNode({
					parameters: { ...parameters, ifMoved: 'skip' },
					credentials: keyCredential(server.url, key),
					onError: 'continueRegularOutput',
				});
				expect(JSON.stringify(result)).not.toContain(key);
			}
		}
	}
});

it('a success that confirms nothing is told without the key that it repeats', async () => {
	const server = await serve(() => ({ atBody: json(200, { message: `Got ${key}, thank you` }) }));
	for (const onError of ['continueRegularOutput', 'stopWorkflow'] as const) {
		const result = await runNode({
			parameters: operationNamed('task.comment').parameters,
			credentials: keyCredential(server.url, key),
			onError,
		});
		const told = JSON.stringify(result);
		expect(told).toContain('thank you');
		expect(told).not.toContain(key);
	}
});

it('the data of a success are given as they are, the key included', async () => {
	const server = await serve(() => ({
		atBody: json(200, { task: { ...task, task_title: key } }),
	}));
	const { output } = await runNode({
		parameters: operationNamed('task.get').parameters,
		credentials: keyCredential(server.url, key),
	});
	expect(output[0]?.json.task_title).toBe(key);
});

describe('the key is in its header and nowhere else', () => {
	it.each(operations.map((operation) => [operation.name, operation] as const))(
		'%s, into every end',
		async (_name, operation) => {
			for (const [, fateFor] of ends) {
				const fate = fateFor(operation.answer);
				const server = await serve((_index, request) =>
					request?.line === 'GET /tasks/1' && operation.kind === 'A'
						? { atBody: json(200, { task }) }
						: fate,
				);
				for (const onError of ['continueRegularOutput', 'stopWorkflow'] as const) {
					const result = await runNode({
						parameters: operation.parameters,
						credentials: keyCredential(server.url, key),
						items: [{ json: {}, binary: { data: file } }],
						onError,
					});
					const told = JSON.stringify(result);
					expect(told).not.toContain(key);
					expect(told).not.toContain(encoded);
					expect(told).not.toMatch(/x-api-key/i);
				}
				for (const { line, body, headers } of server.requests) {
					expect(line + body).not.toContain(key);
					expect(headers['x-api-key']).toBe(key);
					const others = Object.entries(headers).filter(([name]) => name !== 'x-api-key');
					expect(JSON.stringify(others)).not.toContain(key);
				}
				await stopAll();
			}
		},
	);

	it('an access token is a bearer, and nowhere else', async () => {
		for (const [, fateFor] of ends) {
			const fate = fateFor({ org_name: 'A', rate_limit_per_minute: null, entities: [] });
			const server = await serve(() => fate);
			const result = await runNode({
				parameters: parametersOf('organization.get', {
					credentialType: 'contractWorkflowOAuth2Api',
				}),
				credentials: {
					contractWorkflowOAuth2Api: {
						baseUrl: server.url,
						grantType: 'authorizationCode',
						accessTokenUrl: 'http://127.0.0.1:9/token',
						oauthTokenData: { access_token: key, token_type: 'Bearer' },
					},
				},
			});
			expect(JSON.stringify(result)).not.toContain(key);
			for (const { line, headers } of server.requests) {
				expect(line).toBe('GET /v2/users/org-info');
				expect(headers.authorization).toBe(`Bearer ${key}`);
				expect(headers).not.toHaveProperty('x-api-key');
			}
			await stopAll();
		}
	});
});

describe('a redirect is not followed by a request with a credential', () => {
	const cases = [301, 302, 303, 307, 308].flatMap((status) =>
		operations.map((operation) => [operation.name, status, operation] as const),
	);
	it.each(cases)('%s: %d', async (_name, status, operation) => {
		const other = await serve(() => ({ atBody: json(200, operation.answer) }));
		const server = await serve(() => ({
			atBody: json(status, {}, { location: `${other.url}${operation.line.split(' ')[1]}` }),
		}));
		const { error, output } = await runNode({
			parameters: operation.parameters,
			credentials: keyCredential(server.url, key),
			items: [{ json: {}, binary: { data: file } }],
		});
		expect(other.connections()).toBe(0);
		// A redirect tells nothing of a decision: the task is looked at, once.
		expect(server.requests).toHaveLength(operation.kind === 'A' ? 2 : 1);
		expect(output).toEqual([]);
		expect(error?.message).toContain(String(status));
		expect(error?.description).toMatch(/redirect/);
	});
});

it('n8n has logged what went wrong, and the key is in no log', () => {
	const entries = logged();
	expect(entries.filter((entry) => entry.includes('The service returned')).length).toBeGreaterThan(
		100,
	);
	expect(entries.filter((entry) => entry.includes(key) || entry.includes(encoded))).toEqual([]);
	expect(printed).toEqual([]);
});
