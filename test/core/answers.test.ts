import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Endpoint, HttpRequest } from '../../src';
import {
	InvalidInput,
	createClient,
	getTask,
	listDocumentTypes,
	listTasks,
	networkError,
} from '../../src';
import { misshapenField } from '../../src/client';
import { scripted } from '../support/trace';

const read: Endpoint = { ...getTask, response: z.object({}).passthrough() };
const write: Endpoint = { ...read, method: 'POST', writes: true, safe: false };
const input = { params: { task_id: 7 } };

describe('what counts as a success', () => {
	it.each<[string, number, boolean, Endpoint]>([
		['a reading', 200, true, read],
		['a reading', 201, true, read],
		['a reading', 299, true, read],
		['a reading', 199, false, read],
		['a reading', 300, false, read],
		['a write', 200, true, write],
		['a write', 201, false, write],
		['a write', 299, false, write],
	])('%s that is answered with %s is one: %s', async (_name, status, isSuccess, endpoint) => {
		const { transport } = scripted(() => ({ status }));
		const call = createClient(transport).call(endpoint, input);
		if (isSuccess) await expect(call).resolves.toEqual({});
		else await expect(call).rejects.toMatchObject({ name: 'ApiError', status });
	});

	it.each([[[]], [null], ['x'], [1]])(
		'names the request answered with %j, and its status',
		async (body) => {
			const { transport } = scripted(() => ({ status: 204, body }));
			await expect(createClient(transport).call(read, input)).rejects.toMatchObject({
				fault: 'The response of the service is not a JSON object',
				details: 'The service returned status 204 for GET /tasks/{task_id}.',
			});
		},
	);

	it('names the field that is not what the text says', async () => {
		const { transport } = scripted(() => ({ body: { task: [] } }));
		await expect(createClient(transport).call(getTask, input)).rejects.toMatchObject({
			fault: '"task" is missing or invalid in the response of the service',
			details: 'The request was GET /tasks/{task_id}.',
			outcomeUnknown: false,
		});
	});

	it.each([
		[false, false],
		[true, true],
	])('a write whose answer says of it %s is carried out: %s', async (confirmed, isSuccess) => {
		const body = { task_id: 7 };
		const { transport } = scripted(() => ({ body }));
		const asked: unknown[] = [];
		const confirms: Endpoint['confirms'] = (...given) => {
			asked.push(given);
			return confirmed;
		};
		const call = createClient(transport).call({ ...write, confirms }, input);
		if (isSuccess) await expect(call).resolves.toBe(body);
		else {
			await expect(call).rejects.toMatchObject({
				fault: 'The service did not confirm that the request was carried out',
				details: expect.stringContaining(JSON.stringify(body)),
				outcomeUnknown: true,
				safe: false,
			});
		}
		expect(asked).toEqual([[body, input]]);
	});
});

it('sends nothing for an input that breaks the contract', async () => {
	const { log, transport } = scripted(() => ({}));
	const call = createClient(transport).call(getTask, { params: { task_id: 'seven' } });
	await expect(call).rejects.toThrow(InvalidInput);
	expect(log).toEqual([]);
});

it('passes a network failure on', async () => {
	const lost = networkError('ECONNRESET', { ...write, body: undefined });
	const { transport } = scripted(() => lost);
	await expect(createClient(transport).call(write, input)).rejects.toBe(lost);
});

it('passes on a row that is not what the text describes: no workflow breaks by it', async () => {
	const body = { document_types: [{ name: 'NDA' }] };
	const { transport } = scripted(() => ({ body }));
	expect(await createClient(transport).call(listDocumentTypes, {})).toEqual(body);
});

it('a call without a condition is nothing but its request', async () => {
	const sent: HttpRequest[] = [];
	const client = createClient(async (request) => {
		sent.push(request);
		return await Promise.resolve({ status: 200, headers: { 'x-a': '1' }, body: {} });
	});
	await client.call(read, input);
	expect(sent).toStrictEqual([{ method: 'GET', path: '/tasks/7', writes: false, safe: true }]);
});

it('a list is asked for with the body that was given, and the page laid over it', async () => {
	const body = { tasks: [{ task_id: 1 }], total_count: 1 };
	const { log, transport } = scripted(() => ({ body }));
	const given: unknown[] = [];
	const walk = createClient(transport).pages(listTasks, { body: { status: 'pending', limit: 9 } });
	for await (const rows of walk) given.push(rows);
	expect(given).toEqual([body.tasks]);
	expect(log).toEqual(['POST /tasks/list {"status":"pending","limit":200,"offset":0}']);
});

describe('the shape of an answer', () => {
	const row = z.object({ id: z.number() });
	it.each<[string, z.ZodTypeAny, unknown, string | undefined]>([
		['an object', row, {}, undefined],
		['an object that is missing', row, undefined, 'field'],
		['an object that is null', row, null, 'field'],
		['an object that is a list', row, [], 'field'],
		['an object that is a text', row, 'x', 'field'],
		['an object that may be null', row.nullable(), null, undefined],
		['an object that may be null, and is missing', row.nullable(), undefined, undefined],
		['an object that may be missing', row.optional(), undefined, undefined],
		['an object that may be missing, and is a list', row.optional(), [], 'field'],
		['an object that may be null, and is a list', row.nullable(), [], 'field'],
		['an object with a rule of its own', row.refine(() => false), [], 'field'],
		['an object with a rule of its own', row.refine(() => false), {}, undefined],
		[
			'a list that may be null, with a rule',
			z
				.array(row)
				.nullable()
				.refine(() => true),
			null,
			undefined,
		],
		['a list', z.array(row), [{}, {}], undefined],
		['a list that is empty', z.array(row), [], undefined],
		['a list that is an object', z.array(row), {}, 'field'],
		['a list that is missing', z.array(row), undefined, 'field'],
		['a list of objects with a text', z.array(row), [{}, 'x'], 'field'],
		['a list of objects with null', z.array(row), [null], 'field'],
		['a list of objects or null', z.array(row.nullable()), [[]], 'field'],
		['a list of texts with anything', z.array(z.string()), [1, null], undefined],
		['a list of texts that is none', z.array(z.string()), 'x', 'field'],
		['anything', z.unknown(), undefined, undefined],
		['a text', z.string(), 1, undefined],
	])('%s', (_name, schema, value, fault) => {
		const answer = z.object({ other: z.string(), field: schema });
		expect(misshapenField(answer, { field: value })).toBe(fault);
	});

	it('is that of the answer behind its own rules', () => {
		const answer = z.object({ rows: z.array(row) });
		expect(
			misshapenField(
				answer.refine(() => true),
				{},
			),
		).toBe('rows');
		expect(misshapenField(answer, null)).toBe('rows');
		expect(misshapenField(z.array(row), { rows: 1 })).toBeUndefined();
	});
});
