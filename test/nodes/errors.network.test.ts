import diagnostics from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import type { NodeResult } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

const key = 'sandbox_c2VjcmV0LW9mLXRoZS10ZXN0';

const readTask = parametersOf('task.get', { taskId: byId('={{ $json.id }}') });
const approveTask = parametersOf('task.approve', {
	taskId: byId('={{ $json.id }}'),
	decideIf: 'always',
});
const listTasks = parametersOf('task.getMany', {});

const runAt = async (
	url: string,
	parameters: typeof readTask,
	items = itemsOf({ id: 1 }),
): Promise<NodeResult> => {
	const result = await runNode({ parameters, items, credentials: keyCredential(url, key) });
	expect(result.saved).not.toContain(key);
	expect(JSON.stringify(result.error ?? null)).not.toContain(key);
	return result;
};

const fail500 = (response: ServerResponse) =>
	sendJson(response, 500, { detail: 'Failed to do it' });

it('500 of a read that stays is the error after four tries', async () => {
	const server = await serve(fail500);
	const { error } = await runAt(server.url, listTasks);
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: 'The service returned status 500',
		description: 'The service says: Failed to do it. The service failed. Try again later.',
		httpCode: '500',
		context: { itemIndex: 0 },
	});
	expect(server.requests).toHaveLength(4);
});

it('500 of a write is never repeated, and its outcome is unknown', async () => {
	const server = await serve(fail500);
	const { error } = await runAt(server.url, approveTask);
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: 'Outcome unknown: the service returned status 500',
		description:
			'The service says: Failed to do it. The request may have been carried out, and the node did not retry it. Get the task and check its current step before you decide again. A second decision may apply to the next step. This was for task 1.',
		httpCode: '500',
		context: { itemIndex: 0 },
	});
	// The decision is sent once; one look at the task follows.
	expect(server.requests.map(({ line }) => line)).toEqual([
		'POST /tasks/1/approve',
		'GET /tasks/1',
	]);
});

it('a redirect is not followed, so that the credential stays with its host', async () => {
	const other = await serve((response) => sendJson(response, 200, { task: {} }));
	const server = await serve((response) =>
		sendJson(response, 302, {}, { location: `${other.url}/tasks/1` }),
	);
	const redirected =
		'The service redirected the request. The node does not follow redirects, to keep the credential on its host. Check the Base URL in the credential.';
	const unknown =
		'The request may have been carried out, and the node did not retry it. Get the task and check its current step before you decide again. A second decision may apply to the next step. ';
	for (const [parameters, message, lead] of [
		[readTask, 'The service returned status 302', ''],
		[approveTask, 'Outcome unknown: the service returned status 302', unknown],
	] as const) {
		const { error, output } = await runAt(server.url, parameters);
		expect(output).toEqual([]);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message,
			description: `${lead}${redirected} This was for task 1.`,
			httpCode: '302',
			context: { itemIndex: 0 },
		});
	}
	// The third one looks what became of the decision.
	expect(server.requests.map(({ line }) => line)).toEqual([
		'GET /tasks/1',
		'POST /tasks/1/approve',
		'GET /tasks/1',
	]);
	expect(other.requests).toEqual([]);
});

it.each([
	['HTML', 'text/html', '<html><body>Welcome</body></html>'],
	['JSON that is cut off', 'application/json', '{"task": {"task_id": 1'],
	['a list', 'application/json', '[]'],
	['nothing', 'application/json', ''],
])('200 with %s is an error', async (_name, type, text) => {
	const server = await serve((response) => {
		response.writeHead(200, { 'content-type': type });
		response.end(text);
	});
	const { error, output } = await runAt(server.url, readTask);
	expect(output).toEqual([]);
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: 'The response of the service is not a JSON object',
		description:
			'The service returned status 200 for GET /tasks/{task_id}. Check that the Base URL in the credential is the address of the service. This was for task 1.',
		context: { itemIndex: 0 },
	});
});

it('200 with HTML after a write leaves its outcome unknown, and it is not repeated', async () => {
	const server = await serve((response) => {
		response.writeHead(200, { 'content-type': 'text/html' });
		response.end('<html></html>');
	});
	const { error } = await runAt(server.url, approveTask);
	expect(server.requests.map(({ line }) => line)).toEqual([
		'POST /tasks/1/approve',
		'GET /tasks/1',
	]);
	expect(error?.description).toMatch(
		/ The request may have been carried out, and the node did not retry it\. .*Check that the Base URL in the credential is the address of the service\. This was for task 1\.$/,
	);
	const kept = await runNode({
		parameters: approveTask,
		items: itemsOf({ id: 1 }),
		credentials: keyCredential(server.url, key),
		onError: 'continueRegularOutput',
	});
	expect(kept.output[0]?.json.error).toMatchObject({ outcome: 'unknown' });
});

it('a refused connection proves that nothing was sent, and is tried again', async () => {
	const server = await serve((response) => sendJson(response, 200, {}));
	await stopAll();
	for (const parameters of [readTask, approveTask]) {
		const { error } = await runAt(server.url, parameters);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: 'The service could not be reached; nothing was sent',
			description:
				'Connection refused at this address. Check the host and the port of the Base URL in the credential, and that the service is running. In a container, localhost is the container itself. Then use the address of the host. If n8n uses a proxy, check HTTP_PROXY and HTTPS_PROXY, and that the proxy is running. (ECONNREFUSED) This was for task 1.',
			context: { itemIndex: 0 },
		});
	}
});

