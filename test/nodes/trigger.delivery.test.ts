import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bodyOf } from '../../nodes/ContractWorkflowTrigger/delivery';
import { filters as filtersField } from '../../nodes/ContractWorkflowTrigger/description';
import { meets } from '../../nodes/ContractWorkflowTrigger/filters';
import { merged, mostIds, withDigest } from '../../nodes/ContractWorkflowTrigger/idMemory';
import { pathsIn } from '../../nodes/ContractWorkflowTrigger/methods/samplePaths';
import { joined, pathSteps, valueAt } from '../../nodes/ContractWorkflowTrigger/path';
import type { WebhookSecret } from '../../nodes/ContractWorkflowTrigger/secret';
import { deliveryRefusal, secretFault } from '../../nodes/ContractWorkflowTrigger/secret';
import { taskIdOf } from '../../nodes/ContractWorkflowTrigger/task';
import {
	holdsTooMany,
	isOfTooMany,
	mostValues,
	textsIn,
} from '../../nodes/ContractWorkflowTrigger/values';
import { valueOf } from '../../nodes/shared/fields/propertyValue';
import { shortDigest } from '../../nodes/shared/rows/digest';

const inQuery: WebhookSecret = {
	secret: 'Zx8-k_2.Lq9~mN4p',
	sentIn: 'query',
	headerName: 'X-Webhook-Secret',
	queryName: 'token',
};
const inHeader: WebhookSecret = { ...inQuery, sentIn: 'header' };

