import diagnostics from 'node:diagnostics_channel';
import { describe, expect, it } from '@jest/globals';
import { freePort } from '../../tools/scripts/n8n/installation/port';
import { endpointsTable } from '../contract/endpoints.table';
import type { OperationCase, RequestClass } from '../support/operations.table';
import { operationNamed, operations, task } from '../support/operations.table';
import { useFastTime } from './fastTime';
import type { Fate, FaultServer } from './faultServer';
import { faultServers, json, keyedServers } from './faultServer';
import { answers, unknowns } from './faults.table';
import { errorOf, goesOn, runAt, withFile } from './items';

const plain = faultServers();
const keyed = keyedServers();

/** Only a question asks whose the key is. */
const serveFor = ({ oneItem }: OperationCase) => (oneItem ? keyed : plain);
useFastTime();

/** Line of a request without its query. */
const withoutQuery = (line: string) => line.split('?')[0];

/** A launch reads the schema of its workflow first, and a question its task. */
const looksFirst = ({ name, oneItem }: OperationCase): boolean =>
	oneItem === true || name === 'workflow.initiate';

/** The right answer to what an operation sends beside its own request; undefined to that one. */
const aside = ({ kind, oneItem, name, answer }: OperationCase, line: string): Fate | undefined => {
	if (line === 'GET /tasks/1' && (kind === 'A' || oneItem)) return { atBody: json(200, { task }) };
	const isSchema = name === 'workflow.initiate' && line.endsWith('/schema');
	return isSchema ? { atBody: json(200, answer) } : undefined;
};

/** A server at which the first `count` requests of the operation meet a fate, and others do well. */
const serveFate = async (operation: OperationCase, fate: Fate, count = Infinity) => {
	let befallen = 0;
	return await serveFor(operation)((_index, request) => {
		if (!request) return fate.atConnection && befallen++ < count ? fate : {};
		const other = aside(operation, request.line);
		if (other) return other;
		if (withoutQuery(request.line) !== operation.line) {
			throw new Error(`Unexpected request: ${request.line}`);
		}
		const isBefallen = !fate.atConnection && befallen++ < count;
		return isBefallen ? fate : { atBody: json(200, operation.answer) };
	});
};

const run = async ({ parameters }: OperationCase, url: string) =>
	await runAt(url, parameters, { items: [withFile], ...goesOn });

const ownOf = ({ requests }: FaultServer, { line: own }: OperationCase) =>
	requests.filter(({ line }) => withoutQuery(line) === own);

/** How many requests of its own an operation sent, and how many that look after a decision. */
const countsAt = (server: FaultServer, operation: OperationCase) => {
	const own = ownOf(server, operation).length;
	const others = server.requests.length - own;
	const looks = others - (looksFirst(operation) ? 1 : 0);
	return { own: Math.max(own, server.connections() - others), looks };
};

/** Runs an operation whose every request meets this fate. */
const befall = async (operation: OperationCase, fate: Fate) => {
	const server = await serveFate(operation, fate);
	const { output } = await run(operation, server.url);
	expect(output).toHaveLength(1);
	return { error: errorOf(output[0]), counts: countsAt(server, operation) };
};

/** Expects that all goes well with so many requests of the operation's own. */
const expectDone = async (operation: OperationCase, server: FaultServer, own: number) => {
	const { output, error } = await run(operation, server.url);
	expect(error).toBeUndefined();
	expect(output.map(errorOf).filter(Boolean)).toEqual([]);
	expect(countsAt(server, operation)).toEqual({ own, looks: 0 });
};

/** Whether a request is sent again whose outcome stays unknown. */
const isRepeated: Readonly<Record<RequestClass, boolean>> = {
	R: true,
	M: true,
	A: false,
	W: false,
};

const all = operations.map((operation) => [operation.kind, operation.name, operation] as const);

/** One operation of each class meets every fault and every answer; of the others one tells the class. */
const ofEachClass = ['task.get', 'document.updateAttributes', 'task.approve', 'task.comment'].map(
	(name) => {
		const operation = operationNamed(name);
		return [operation.kind, name, operation] as const;
	},
);
const tellingFault = 'a connection that is reset when the body is read';

const table = all.flatMap(([kind, name, operation]) =>
	Object.entries(unknowns)
		.filter(([fault]) => fault === tellingFault || ofEachClass.some(([, one]) => one === name))
		.map(([fault, fate]) => [kind, name, fault, operation, fate] as const),
);

