import { expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../../support/answeringServer';
import { runNode } from '../../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../../support/stage';

const serve = serverPool();

const serveTask = async () =>
	await serve((response) => sendJson(response, 200, { task_id: 1, approved: true }));

const approve = async (baseUrl: string, key = 'key_1') =>
	await runNode({
		parameters: parametersOf('task.approve', { taskId: byId('1'), userEmail: 'a@b.example' }),
		credentials: keyCredential(baseUrl, key),
	});

const endsBefore = 'must not contain ? or #';
const noBlanks = 'must not contain spaces';
const noUser = 'must not contain a user name or a password';

it.each([
	['a query', '?a=b', endsBefore],
	['a fragment', '#f', endsBefore],
	['a blank', '/a b', noBlanks],
	['a line break', '/a\nb', noBlanks],
	['a zero-width space', '/a\u200Bb', noBlanks],
])('a Base URL with %s is refused, and nothing is sent', async (_name, end, fault) => {
	const server = await serveTask();
	const { error, output } = await approve(server.url + end);
	expect(output).toEqual([]);
	expect(error?.message).toBe(`"Base URL" of the credential ${fault}`);
	expect(server.requests).toEqual([]);
});

it.each(['user:secret-of-the-url@', 'user@', ':secret-of-the-url@', '@'])(
	'a Base URL with "%s" before the host is refused, and not repeated',
	async (userInfo) => {
		const server = await serveTask();
		const { error, saved } = await approve(server.url.replace('//', `//${userInfo}`));
		expect(error?.message).toBe(`"Base URL" of the credential ${noUser}`);
		expect(saved).not.toContain('secret-of-the-url');
		expect(server.requests).toEqual([]);
	},
);

it('the scheme of a Base URL may be written Http, and blanks around the key are not sent', async () => {
	const server = await serveTask();
	const { error } = await approve(server.url.replace('http', 'Http'), 'key_1\u00a0\n');
	expect(error).toBeUndefined();
	expect(server.requests).toMatchObject([{ headers: { 'x-api-key': 'key_1' } }]);
});

it.each([
	['a port alone', '127.0.0.1', '', ''],
	['a longer path and slashes', '127.0.0.1', '/a/b%20c/v1', '///'],
	['a literal of IPv6, a path and a slash', '::1', '/api', '/'],
])('a Base URL with %s: requests, and a download', async (_name, host, path, end) => {
	const service = await serve(
		(response, { line, headers }) => {
			const link = { download_url: `http://${headers.host}/file`, file_name: 'a.txt' };
			if (line === 'GET /file') response.end('bytes');
			else sendJson(response, 200, { ...link, expires_at: null });
		},
		{ host },
	);
	const authority = `${host.includes(':') ? `[${host}]` : host}:${service.port}`;
	const { output, error } = await runNode({
		parameters: parametersOf('task.getStepDocument', {
			taskId: byId('1'),
			stepId: byId('draft'),
			download: true,
		}),
		credentials: keyCredential(`http://${authority}${path}${end}`, 'key_1'),
	});
	expect(error).toBeUndefined();
	expect(output[0]?.binary?.data?.bytes).toBe('bytes'.length);
	expect(service.requests.map(({ line }) => line)).toEqual([
		`GET ${path}/tasks/1/steps/draft/document`,
		'GET /file',
	]);
});

it.each([
	...['', 'api.service.example', 'ftp://127.0.0.1/x', 'http://', 'file:///etc'],
	...['http:/a.example', 'http:\\\\a.example', 'http://a.example\\b'],
])('%j is no Base URL', async (baseUrl) => {
	const { error } = await approve(baseUrl);
	expect(error?.message).toMatch(
		/^"Base URL" of the credential must begin with http:\/\/ or https/,
	);
});
