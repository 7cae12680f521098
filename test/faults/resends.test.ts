import diagnostics from 'node:diagnostics_channel';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeExecutionData } from 'n8n-workflow';
import { endpointsTable } from '../contract/endpoints.table';
import { runNode } from '../support/n8nCore';
import type { OperationCase, RequestClass } from '../support/operations.table';
import { operations, task, withoutQuery } from '../support/operations.table';
import { keyCredential } from '../support/stage';
import type { FastTime } from './fastTime';
import { startFastTime } from './fastTime';
import type { Fate, FaultServer } from './faultServer';
import { faultServers, json, keyedServers } from './faultServer';
import { answers, unknowns } from './faults.table';
import { errorOf } from './items';

const plain = faultServers();
const keyed = keyedServers();
const stopAll = async () => {
	await plain.stopAll();
	await keyed.stopAll();
};

/** Only a question asks whose the key is. */
const serveFor = ({ oneItem }: Pick<OperationCase, 'oneItem'>) => (oneItem ? keyed : plain).serve;
let time: FastTime;
beforeAll(() => {
	time = startFastTime();
});
afterEach(stopAll);
afterAll(async () => await time.stop());

const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };

const itemOf = (operation: OperationCase): INodeExecutionData => ({
	json: {},
	...(operation.file && { binary: { data: file } }),
});

/** A launch reads the schema of its workflow first. */
const isLaunch = ({ name }: OperationCase): boolean => name === 'workflow.initiate';

/** A server at which the first `count` requests of the operation meet a fate, and others do well. */
const serveFate = async (operation: OperationCase, fate: Fate, count = Infinity) => {
	let befallen = 0;
	return await serveFor(operation)((_index, request) => {
		if (fate.atConnection) {
			if (!request) return befallen++ < count ? fate : {};
		} else if (!request) return {};
		if (request.line === 'GET /tasks/1' && (operation.kind === 'A' || operation.oneItem)) {
			return { atBody: json(200, { task }) };
		}
		if (isLaunch(operation) && request.line.endsWith('/schema')) {
			return { atBody: json(200, operation.answer) };
		}
		if (withoutQuery(request.line) !== operation.line) {
			throw new Error(`Unexpected request: ${request.line}`);
		}
		return !fate.atConnection && befallen++ < count
			? fate
			: { atBody: json(200, operation.answer) };
	});
};

const runAt = async (operation: OperationCase, url: string) =>
	await runNode({
		parameters: operation.parameters,
		credentials: keyCredential(url, 'key_1'),
		items: [itemOf(operation)],
		onError: 'continueRegularOutput',
	});

const ownOf = ({ requests }: FaultServer, { line: own }: OperationCase) =>
	requests.filter(({ line }) => withoutQuery(line) === own);

/**
 * Requests of the operation itself, and those that look after a decision. A question and a launch
 * look first.
 */
const countsAt = (server: FaultServer, operation: OperationCase) => {
	const own = ownOf(server, operation).length;
	const others = server.requests.length - own;
	const looks = others - (operation.oneItem || isLaunch(operation) ? 1 : 0);
	return { own: Math.max(own, server.connections() - others), looks };
};

/** How often a request is sent whose outcome stays unknown. */
const attempts: Readonly<Record<RequestClass, number>> = { R: 4, M: 4, A: 1, W: 1 };

/** The operations that meet every fault; the others meet two of them, which tell their class. */
const everyFault = new Set([
	'task.get',
	'task.getMany',
	'document.search',
	'document.updateAttributes',
	'task.approve',
	'task.comment',
	'task.addAttachments',
]);
const tellingFaults = ['a connection that is reset when the body is read', 'a 500'];

const table = operations.flatMap((operation) =>
	Object.entries(unknowns)
		.filter(([fault]) => everyFault.has(operation.name) || tellingFaults.includes(fault))
		.map(([fault, fate]) => [operation.kind, operation.name, fault, operation, fate] as const),
);

/** A time-out of the node is some seconds here; what never ends must not hold up the rest. */
const boundMs = 15_000;

