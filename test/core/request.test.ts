import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Endpoint } from '../../src';
import { FileContent, InvalidInput, checkInput, contract, toHttpRequest } from '../../src';

const { commentOnTask, getClickwrap, getStepDocument, getTask, initiateWorkflow, listTasks } =
	contract;

const pathOf = (endpoint: Endpoint, params: object) => toHttpRequest(endpoint, { params }).path;

describe('path', () => {
	it.each([
		['a/b', 'a%2Fb'],
		['a?b#c', 'a%3Fb%23c'],
		['a\\b', 'a%5Cb'],
		['%2e%2e', '%252e%252e'],
		['Überlassung №1', encodeURIComponent('Überlassung №1')],
	])('takes %s as one segment', (slug, segment) => {
		expect(pathOf(getClickwrap, { slug })).toBe(`/server/clickwrap/${segment}`);
	});

	it.each([
		['', 'must not be empty'],
		['.', 'must not be . or ..'],
		['..', 'must not be . or ..'],
		['a\u0000b', 'must not contain control characters'],
		['a\nb', 'must not contain control characters'],
		['\ud800', 'must be well-formed text'],
	])('refuses %j', (slug, message) => {
		expect(() => pathOf(getClickwrap, { slug })).toThrow(InvalidInput);
		expect(() => pathOf(getClickwrap, { slug })).toThrow(`params.slug ${message}`);
	});

	it('is checked before a request is made', () => {
		const input = { params: { slug: '..' } };
		expect(() => checkInput(getClickwrap, input)).toThrow(InvalidInput);
		expect(checkInput(getClickwrap, { params: { slug: 'a' } })).toBeUndefined();
	});

	it.each(['12', 12])('takes the task %j', (task_id) => {
		expect(pathOf(getTask, { task_id })).toBe('/tasks/12');
	});

	it.each(['1.5', '12a', '', '0x1f', '1e3', '99999999999999999999', 1.5, null])(
		'refuses the task %j',
		(task_id) => {
			expect(() => pathOf(getTask, { task_id })).toThrow(/params\.task_id must be a whole number/);
		},
	);
});

it('a query has what is given, and nothing for what is not', () => {
	const endpoint = { ...getTask, params: undefined, path: '/x' };
	const query = { a: 1, b: undefined, 'c d': '&' };
	expect(toHttpRequest(endpoint, { query }).path).toBe('/x?a=1&c%20d=%26');
});

describe('body', () => {
	const input = (attachments: object[]) => ({
		params: { task_id: 1 },
		body: { comment: 'a <file> of <<file>>', attachments },
	});
	const file = (size: number) => new FileContent(size, () => Promise.reject(new Error('unread')));

	it('is JSON as the caller gave it; defaults are left to the service', () => {
		expect(toHttpRequest(listTasks, { body: { status: 'pending' } }).body).toStrictEqual([
			'{"status":"pending"}',
		]);
		expect(toHttpRequest(listTasks, { body: {} }).body).toEqual(['{}']);
	});

	it('holds files apart, between the quotes of their fields, whether content or base64 text', () => {
		const one = file(4);
		const { body } = toHttpRequest(
			commentOnTask,
			input([
				{ filename: 'one.pdf', base64_content: one },
				{ filename: 'two.pdf', base64_content: 'YQ==' },
				{ filename: 'not.pdf', base64_content: '"' },
			]),
		);
		expect(body).toEqual([
			'{"comment":"a <file> of <<file>>","attachments":[{"filename":"one.pdf","base64_content":"',
			one,
			'"},{"filename":"two.pdf","base64_content":"',
			'YQ==',
			'"},{"filename":"not.pdf","base64_content":"\\""}]}',
		]);
		expect(one.base64Length).toBe(8);
	});

	it('carries keys that would change a prototype as plain keys', () => {
		const metadata: unknown = JSON.parse('{"__proto__":{"admin":true},"constructor":1}');
		const { body } = toHttpRequest(initiateWorkflow, {
			params: { workflow_id: 'nda', version: 'latest' },
			body: { variables: [], metadata },
		});
		expect(body).toEqual([
			'{"variables":[],"metadata":{"__proto__":{"admin":true},"constructor":1}}',
		]);
		expect(Object.hasOwn({}, 'admin')).toBe(false);
	});

	it('is absent where the endpoint has none', () => {
		expect(toHttpRequest(getTask, { params: { task_id: 1 } })).not.toHaveProperty('body');
	});
});

