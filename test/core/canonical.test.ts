import { describe, expect, it } from '@jest/globals';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import {
	FileContent,
	commentOnTask,
	comparableText,
	initiateWorkflow,
	listTasksByExternalSourceId,
	shownRequest,
} from '../../src';

describe('a comparable text', () => {
	it('is the canonical one of RFC 8785 for whatever has one', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(comparableText(value)).toBe(canonicalize(value));
			}),
		);
	});

	it.each([
		'{"9":1,"10":2,"a":3}',
		'{"a":{"9":[],"10":{"2":1,"11":2}}}',
		'{"__proto__":1,"a":2}',
		'{"b":[{"__proto__":{"b":1,"a":2}},"x"],"a":null}',
		'{"b":[[[]],{}],"a":[1,"x",null,true]}',
	])('is the canonical one of %s', (text) => {
		const value: unknown = JSON.parse(text);
		expect(comparableText(value)).toBe(canonicalize(value));
	});

	it('of nothing is empty', () => {
		expect(comparableText(undefined)).toBe('');
	});
});

describe('a request to look at', () => {
	const showFile = async (content: string | FileContent) =>
		await Promise.resolve(
			typeof content === 'string' ? `text ${content}` : `${content.size} bytes`,
		);

	it('has its path and query encoded', async () => {
		const query = { external_source_id: 'deal 4/7' };
		expect(await shownRequest(listTasksByExternalSourceId, { query }, showFile)).toEqual({
			method: 'GET',
			path: '/tasks/by-external-source-id?external_source_id=deal%204%2F7',
		});
	});

	it('has something else in the place of its files, and nothing of what is not sent', async () => {
		const file = new FileContent(7, async () => await Promise.reject(new Error('read')));
		const input = {
			params: { task_id: 10 },
			body: {
				comment: 'See',
				user_email: undefined,
				attachments: [
					{ filename: 'a.pdf', base64_content: 'QQ==' },
					{ filename: 'b.pdf', base64_content: file },
				],
			},
		};
		expect(await shownRequest(commentOnTask, input, showFile)).toStrictEqual({
			method: 'POST',
			path: '/tasks/10/comment',
			body: {
				comment: 'See',
				attachments: [
					{ filename: 'a.pdf', base64_content: 'text QQ==' },
					{ filename: 'b.pdf', base64_content: '7 bytes' },
				],
			},
		});
	});

	it('takes what is no text for no file, and keeps null', async () => {
		const body = { comment: null, attachments: [{ base64_content: 5 }] };
		const input = { params: { task_id: 10 }, body };
		expect((await shownRequest(commentOnTask, input, showFile)).body).toStrictEqual(body);
	});

	it('keeps the metadata as they are', async () => {
		const metadata = { base64_content: 'QQ==' };
		const params = { workflow_id: 'w', version: 'latest' };
		const { body } = await shownRequest(
			initiateWorkflow,
			{ params, body: { variables: [], metadata } },
			showFile,
		);
		expect(body).toEqual({ variables: [], metadata });
	});
});
