import { afterEach, describe, expect, it } from '@jest/globals';
import { endpointsTable } from '../contract/endpoints.table';
import { runNode } from '../support/n8nCore';
import type { OperationCase } from '../support/operations.table';
import { operations, task, withoutQuery } from '../support/operations.table';
import { keyCredential } from '../support/stage';
import type { Fate } from './faultServer';
import { json, keyedServers } from './faultServer';
import { errorOf } from './items';

const { serve, stopAll } = keyedServers();
afterEach(stopAll);

const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };

/** What comes of an operation whose request is answered so, and how often that is sent. */
const outcomeOf = async ({ parameters, line, name, answer }: OperationCase, fate: Fate) => {
	let sent = 0;
	const server = await serve((_index, request) => {
		if (request && withoutQuery(request.line) === line) sent++;
		if (request?.line === 'GET /tasks/1') return { atBody: json(200, { task }) };
		const isSchema = name === 'workflow.initiate' && request?.line.endsWith('/schema');
		return isSchema ? { atBody: json(200, answer) } : fate;
	});
	const { output } = await runNode({
		parameters,
		credentials: keyCredential(server.url, 'key_1'),
		items: [{ json: {}, binary: { data: file } }],
		onError: 'continueRegularOutput',
	});
	const error = errorOf(output[0]);
	return { sent, outcome: error?.outcome ?? 'done', message: error?.message };
};

const asText = (_name: string, value: unknown) =>
	typeof value === 'number' ? String(value) : value;

const writes = operations.filter(({ kind }) => kind === 'A' || kind === 'W');

describe('a 200 that does not say that a write was carried out leaves its outcome unknown', () => {
	type Answer = Readonly<Record<string, unknown>>;
	/** What is changed of a right answer that has such fields. */
	const lies: ReadonlyArray<
		readonly [string, (operation: OperationCase, answer: Answer) => Answer | undefined]
	> = [
		['nothing', () => ({})],
		['a message', () => ({ message: 'Down for maintenance' })],
		[
			'no success',
			(_operation, answer) => ('success' in answer ? { ...answer, success: false } : undefined),
		],
		[
			'text for numbers',
			(_operation, answer) =>
				Object.values(answer).some((value) => typeof value === 'number')
					? JSON.parse(JSON.stringify(answer, asText))
					: undefined,
		],
		[
			'another task',
			({ endpoint }, answer) =>
				endpoint.includes('{task_id}') && 'task_id' in answer
					? { ...answer, task_id: 999 }
					: undefined,
		],
		[
			'the opposite',
			(_operation, answer) => ('approved' in answer ? { ...answer, approved: false } : undefined),
		],
	];
	const cases = writes.flatMap((operation) =>
		lies.flatMap(([lie, of]) => {
			const answer = of(operation, operation.answer as Answer);
			return answer ? [[`${operation.name}: ${lie}`, operation, answer] as const] : [];
		}),
	);
	it.each(cases)('%s', async (_title, operation, answer) => {
		const told = await outcomeOf(operation, { atBody: json(200, answer) });
		expect(told).toMatchObject({ sent: 1, outcome: 'unknown' });
		expect(told.message).toMatch(
			/^The service did not confirm that the request was carried out$|^"\w+" is missing or invalid in the response of the service$/,
		);
	});

	it.each(writes.map((operation) => [operation.name, operation] as const))(
		'%s is done with fields and words that are new',
		async (_name, operation) => {
			const answer = { ...operation.answer, status: 'brand_new', extra: { deep: [1] } };
			const told = await outcomeOf(operation, { atBody: json(200, answer) });
			expect(told).toEqual({ sent: 1, outcome: 'done', message: undefined });
		},
	);
});

describe('the status tells whether a write failed', () => {
	const refusals = [401, 403, 404, 405, 407, 411, 413, 414, 415, 431, 501];
	const statuses = [
		...[201, 202, 204, 206, 300, 301, 302, 303, 304, 307, 308, 400, 402, 406, 408, 409, 410, 412],
		...[417, 418, 421, 422, 423, 425, 426, 428, 451, 499, 500, 502, 503, 504, 505, 507, 520],
		...refusals,
	];
	it.each(writes.map((operation) => [operation.name, operation] as const))(
		'%s',
		async (_name, operation) => {
			const { errors } = endpointsTable.find(
				({ method, path }) => `${method} ${path}` === operation.endpoint,
			) ?? { errors: [] };
			const documented = errors.filter((status) => status < 500);
			for (const status of statuses) {
				const { sent, outcome } = await outcomeOf(operation, {
					atBody: json(status, { detail: 'So it is' }),
				});
				const isFailed = [...refusals, ...documented].includes(status);
				expect({ status, sent, outcome }).toEqual({
					status,
					sent: 1,
					outcome: isFailed ? 'failed' : 'unknown',
				});
			}
		},
	);
});
