import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from './support/service';
import { base64, initiate, request, startService, taskOf } from './support/service';

const megabyte = 1024 * 1024;
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('section 8.7, files in large bodies', () => {
	let service: Service;
	beforeAll(async () => {
		service = await startService({ documents: 1, tasks: 40 });
	});
	afterAll(() => service.sandbox.stop());

	const json = { 'Content-Type': 'application/json' };
	const post = (path: string, body: string) => service.call('POST', path, { body, headers: json });
	const fileCount = () =>
		service.sandbox.service.store.db
			.prepare(
				`SELECT (SELECT count(*) FROM files) AS files, (SELECT count(*) FROM file_pieces) AS pieces`,
			)
			.get();
	const attach = (content: Uint8Array, name = 'a.bin') =>
		service.post('/tasks/10001/attachments', {
			files: [{ filename: name, base64_content: Buffer.from(content).toString('base64') }],
		});

	/** White space makes a body large, and changes nothing. */
	const padding = ' '.repeat(1.2 * megabyte);
	const attachments = '/tasks/10001/attachments';
	const file = (content: string, name = 'base64_content') =>
		`{"files":[{"filename":"a.txt","${name}":"${content}"}]}`;
	const initiation = '/workflows/wf_vendor_agreement/latest/initiate';
	const variables = (content: string) =>
		`{"variables":[{"variable_id":"draft","type":"file","value":"a","file_extension":"pdf","base64_content":"${content}"}]}`;
	it.each([
		['a good file', attachments, file('QUJD')],
		['an empty file', attachments, file('')],
		['escaped slashes', attachments, file('\\/\\/8=')],
		['escapes in text and name', attachments, file('QUJ\\u0044', 'base64\\u005fcontent')],
		['no Base64', attachments, file('QU_D')],
		['no Base64 by an escape', attachments, file('QU\\nJD')],
		['padding that is missing', attachments, file('QUJDRA')],
		['padding in the middle', attachments, file('QQ==QQ==')],
		['no Base64, and not ASCII', attachments, file('Prüfung')],
		['a line break in the text', attachments, file('QUJD\nQUJD')],
		['an escape that is none', attachments, file('QU\\xJD')],
		['a code point that is none', attachments, file('QU\\u00g0')],
		['a text without an end', attachments, '{"files":[{"filename":"a.txt","base64_content":"QUJD'],
		[
			'a content that is a number',
			attachments,
			'{"files":[{"filename":"a.txt","base64_content":1}]}',
		],
		['a content twice', attachments, file('QUJD","base64_content":"!')],
		['files twice', attachments, `{"files":[{"base64_content":"QUJD"}],${file('QUJD').slice(1)}`],
		['files that are no list', attachments, '{"files":{"base64_content":"QUJD"}}'],
		[
			'a content in the wrong place',
			attachments,
			'{"base64_content":"QUJD","file":{"base64_content":"QUJD"}}',
		],
		['a body that is a text', attachments, '"base64_content"'],
		['a body that is a list', attachments, '[{"base64_content":"QUJD"}]'],
		['a comma too many', attachments, '{"files":[{"filename":"a.txt","base64_content":"QUJD"},]}'],
		[
			'a name that JSON objects have',
			attachments,
			'{"__proto__":{"files":[{"base64_content":"QUJD"}]}}',
		],
		['deep lists', attachments, `{"files":${'['.repeat(80)}${']'.repeat(80)}}`],
		['a group with deep lists', '/groups', `{"name":${'['.repeat(80)}${']'.repeat(80)}}`],
		['a variable', initiation, variables('QUJD')],
		['a variable that is no Base64', initiation, variables('QUJ')],
		['metadata', initiation, '{"variables":[],"metadata":{"files":[{"base64_content":"QUJD"}]}}'],
		['a body that cannot be read', initiation, '{'],
		[
			'a comment',
			'/tasks/10001/comment',
			'{"comment":"a \\"b\\" \\\\","attachments":[{"filename":"a.b","base64_content":"QUJD"}]}',
		],
	])('answers %s as in a small body', async (_name, path, body) => {
		const ids = (value: unknown) => JSON.stringify(value).replace(/\b\d+\b(?=\])/g, 'N');
		const small = await post(path, body);
		for (const large of [padding + body, body + padding]) {
			const answer = await post(path, large);
			expect([answer.status, ids(answer.data)]).toEqual([
				small.status,
				ids(small.data).replace(
					/("activity_log_id":)\d+/,
					`$1${String(answer.data.activity_log_id)}`,
				),
			]);
		}
	});

	it.each([0, 1, 2, 3, megabyte - 1, megabyte, megabyte + 1, 49_151, 49_152, 49_153, 3 * megabyte])(
		'keeps all of %d bytes, whole and streamed',
		async (length) => {
			const content = randomBytes(length);
			const id = await initiate(service);
			for (const approved of [true, true]) await service.post(`/tasks/${id}/approve`, { approved });
			const { step_runs } = (await taskOf(service, id)) as unknown as {
				step_runs: Array<{ step_run_id: string }>;
			};
			const body = JSON.stringify({
				step_run_id: step_runs.at(-1)?.step_run_id,
				file: { filename: 'Signed.pdf', base64_content: content.toString('base64') },
			});
			const path = `/tasks/${id}/upload-signed-document`;
			expect((await post(path, padding + body)).status).toBe(200);
			const { data } = await service.get(`/tasks/${id}/signed-documents`);
			const answer = await fetch(String(data.documents?.[0]?.download_url));
			expect(answer.headers.get('content-length')).toBe(String(length));
			expect(hash(Buffer.from(await answer.arrayBuffer()))).toBe(hash(content));
		},
	);

	it('takes a body without a length, in as many pieces as it comes', async () => {
		const body = Buffer.from(
			`{"files":[{"filename":"ä.txt","base64_content":"${base64('x'.repeat(50_000))}"}]}`,
		);
		const { hostname, port } = new URL(service.sandbox.baseUrl);
		const headers = { ...json, 'X-API-Key': service.sandbox.apiKeys.main };
		const sent = send({ hostname, port, path: attachments, method: 'POST', headers });
		const answered = once(sent, 'response');
		for (let at = 0; at < body.length; at += 97) sent.write(body.subarray(at, at + 97));
		sent.end();
		const [answer] = await answered;
		expect(answer.statusCode).toBe(200);
		answer.resume();
	});

	it('leaves nothing of a body that is cut off, refused or failed on purpose', async () => {
		const before = fileCount();
		const content = base64('x'.repeat(3 * megabyte));
		const { hostname, port } = new URL(service.sandbox.baseUrl);
		const headers = {
			...json,
			'X-API-Key': service.sandbox.apiKeys.main,
			'Content-Length': content.length + 1000,
		};
		const sent = send({ hostname, port, path: attachments, method: 'POST', headers });
		const torn = once(sent, 'error').catch((error: unknown) => error);
		await new Promise((resolve) => sent.write(file(content).slice(0, -4), resolve));
		sent.destroy(new Error('torn'));
		await torn;
		const refused = await service.post(attachments, {
			files: [
				{ filename: 'a.bin', base64_content: content },
				{ filename: 'b.bin', base64_content: '!' },
			],
		});
		expect(refused.status).toBe(422);
		service.sandbox.addFault({ kind: 'error', endpoint: 'addTaskAttachments' });
		expect((await attach(Buffer.alloc(3 * megabyte))).status).toBe(500);
		expect(fileCount()).toEqual(before);
		const names = await readdir(tmpdir());
		expect(names.filter((name) => /^sandbox-[0-9a-f-]{36}$/.test(name))).toEqual([]);
	});

	it('applies a large body before a fault that asks for it', async () => {
		const before = Number(fileCount()?.files);
		for (const [kind, status] of [
			['error', 500],
			['truncate', 200],
		] as const) {
			service.sandbox.addFault({ kind, applied: true, endpoint: 'addTaskAttachments' });
			expect((await attach(Buffer.alloc(2 * megabyte))).status).toBe(status);
		}
		expect(Number(fileCount()?.files)).toBe(before + 2);
	});

	it('keeps large bodies out of the log of requests', async () => {
		await attach(Buffer.alloc(3 * megabyte), 'zeros.bin');
		expect(service.sandbox.requests().at(-1)?.body).toEqual({
			files: [
				{
					filename: 'zeros.bin',
					base64_content: `${'A'.repeat(100)}… (${4 * megabyte} characters)`,
				},
			],
		});
		await post('/tasks/10001/comment', `{"comment":[${'{},'.repeat(megabyte)}0]}`);
		const { body } = service.sandbox.requests().at(-1) ?? {};
		expect(body).toMatch(/^\{"comment":\[\{\},.{80,}… \(\d+ characters\)$/);
	});

	it('refuses with 413 what is more than a few MB beside files, and answers while it is sent', async () => {
		const { status, data } = await post(
			'/tasks/10001/comment',
			JSON.stringify({ comment: 'x'.repeat(30 * megabyte) }),
		);
		expect([status, data]).toEqual([
			413,
			{
				detail:
					'The request body is larger than the 4194304 bytes that are accepted beside the contents of files.',
			},
		]);
		const deep = await post('/tasks/10001/comment', `{"comment":${'['.repeat(30 * megabyte)}`);
		expect([deep.status, deep.data.detail?.[0]?.type]).toEqual([422, 'nesting']);
	});
});

describe('a file of 140 MB', () => {
	let folder: string;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'upload-'));
	});
	afterAll(() => rm(folder, { recursive: true }));

	/** The most memory that a process has had, in MB; zero where the system does not tell. */
	const mostMemory = async (pid: number | undefined): Promise<number> => {
		if (process.platform !== 'linux') return 0;
		const status = await readFile(`/proc/${pid}/status`, 'utf8');
		return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
	};

	it('is taken and given back without a copy of it in memory', async () => {
		const main = join(__dirname, '../main.ts');
		const options = ['--db', join(folder, 'large.db'), '--tasks', '20', '--documents', '1'];
		const child = spawn(process.execPath, ['--import', 'tsx', main, ...options]);
		const lines = createInterface(child.stdout);
		const [first] = (await once(lines, 'line')) as [string];
		const { baseUrl, apiKey } = JSON.parse(first) as { baseUrl: string; apiKey: string };
		const call = (method: string, path: string, body?: unknown) =>
			request(method, `${baseUrl}${path}`, body, { 'X-API-Key': apiKey });
		const { data } = await call('POST', '/tasks/list', {});
		const task = (data.tasks as unknown as Array<Record<string, unknown>>).find(
			({ current_step_type, status }) =>
				current_step_type === 'signature' && status === 'in_progress',
		);
		const content = randomBytes(140 * megabyte);
		const before = await mostMemory(child.pid);
		const { status } = await call(
			'POST',
			`/tasks/${String(task?.task_id)}/upload-signed-document`,
			{
				step_run_id: task?.current_step_run_id,
				file: { filename: 'Large.pdf', base64_content: content.toString('base64') },
			},
		);
		expect(status).toBe(200);
		const signed = await call('GET', `/tasks/${String(task?.task_id)}/signed-documents`);
		const received = createHash('sha256');
		const answer = await fetch(String(signed.data.documents?.[0]?.download_url));
		for await (const piece of answer.body ?? []) received.update(piece);
		expect(received.digest('hex')).toBe(hash(content));
		expect((await mostMemory(child.pid)) - before).toBeLessThan(content.length / megabyte);
		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
	});
});
