import { afterEach, expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

const serveTask = async () =>
	await serve((response) => sendJson(response, 200, { task_id: 1, approved: true }));

const approve = async (baseUrl: string) =>
	await runNode({
		parameters: parametersOf('task.approve', { taskId: byId('1'), userEmail: 'a@b.example' }),
		credentials: keyCredential(baseUrl, 'key_1'),
	});

const endsBefore = 'must end before any ? or #';
const noBlanks = 'must not contain blanks';
const noUser = 'must not contain a user name or a password';

it.each([
	['a query', '?a=b', endsBefore],
	['an empty query', '?', endsBefore],
	['a fragment', '#f', endsBefore],
	['a path and a fragment', '/v1#f', endsBefore],
	['a blank', '/a b', noBlanks],
	['a tab', '/a\tb', noBlanks],
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

it.each(['HTTP', 'Http'])('the scheme of a Base URL may be written %s', async (scheme) => {
	const server = await serveTask();
	const { error } = await approve(server.url.replace('http', scheme));
	expect(error).toBeUndefined();
	expect(server.requests).toHaveLength(1);
});

it.each(['file:///etc', 'http:/a.example', 'http:\\\\a.example', 'http://a.example\\b'])(
	'%s is no Base URL',
	async (baseUrl) => {
		const { error } = await approve(baseUrl);
		expect(error?.message).toMatch(
			/^"Base URL" of the credential must be the web address of the service/,
		);
	},
);