it('a host that nobody knows is told as such', async () => {
	const { error } = await runAt('http://nobody.invalid', readTask);
	expect(error?.message).toBe('The service could not be reached; nothing was sent');
	expect(error?.description).toMatch(
		/^The host name (is unknown|could not be resolved)\. .*Base URL.*\((ENOTFOUND|EAI_AGAIN)\) This was for task 1\.$/,
	);
});

it('a write whose connection breaks is never repeated, and its outcome is unknown', async () => {
	const server = await serve((response) => response.destroy());
	const { error } = await runAt(server.url, approveTask);
	expect(server.requests.map(({ line, body }) => [line, body])).toEqual([
		['POST /tasks/1/approve', '{"approved":true}'],
		['GET /tasks/1', ''],
	]);
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: 'The connection broke before the service responded',
		description:
			'The request may have been carried out, and the node did not retry it. Get the task and check its current step before you decide again. A second decision may apply to the next step. If this happens each time, check http:// or https:// in the Base URL of the credential, and the TLS settings and client certificates of the service. (ECONNRESET) This was for task 1.',
		context: { itemIndex: 0 },
	});
});

it.each(['EHOSTUNREACH', 'ENETUNREACH'])(
	'a write whose connection is lost of %s is never repeated, and its outcome is unknown',
	async (code) => {
		let socket: Socket | undefined;
		const connected = (message: unknown) => {
			socket = (message as { readonly socket: Socket }).socket;
		};
		diagnostics.subscribe('net.client.socket', connected);
		// What the operating system says of a connection when there is no way to the host any more.
		const lost = Object.assign(new Error(`read ${code}`), { code, syscall: 'read' });
		const server = await serve(() => socket?.destroy(lost));
		const { error } = await runAt(server.url, approveTask).finally(() =>
			diagnostics.unsubscribe('net.client.socket', connected),
		);
		const lines = server.requests.map(({ line }) => line);
		expect(lines.filter((line) => line === 'POST /tasks/1/approve')).toHaveLength(1);
		expect(error?.message).toBe('The connection broke before the service responded');
		expect(error?.description).toContain('The request may have been carried out');
	},
);

it('a read whose connection always breaks says that it can be repeated', async () => {
	const server = await serve((response) => response.destroy());
	const { error } = await runAt(server.url, readTask);
	expect(error?.description).toMatch(
		/^You can safely run the node again\. .*\(ECONNRESET\) This was for task 1\.$/,
	);
	expect(server.requests).toHaveLength(4);
});

it.each(['api.service.example', '', 'ftp://127.0.0.1/x', 'http://'])(
	'a Base URL that is no web address is named, and nothing counts as sent: %j',
	async (baseUrl) => {
		const { error } = await runAt(baseUrl, approveTask);
		expect(`${error?.message} ${error?.description}`).toContain('Base URL');
		expect(`${error?.message} ${error?.description}`).not.toContain('may have been carried out');
	},
);

it('a long detail is cut, and an unknown status or body still makes a clear error', async () => {
	const server = await serve((response, _request, index) =>
		index === 0
			? sendJson(response, 409, { detail: 'x'.repeat(10_000) })
			: sendJson(response, 418, 'tea'),
	);
	const long = await runAt(server.url, approveTask);
	expect(long.error?.description?.length).toBeLessThan(2_500);
	const odd = await runAt(server.url, readTask);
	expect(odd.error).toMatchObject({
		message: 'The service returned status 418',
		description:
			'Check the Base URL in the credential, and that the service is running. This was for task 1.',
		httpCode: '418',
	});
});

const page = (status: number) => async () =>
	await serve((response) => {
		response.writeHead(status, { 'content-type': 'text/html' });
		response.end('<h1>Not here</h1>');
	});
const detail = (status: number, text: string) => async () =>
	await serve((response) => sendJson(response, status, { detail: text }));

it.each([
	['task.getMany', {}],
	['task.getManyByExternalSourceId', { externalSourceId: 'crm-1' }],
	['document.search', {}],
	['documentType.getMany', {}],
	['orgField.getMany', {}],
	['group.create', { name: 'New' }],
])(
	'404 of %s, which has none: its path is not known, so the Base URL is wrong',
	async (operation, given) => {
		for (const serving of [page(404), detail(404, 'Not Found')]) {
			const { url } = await serving();
			const { error } = await runAt(url, parametersOf(operation, given));
			expect(error?.message).toBe('The API of the service was not found at this address');
			expect(error?.description).toContain('Check the Base URL in the credential');
			expect(error?.description).not.toContain('exists');
		}
	},
);

it('404 of one thing names the thing, and the Base URL only where it is not in the words of the service', async () => {
	const own = await detail(404, 'Task not found')();
	const { error } = await runAt(own.url, readTask);
	expect(error?.message).toBe('Task 1 was not found');
	expect(error?.description).toContain('Check the ID');
	expect(error?.description).not.toContain('Base URL');
	const other = await page(404)();
	const foreign = await runAt(other.url, readTask);
	expect(foreign.error?.description).toMatch(
		/^Check the ID, .* does not look like one of the service\. Check the Base URL/,
	);
});

it('413 speaks of size, and nothing was changed', async () => {
	const { url } = await page(413)();
	const { error } = await runAt(
		url,
		parametersOf('task.comment', { taskId: byId('1'), comment: 'a' }),
	);
	expect(error?.message).toContain('larger than the service or a gateway');
	expect(error?.description).toContain('Send smaller files');
});

it('403 of a proxy on the way is not laid to the credential alone', async () => {
	const { url } = await page(403)();
	const { error } = await runAt(url, listTasks);
	expect(error?.description).toMatch(
		/does not look like one of the service\. .*any proxy in between\.$/,
	);
});