describe('a fault that leaves the outcome unknown', () => {
	it.each(table)('%s %s: %s', async (kind, _name, _fault, operation, fate) => {
		// The look would be reset, too; what becomes of it then is a test of its own.
		const own: Fate =
			kind === 'A' && fate.atConnection
				? { atHeaders: (response) => response.socket?.resetAndDestroy() }
				: fate;
		const { error, counts } = await befall(operation, own);
		expect(counts.looks).toBe(kind === 'A' ? 1 : 0);
		// Four times in all, or for a minute.
		expect(counts.own > 1).toBe(isRepeated[kind]);
		expect(counts.own).toBeLessThanOrEqual(12);
		expect(error?.outcome).toBe(kind === 'R' ? 'failed' : 'unknown');
		expect(error?.message).toEqual(expect.any(String));
		if (kind !== 'A') return;
		for (const part of ['status', 'current_step_id', 'current_step_name', 'updated_at'] as const) {
			expect(JSON.stringify(error)).toContain(task[part]);
		}
	});

	const repeated = table.filter(([kind]) => isRepeated[kind]);
	it.each(repeated)('%s %s goes on after %s', async (_kind, _name, _fault, operation, fate) => {
		await expectDone(operation, await serveFate(operation, fate, 1), 2);
	});
});

it.each(ofEachClass)(
	'%s %s: an answer that takes its time is waited for',
	async (kind, _name, operation) => {
		const ms = kind === 'R' || kind === 'M' ? 25_000 : 250_000;
		const server = await serveFate(operation, {
			atBody: (response) => void setTimeout(() => json(200, operation.answer)(response), ms),
		});
		await expectDone(operation, server, 1);
	},
);

/** Whether a status tells by itself that a write was not carried out. */
const saysThatNothingHappened = ({ endpoint }: OperationCase, status: number): boolean => {
	const row = endpointsTable.find(({ method, path }) => `${method} ${path}` === endpoint);
	const documented: readonly number[] = row?.errors ?? [];
	return [401, 403, 404, 501].includes(status) || documented.includes(status);
};

const answered = ofEachClass.flatMap(([kind, name, operation]) =>
	answers.map((status) => [kind, name, status, operation] as const),
);
it.each(answered)('%s %s: status %d is final', async (kind, _name, status, operation) => {
	const { error, counts } = await befall(operation, { atBody: json(status, { detail: 'No' }) });
	const isFailed = kind === 'R' || saysThatNothingHappened(operation, status);
	expect(counts).toEqual({ own: 1, looks: kind === 'A' && !isFailed ? 1 : 0 });
	expect(error).toMatchObject({ outcome: isFailed ? 'failed' : 'unknown', status });
});

describe('what was not carried out is sent again, whatever it is', () => {
	it.each(ofEachClass)('%s %s: after a 429, and names no user', async (_kind, _name, operation) => {
		const limited = json(429, { detail: 'Rate limit exceeded' }, { 'retry-after': '20' });
		const server = await serveFate(operation, { atBody: limited }, 2);
		await expectDone(operation, server, 3);
		const [first = 0, second = 0, third = 0] = ownOf(server, operation).map(({ at }) => at);
		for (const waited of [second - first, third - second]) {
			expect(waited).toBeGreaterThanOrEqual(19_500);
			expect(waited).toBeLessThanOrEqual(30_000);
		}
		for (const { body } of server.requests) expect(body).not.toMatch(/"user(_email)?":/);
	});

	it.each(ofEachClass)(
		'%s %s: after a connection that was refused',
		async (_kind, _name, operation) => {
			const gone = await plain(() => ({}), await freePort());
			await gone.stop();
			// Comes back as soon as the first connection was refused.
			let back: Promise<FaultServer> | undefined;
			const refused = (message: unknown) => {
				const { request } = message as { request: { getHeader(name: string): unknown } };
				if (request.getHeader('host') !== `127.0.0.1:${gone.port}`) return;
				const right = json(200, { task, ...operation.answer });
				back ??= serveFor(operation)(() => ({ atBody: right }), gone.port);
			};
			diagnostics.subscribe('http.client.request.error', refused);
			const { output, error } = await run(operation, gone.url).finally(() =>
				diagnostics.unsubscribe('http.client.request.error', refused),
			);
			expect(error).toBeUndefined();
			expect(output.map(errorOf).filter(Boolean)).toEqual([]);
			const server = await back;
			expect(server && countsAt(server, operation)).toEqual({ own: 1, looks: 0 });
		},
	);
});

it.each<[string, Fate]>([
	['a 404', { atBody: json(404, { detail: 'Task not found' }) }],
	['a 500', { atBody: json(500, { detail: 'Failed' }) }],
	['a reset', { atHeaders: (response) => response.socket?.resetAndDestroy() }],
	['a page', { atBody: json(200, 'page') }],
])('the look after a decision without a clear answer may end with %s', async (_name, look) => {
	const server = await plain((_index, request) =>
		request?.line.startsWith('GET') ? look : { atBody: json(500, { detail: 'Failed' }) },
	);
	const { parameters } = operationNamed('task.approve');
	const { output } = await runAt(server.url, parameters, goesOn);
	const lines = server.requests.map(({ line }) => line);
	expect(lines.filter((line) => line.startsWith('POST'))).toHaveLength(1);
	expect(lines).toContain('GET /tasks/1');
	expect(errorOf(output[0])).toMatchObject({ outcome: 'unknown', status: 500 });
});
