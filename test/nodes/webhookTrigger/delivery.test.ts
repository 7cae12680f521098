import { describe, expect, it } from '@jest/globals';
import { bodyOf } from '../../../nodes/ContractWorkflowTrigger/delivery';
import { deliveredAt, taskIdOf } from '../../../nodes/ContractWorkflowTrigger/task';
import { readFile } from '../../support/n8nCore';
import { deliver } from '../../support/webhookTrigger';

describe('a path', () => {
	const body: unknown = JSON.parse(
		'{"data":{"task":{"id":1}},"list":[{"id":0}],"task id":2,"__proto__":{"id":3}}',
	);
	const delivery = { body, headers: { 'x-task': 4 }, query: { page: 5 } };

	it.each([
		['body.data.task.id', 1],
		['body.list[0].id', 0],
		['body["task id"]', 2],
		['body.__proto__.id', 3],
		["headers['x-task']", 4],
		['headers.x-task', 4],
		[' {{ $json.body.data.task.id }} ', 1],
		['{{ $json["body"].data.task.id }}', 1],
		['$json.query.page', 5],
		['data.task.id', undefined],
		['bodyguard', undefined],
		['body.constructor', undefined],
		['body.list.map', undefined],
		['body.data.task.id.length', undefined],
	])('%s leads to %j', (path, value) => expect(deliveredAt(delivery, path)).toBe(value));
});

it.each([
	[10001, '10001'],
	[' 10001 ', '10001'],
	['https://app.example.com/workflows/tasks/10001?tab=log', '10001'],
	['10001/approve', undefined],
	['', undefined],
	[-1, undefined],
	[1.5, undefined],
	[{ toString: 1 }, undefined],
	[undefined, undefined],
])('the task ID of %j is %s', (value, id) => expect(taskIdOf(value)).toBe(id));

describe('a body', () => {
	const rawBody = (text: string) => Buffer.from(text);
	it.each([
		['parsed JSON', { body: [1], rawBody: rawBody('[1]'), contentType: 'application/json' }, [1]],
		['JSON null', { body: null, rawBody: rawBody('null') }, null],
		['empty', { body: {}, rawBody: rawBody('') }, null],
		['none', {}, null],
		['text', { body: 'a', rawBody: rawBody('a'), contentType: 'text/plain' }, 'a'],
		['another JSON', { rawBody: rawBody('{"a":1}'), contentType: 'application/x+json' }, { a: 1 }],
		['text without a type', { rawBody: rawBody('hello') }, 'hello'],
		[
			'a form with files',
			{ body: { data: { a: 'b' }, files: {} }, contentType: 'multipart/form-data' },
			{ a: 'b' },
		],
	])('that is %s comes out as received', (_name, request, body) => {
		expect(bodyOf(request)).toEqual(body);
	});
});

it.each([
	['a text', 'a-shared-secret', '"a-shared-secret+"'],
	['a number that JavaScript rounds', '12345678901234567890', '12345678901234567890'],
])(
	'a secret that is repeated as %s is taken out, also of the raw body',
	async (_name, text, json) => {
		const secret = text.padEnd(16, '+');
		const options = { rawBody: true };
		const item = await deliver(`{"a":[${json}],"b":"ä ${secret}"}`, { options }, secret);
		expect(item?.json).toMatchObject({
			body: { a: ['[secret removed]'], b: 'ä [secret removed]' },
			headers: { 'x-secret': '[secret removed]' },
		});
		const file = item?.binary?.rawBody;
		const raw = file && (await readFile(file)).toString();
		expect(raw).toContain('ä [secret removed]');
		expect(raw).not.toContain(secret);
	},
);