describe('an email address', () => {
	const takes = (user_email: string) => () =>
		checkInput(commentOnTask, { params: { task_id: 1 }, body: { comment: 'a', user_email } });

	// What the service may know as one: only it can tell.
	it.each([
		...['josé.núñez@meridian.example', 'user@müller.example', '用户@例子.example'],
		...['"a b"@meridian.example', "o'neil+legal@meridian.example", 'user@localhost'],
		...['user@[192.0.2.1]'],
	])('may be %s', (address) => expect(takes(address)).not.toThrow());

	it.each(['nobody', '@', 'a@', ' @b.example', ' '])('is not %j', (address) =>
		expect(takes(address)).toThrow('body.user_email must be an email address'),
	);
});

describe('messages', () => {
	it.each<[Endpoint, object, string]>([
		[commentOnTask, { params: { task_id: 1 }, body: {} }, 'body.comment is required'],
		[
			commentOnTask,
			{ params: { task_id: 1 }, body: { comment: 5 } },
			'body.comment must be of type string, not number',
		],
		[listTasks, { body: { offset: 'x' } }, 'body.offset must be a whole number'],
		[
			listTasks,
			{ body: { stauts: 'pending', x: 1 } },
			'body has a field that the service does not know: stauts, x',
		],
		[
			listTasks,
			{ body: { status: 'done' } },
			'body.status must be one of created, in_progress, pending, completed, cancelled, failed, archived, rejected, on_hold',
		],
		[listTasks, { body: { limit: 201 } }, 'body.limit must be between 1 and 200'],
		...['2026-02-30', '2025-02-29T09:00:00Z', '2026-04-31', '2026-06-31T00:00:00.5+02:00'].map(
			(last_created_at): [Endpoint, object, string] => [
				listTasks,
				{ body: { last_created_at } },
				'body.last_created_at must be a date that exists',
			],
		),
		[
			contract.searchDocuments,
			{ body: { filters: [{ type: 'group', filters: [{ type: 'file' }] }] } },
			'body.filters.0.filters.0.type must be one of field, attribute, group',
		],
	])('name the field and the rule', (endpoint, input, message) => {
		expect(() => toHttpRequest(endpoint, input)).toThrow(new InvalidInput([]).constructor);
		expect(() => toHttpRequest(endpoint, input)).toThrow(message);
	});

	it('name every wrong field at once', () => {
		const input = { params: { task_id: 'x' }, body: { user_email: 'nobody' } };
		expect(() => toHttpRequest(commentOnTask, input)).toThrow(
			'params.task_id must be a whole number; body.comment is required; body.user_email must be an email address',
		);
	});

	it('is told again, and told of another endpoint after one that takes the input', () => {
		const input = { params: { task_id: '7' } };
		expect(toHttpRequest(getTask, input).path).toBe('/tasks/7');
		expect(() => toHttpRequest(getStepDocument, input)).toThrow('params.step_id is required');
		expect(() => toHttpRequest(getStepDocument, input)).toThrow('params.step_id is required');
		expect(toHttpRequest(getTask, input).path).toBe('/tasks/7');
	});
});

/** Also with halves of pairs. */
const anyText = fc.uint16Array().map((units) => String.fromCharCode(...units));

it('a path is one segment equal to the input for any text, or no request at all', () => {
	fc.assert(
		fc.property(anyText, (slug) => {
			let path: string;
			try {
				path = pathOf(getClickwrap, { slug });
			} catch (error) {
				return error instanceof InvalidInput;
			}
			const { pathname, search, hash } = new URL(path, 'http://service.example');
			const segments = pathname.split('/');
			const [last = ''] = segments.slice(3);
			return segments.length === 4 && search + hash === '' && decodeURIComponent(last) === slug;
		}),
		{ numRuns: 200 },
	);
});