describe('a fault that leaves the outcome unknown', () => {
	it.each(table)(
		'%s %s: %s',
		async (kind, _name, _fault, operation, fate) => {
			if (kind === 'A' && fate.atConnection) {
				// The look would be reset, too; what becomes of it then is a test of its own.
				fate = { atHeaders: (response) => response.socket?.resetAndDestroy() };
			}
			const server = await serveFate(operation, fate);
			const { output } = await runAt(operation, server.url);
			expect(countsAt(server, operation)).toEqual({
				own: attempts[kind],
				looks: kind === 'A' ? 1 : 0,
			});
			expect(output).toHaveLength(1);
			const error = errorOf(output[0]);
			expect(error?.outcome).toBe(kind === 'R' ? 'failed' : 'unknown');
			expect(error?.message).toEqual(expect.any(String));
			if (kind === 'A') {
				const told = JSON.stringify(error);
				expect(told).toContain(task.status);
				expect(told).toContain(task.current_step_id);
				expect(told).toContain(task.current_step_name);
				expect(told).toContain(task.updated_at);
			}
		},
		boundMs,
	);

	const repeated = table.filter(([kind]) => kind === 'R' || kind === 'M');
	it.each(repeated)(
		'%s %s goes on after %s',
		async (_kind, _name, _fault, operation, fate) => {
			const server = await serveFate(operation, fate, 1);
			const { output, error } = await runAt(operation, server.url);
			expect(error).toBeUndefined();
			expect(output.map(errorOf).filter(Boolean)).toEqual([]);
			expect(countsAt(server, operation).own).toBe(2);
		},
		boundMs,
	);
});

describe('an answer that takes its time is waited for', () => {
	const patient: Readonly<Record<RequestClass, number>> = {
		R: 25_000,
		M: 25_000,
		A: 250_000,
		W: 250_000,
	};
	const cases = operations
		.filter(({ name }) => everyFault.has(name))
		.map((operation) => [operation.kind, operation.name, operation] as const);
	it.each(cases)('%s %s', async (kind, _name, operation) => {
		const server = await serveFate(operation, {
			atBody(response) {
				setTimeout(() => json(200, operation.answer)(response), patient[kind]);
			},
		});
		const { output, error } = await runAt(operation, server.url);
		expect(error).toBeUndefined();
		expect(output.map(errorOf).filter(Boolean)).toEqual([]);
		expect(countsAt(server, operation)).toEqual({ own: 1, looks: 0 });
	});
});

/** Whether a status tells by itself that a write was not carried out. */
const saysThatNothingHappened = ({ endpoint }: OperationCase, status: number): boolean => {
	const row = endpointsTable.find(({ method, path }) => `${method} ${path}` === endpoint);
	const documented: readonly number[] = row?.errors ?? [];
	return [401, 403, 404, 501].includes(status) || documented.includes(status);
};

describe('an answer', () => {
	const cases = operations.flatMap((operation) =>
		answers.map((status) => [operation.kind, operation.name, status, operation] as const),
	);
	it.each(cases)('%s %s: %d is final', async (kind, _name, status, operation) => {
		const server = await serveFate(operation, { atBody: json(status, { detail: 'No' }) });
		const { output } = await runAt(operation, server.url);
		const isFailed = kind === 'R' || saysThatNothingHappened(operation, status);
		expect(countsAt(server, operation)).toEqual({
			own: 1,
			looks: kind === 'A' && !isFailed ? 1 : 0,
		});
		const outcome = isFailed ? 'failed' : 'unknown';
		expect(errorOf(output[0])).toMatchObject({ outcome, status });
	});

	it.each(operations.map((operation) => [operation.kind, operation.name, operation] as const))(
		'%s %s: a page with status 200 is an error, and is never empty',
		async (kind, _name, operation) => {
			const server = await serveFate(operation, {
				atBody(response) {
					response.writeHead(200, { 'content-type': 'text/html' });
					response.end('<html><h1>Sign in</h1></html>');
				},
			});
			const { output } = await runAt(operation, server.url);
			if (kind === 'A' || kind === 'W') expect(countsAt(server, operation).own).toBe(1);
			expect(output).toHaveLength(1);
			expect(errorOf(output[0])?.outcome).toBe(kind === 'R' ? 'failed' : 'unknown');
		},
	);
});

