import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { logged } from '../support/fullLog';
import { operationNamed, operations, task } from '../support/operations.table';
import { keyCredential } from '../support/stage';
import { useFastTime } from './fastTime';
import type { Fate } from './faultServer';
import { faultServers, json } from './faultServer';
import { unknowns } from './faults.table';
import { goesOn, runAt, withFile } from './items';

const serve = faultServers();
useFastTime();
const printed: unknown[] = [];
beforeAll(() => {
	for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
		jest.spyOn(console, level).mockImplementation((...parts) => void printed.push(...parts));
	}
});
afterAll(() => void jest.restoreAllMocks());

const key = 'sandbox_c2VjcmV0LW9mLXRoZS10ZXN0';
const encoded = Buffer.from(key).toString('base64').replace(/=+$/, '');
const stops = { onError: 'stopWorkflow' } as const;

/** Runs an operation at this address with the secret key. */
const runWith = async (url: string, name: string, more: object = {}) =>
	await runAt(url, operationNamed(name).parameters, {
		credentials: keyCredential(url, key),
		items: [withFile],
		...more,
	});

/** Ends of each kind that a request can come to; what hangs is the matter of the time-outs. */
const statuses = [200, 204, 307, 401, 409, 422, 500];
const ends: ReadonlyArray<(answer: object, location: string) => Fate> = [
	...statuses.map((status) => (answer: object, location: string) => ({
		atBody: json(status, status < 300 ? answer : { detail: `No ${status} for ${key}` }, {
			...(status === 307 ? { location } : {}),
			'x-ratelimit-limit': '60',
			'x-ratelimit-remaining': '59',
		}),
	})),
	...Object.entries(unknowns)
		.filter(([name]) => /before a byte|half/.test(name))
		.map(
			([, fate]) =>
				() =>
					fate,
		),
];

describe('the key is in its header and nowhere else, and a redirect is not followed', () => {
	it.each(operations.map((operation) => [operation.name, operation] as const))(
		'%s, into each end',
		async (name, { answer, kind }) => {
			const other = await serve(() => ({ atBody: json(200, answer) }));
			for (const [index, fateFor] of ends.entries()) {
				const fate = fateFor(answer, other.url);
				const server = await serve((_index, request) =>
					request?.line === 'GET /tasks/1' && kind === 'A' ? { atBody: json(200, { task }) } : fate,
				);
				const told = JSON.stringify(await runWith(server.url, name, index % 2 ? goesOn : stops));
				expect(told).not.toContain(key);
				expect(told).not.toContain(encoded);
				expect(told).not.toMatch(/x-api-key/i);
				for (const { line, body, headers } of server.requests) {
					expect(line + body).not.toContain(key);
					const { 'x-api-key': sent, ...others } = headers;
					expect(sent).toBe(key);
					expect(JSON.stringify(others)).not.toContain(key);
				}
			}
			expect(other.connections()).toBe(0);
		},
	);
});

it('data that contains the key is given as it is', async () => {
	const server = await serve(() => ({ atBody: json(200, { task: { ...task, task_title: key } }) }));
	const { output } = await runWith(server.url, 'task.get');
	expect(output[0]?.json.task_title).toBe(key);
});

it('n8n has logged what went wrong, and the key is in no log', () => {
	const entries = logged();
	const errors = entries.filter((entry) => entry.includes('The service returned'));
	expect(errors.length).toBeGreaterThan(30);
	expect(entries.filter((entry) => entry.includes(key) || entry.includes(encoded))).toEqual([]);
	expect(printed).toEqual([]);
});