describe('a path', () => {
	it.each([
		['body', ['body']],
		['body.data.task.id', ['body', 'data', 'task', 'id']],
		['body[0].payload', ['body', '0', 'payload']],
		['body["task id"].id', ['body', 'task id', 'id']],
		["headers['x-delivery-id']", ['headers', 'x-delivery-id']],
		['headers.x-delivery-id', ['headers', 'x-delivery-id']],
		[' {{ $json.body.data[1].id }} ', ['body', 'data', '1', 'id']],
		['={{ $json["body"].id }}', ['body', 'id']],
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

	it('of a sample leads back to its value, whatever the names', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (body) => {
				for (const { path, value } of pathsIn({ body })) {
					if (/["\\\u0000-\u001f]/.test(path.replace(/\["|"\]/g, ''))) continue;
					expect(String(valueAt({ body }, path))).toBe(value);
				}
			}),
		);
	});

	it('is made with brackets where a name needs them', () => {
		expect(joined('body', 'a b', false)).toBe('body["a b"]');
		expect(joined('body', '0', true)).toBe('body[0]');
		expect(joined('headers', 'x-id', false)).toBe('headers.x-id');
	});
});

it('a sample may be the items that n8n copies, or one delivery', () => {
	const delivery = { body: { id: 7 }, headers: {}, query: {} };
	const paths = [{ path: 'body.id', value: '7' }];
	expect(pathsIn(delivery)).toEqual(paths);
	expect(pathsIn([delivery])).toEqual(paths);
	expect(pathsIn([{ json: delivery }])).toEqual(paths);
	expect(pathsIn(undefined)).toEqual([]);
	expect(pathsIn('text')).toEqual([]);
});

describe('the secret', () => {
	const ask = (credential: WebhookSecret, given: unknown, name = 'token') =>
		deliveryRefusal(credential, {
			headers: { 'x-webhook-secret': given },
			query: { [name]: given },
		});
	const wrong = 'The secret is wrong.';
	const missing =
		/^The secret is missing. Send it in the (header "X-Webhook-Secret"|query parameter "token").$/;

	it.each([
		['missing', undefined, missing],
		['empty', '', missing],
		['wrong', 'Zx8-k_2.Lq9~mN4q', wrong],
		['longer', `${inQuery.secret}x`, wrong],
		['a part', inQuery.secret.slice(0, -1), wrong],
		['given twice', [inQuery.secret, inQuery.secret], wrong],
		['an object', { a: inQuery.secret }, wrong],
	])('that is %s is refused, and the words do not have it', (_name, given, words) => {
		for (const credential of [inQuery, inHeader]) {
			expect(ask(credential, given)).toMatch(words);
			expect(ask(credential, given)).not.toContain(credential.secret);
		}
	});

	it('that is right is taken', () => {
		expect(ask(inQuery, inQuery.secret)).toBeUndefined();
		expect(ask(inHeader, inHeader.secret)).toBeUndefined();
	});

	it('is not looked for elsewhere', () => {
		const { secret } = inQuery;
		expect(deliveryRefusal(inQuery, { headers: { token: secret }, query: {} })).toMatch(missing);
		expect(deliveryRefusal(inHeader, { headers: {}, query: { token: secret } })).toMatch(missing);
	});

	it.each(['', 'fifteen-letters'])(
		'%j, of a credential with a fault, lets nothing through',
		(secret) => {
			for (const given of [secret, undefined]) {
				expect(ask({ ...inQuery, secret }, given)).toBe(
					'The secret in the credential is too short. Use at least 16 characters.',
				);
			}
		},
	);

	it.each([
		[inQuery, undefined],
		[inHeader, undefined],
		[{ ...inHeader, secret: 'with/other+signs=="!' }, undefined],
		[{ ...inQuery, secret: 'fifteen-letters' }, /too short/],
		[{ ...inQuery, secret: 'with/other+signs==' }, /^A URL cannot/],
		[{ ...inHeader, secret: 'with blanks in between' }, /^A header cannot/],
		[{ ...inHeader, secret: 'mit-Ümlauten-drin-' }, /^A header cannot/],
		[{ ...inHeader, headerName: 'X Webhook' }, /^The header name .* invalid/],
		[{ ...inHeader, headerName: '' }, /^The header name .* invalid/],
		[{ ...inHeader, headerName: 'Host' }, /is reserved/],
		[{ ...inQuery, queryName: 'a&b' }, /^The query parameter name .* invalid/],
		[{ ...inQuery, queryName: '' }, /^The query parameter name .* invalid/],
		[{}, /too short/],
	])('%j has the fault %s', (credential, fault) => {
		if (fault) expect(secretFault(credential)).toMatch(fault);
		else expect(secretFault(credential)).toBeUndefined();
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

describe('conditions', () => {
	const delivery = { body: { event: 'flows.tasks.commented', data: [{ text: 'NDA due' }, 42] } };
	const body = (...containsAnyOf: string[]) => ({ path: 'body', containsAnyOf });
	const none = { path: 'body.none', containsAnyOf: ['NDA'] };
	it.each([
		['a word', [body('NDA')], true],
		['a word in lower case', [body('nda')], true],
		['a phrase', [body('a Due')], true],
		['one of several words', [body('urgent', 'due')], true],
		['words with commas, which do not part them', [body('NDA, due')], false],
		['no words of the text', [body('urgent')], false],
		['signs that mean something in a pattern', [body('.*', '(', '^NDA')], false],
		['a number', [{ path: 'body.data[1]', containsAnyOf: ['42'] }], true],
		['a word at another path', [{ path: 'body.event', containsAnyOf: ['NDA'] }], false],
		['a word where there is nothing', [none], false],
		['nothing', [], true],
	] as const)('with %s', async (_name, filters, met) => {
		expect(await meets(delivery, filters, 'all')).toBe(met);
	});

	const wordsOf = (containsAnyOf: unknown): unknown =>
		valueOf(filtersField, { filter: [{ path: 'body', containsAnyOf }] });

	it.each([
		[
			['a, b', 'c'],
			['a, b', 'c'],
		],
		[
			[['a', 'b'], 42],
			['a', 'b', '42'],
		],
		['a, b', ['a, b']],
	])('take %j for the words %j', (given, containsAnyOf) => {
		expect(wordsOf(given)).toEqual({ filter: [{ path: 'body', containsAnyOf }] });
	});

	it.each([
		[['a', ' '], 2],
		[['a', []], 2],
		[[['a', ''], 'b'], 2],
		[[null], 1],
		['', 1],
	])('refuse %j, which has a blank word', (given, number) => {
		expect(() => wordsOf(given)).toThrow(`"Contains Any Of" ${number} is empty`);
	});

	it('refuse a condition without words, which would let everything through', () => {
		expect(() => wordsOf([])).toThrow('"Contains Any Of" is required');
	});

	it('all or any of them', async () => {
		const filters = [body('nda'), none];
		expect(await meets(delivery, filters, 'all')).toBe(false);
		expect(await meets(delivery, filters, 'any')).toBe(true);
		expect(await meets(delivery, [none], 'any')).toBe(false);
	});
});

it('the memory of deliveries holds the newest ids, and no more than it may', () => {
	const of = (id: string) => withDigest([], shortDigest(id));
	let memory: readonly string[] = [];
	for (let id = 0; id <= mostIds; id++) memory = withDigest(memory, shortDigest(String(id)));
	expect(memory).toHaveLength(mostIds);
	expect(memory).toContain(shortDigest(String(mostIds)));
	expect(memory).not.toContain(shortDigest('0'));
	expect(merged(memory, of('other'))).toHaveLength(mostIds);
	expect(merged(memory, of('other')).at(-1)).toBe(shortDigest('other'));
	expect(merged(memory, memory)).toEqual(memory);
	expect(withDigest(of('one'), shortDigest('one'))).toEqual(of('one'));
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
