import { describe, expect, it } from '@jest/globals';
import { bodyOf } from '../../nodes/ContractWorkflowTrigger/delivery';
import { pathSteps, valueAt } from '../../nodes/ContractWorkflowTrigger/path';
import { taskIdOf } from '../../nodes/ContractWorkflowTrigger/task';
import {
	holdsTooMany,
	isOfTooMany,
	mostValues,
	textsIn,
} from '../../nodes/ContractWorkflowTrigger/values';

describe('a path', () => {
	it.each([
		['body', ['body']],
		['body.data.task.id', ['body', 'data', 'task', 'id']],
		['body[0].payload', ['body', '0', 'payload']],
		['body["task id"].id', ['body', 'task id', 'id']],
		["headers['x-delivery-id']", ['headers', 'x-delivery-id']],
		['headers.x-delivery-id', ['headers', 'x-delivery-id']],
		[' {{ $json.body.data[1].id }} ', ['body', 'data', '1', 'id']],
		['{{ $json["body"].id }}', ['body', 'id']],
		['$json.query.page', ['query', 'page']],
	])('%s is read', (path, steps) => expect(pathSteps(path)).toEqual(steps));

	it.each(['', 'data.id', 'body..id', 'body[', 'body["x]', '{{ $node.x }}', 'bodyguard'])(
		'%s is none',
		(path) => expect(pathSteps(path)).toBeUndefined(),
	);

	it('leads to own values only', () => {
		const delivery = {
			body: JSON.parse('{"__proto__": {"id": 1}, "list": [{"id": 0}]}') as object,
		};
		expect(valueAt(delivery, 'body.__proto__.id')).toBe(1);
		expect(valueAt(delivery, 'body.list[0].id')).toBe(0);
		expect(valueAt(delivery, 'body.constructor')).toBeUndefined();
		expect(valueAt(delivery, 'body.list.map')).toBeUndefined();
		expect(valueAt({ body: 'text' }, 'body.length')).toBeUndefined();
	});
});

describe('a delivery of too many values', () => {
	const json = (value: unknown) => Buffer.from(JSON.stringify(value));
	const list = (length: number) => Array.from({ length }, () => 'a, "b"');

	it.each([
		['nearly as many as it may hold', list(mostValues - 1), false],
		['one more in a list', list(mostValues + 1), true],
		['one more in all', { a: list(mostValues - 10), b: [[], {}, list(10)] }, true],
		['a text with commas', `,"${','.repeat(mostValues)}\\"`, false],
	])('%s', (_name, value, isTooMany) => {
		expect(holdsTooMany(value)).toBe(isTooMany);
		expect(isOfTooMany(json(value))).toBe(isTooMany);
	});

	it('is known by its bytes, also where it is nested or has names', () => {
		const names = Object.fromEntries(list(mostValues + 1).entries());
		for (const bytes of [json(names), Buffer.from('['.repeat(mostValues + 1))]) {
			expect(isOfTooMany(bytes)).toBe(true);
		}
	});
});

it('values are found at any depth', () => {
	expect(textsIn([[[['bottom']]]])).toEqual(['bottom']);
	expect(textsIn({ a: 1, b: [true, null, 'x'], c: {} })).toEqual(['1', 'true', 'x']);
});

describe('a body', () => {
	const bytes = (text: string) => Buffer.from(text);
	it.each([
		['parsed JSON', { body: [1], rawBody: bytes('[1]'), contentType: 'application/json' }, [1]],
		['JSON null', { body: null, rawBody: bytes('null'), contentType: 'application/json' }, null],
		['no body', { body: {}, rawBody: bytes('') }, null],
		['nothing', {}, null],
		['text', { body: 'a', rawBody: bytes('a'), contentType: 'text/plain' }, 'a'],
		['another JSON', { rawBody: bytes('{"a":1}'), contentType: 'application/x+json' }, { a: 1 }],
		['no content type, JSON', { rawBody: bytes('{"a":1}') }, { a: 1 }],
		['no content type, text', { rawBody: bytes('hello') }, 'hello'],
		['another text', { rawBody: bytes('1'), contentType: 'text/csv' }, '1'],
		['bytes', { rawBody: Buffer.from([0xff, 0xfe, 0]), contentType: 'image/png' }, null],
		[
			'a multipart form',
			{ body: { data: { a: 'b' }, files: {} }, contentType: 'multipart/form-data' },
			{ a: 'b' },
		],
	])('that is %s comes out as received', (_name, request, body) => {
		expect(bodyOf(request)).toEqual(body);
	});
});

it.each([
	[10001, '10001'],
	['10001', '10001'],
	[' 10001 ', '10001'],
	['https://app.example.com/workflows/tasks/10001?tab=log', '10001'],
	[{ id: 10001 }, '10001'],
	['10001/approve', undefined],
	['', undefined],
	[undefined, undefined],
	[-1, undefined],
	[1.5, undefined],
	[[1, 2], undefined],
])('the task id of %j is %s', (value, id) => expect(taskIdOf(value)).toBe(id));