describe('what was not carried out is sent again, whatever it is', () => {
	const cases = operations.map((operation) => [operation.kind, operation.name, operation] as const);

	it.each(cases)('%s %s: after a 429', async (_kind, _name, operation) => {
		const limited = json(429, { detail: 'Rate limit exceeded' }, { 'retry-after': '20' });
		const server = await serveFate(operation, { atBody: limited }, 2);
		const { output, error } = await runAt(operation, server.url);
		expect(error).toBeUndefined();
		expect(output.map(errorOf).filter(Boolean)).toEqual([]);
		expect(countsAt(server, operation)).toEqual({ own: 3, looks: 0 });
		const [first = 0, second = 0, third = 0] = ownOf(server, operation).map(({ at }) => at);
		for (const waited of [second - first, third - second]) {
			expect(waited).toBeGreaterThanOrEqual(19_500);
			expect(waited).toBeLessThanOrEqual(23_000);
		}
	});

	it.each(cases)('%s %s: after a connection that was refused', async (_kind, _name, operation) => {
		const gone = await plain.serve(() => ({}));
		await stopAll();
		// Comes back as soon as the first connection was refused.
		let back: Promise<FaultServer> | undefined;
		const failed = (message: unknown) => {
			const { request } = message as {
				request: { host: string; getHeader(name: string): unknown };
			};
			if (request.getHeader('host') !== `127.0.0.1:${gone.port}`) return;
			back ??= serveFor(operation)(
				() => ({ atBody: json(200, { task, ...operation.answer }) }),
				gone.port,
			);
		};
		diagnostics.subscribe('http.client.request.error', failed);
		const { output, error } = await runAt(operation, gone.url).finally(() =>
			diagnostics.unsubscribe('http.client.request.error', failed),
		);
		expect(error).toBeUndefined();
		expect(output.map(errorOf).filter(Boolean)).toEqual([]);
		const server = await back;
		expect(server && countsAt(server, operation)).toEqual({ own: 1, looks: 0 });
	});
});

describe('the look at a task after a decision without a clear answer', () => {
	const [approve] = operations.filter(({ kind }) => kind === 'A');
	const run = async (look: Fate, onError: 'stopWorkflow' | 'continueRegularOutput') => {
		const server = await plain.serve((_index, request) =>
			request?.line.startsWith('GET') ? look : { atBody: json(500, { detail: 'Failed' }) },
		);
		const result = await runNode({
			parameters: approve?.parameters ?? {},
			credentials: keyCredential(server.url, 'key_1'),
			onError,
		});
		return { ...result, lines: server.requests.map(({ line }) => line) };
	};

	it('is told when the run stops, too', async () => {
		const { error, lines } = await run({ atBody: json(200, { task }) }, 'stopWorkflow');
		expect(lines).toEqual(['POST /tasks/1/approve', 'GET /tasks/1']);
		for (const part of [task.status, task.current_step_name, task.updated_at]) {
			expect(`${error?.message} ${error?.description}`).toContain(part);
		}
	});

	it.each<[string, Fate]>([
		['a 404', { atBody: json(404, { detail: 'Task not found' }) }],
		['a 500', { atBody: json(500, { detail: 'Failed' }) }],
		['a reset', { atHeaders: (response) => response.socket?.resetAndDestroy() }],
		['a page', { atBody: json(200, 'page') }],
	])('that ends with %s leaves the decision unknown', async (_name, look) => {
		const { output, lines } = await run(look, 'continueRegularOutput');
		expect(lines.filter((line) => line.startsWith('POST'))).toHaveLength(1);
		expect(lines.filter((line) => line === 'GET /tasks/1').length).toBeGreaterThan(0);
		expect(errorOf(output[0])).toMatchObject({ outcome: 'unknown', status: 500 });
	});
});
