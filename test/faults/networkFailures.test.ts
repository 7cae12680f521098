import diagnostics from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { operationNamed } from '../support/operations.table';
import { keyCredential, parametersOf } from '../support/stage';
import { useFastTime } from './fastTime';

// The node waits before it repeats a request.
useFastTime();

const serve = serverPool();

const runAt = async (url: string, operation: string) => {
	const { given } = operationNamed(operation);
	const parameters = parametersOf(operation, given);
	return await runNode({ parameters, credentials: keyCredential(url, 'key_1') });
};
const read = 'task.get';
const write = 'task.approve';

type Respond = (response: ServerResponse) => void;
const detail =
	(status: number, text: string): Respond =>
	(response) =>
		sendJson(response, status, { detail: text });
const page =
	(status: number, text = '<h1>Not here</h1>', type = 'text/html'): Respond =>
	(response) => {
		response.writeHead(status, { 'content-type': type });
		response.end(text);
	};
const cut: Respond = (response) => response.destroy();
const redirect: Respond = (response) =>
	sendJson(response, 302, {}, { location: 'http://127.0.0.1:9/tasks/1' });

const unknown =
	'The request may have been carried out, and the node did not retry it. Get the task and check its current step before you decide again. A second decision may apply to the next step.';
const noObject = 'The response of the service is not a JSON object';
const notFollowed =
	'The service redirected the request. The node does not follow redirects, to keep the credential on its host. Check the Base URL in the credential.';
const noService =
	'The service returned status 200 for GET /tasks/{task_id}. Check that the Base URL in the credential is the address of the service. This was for task 1.';
const onlyHttps =
	'If this happens each time, check http:// or https:// in the Base URL of the credential, and the TLS settings and client certificates of the service. (ECONNRESET) This was for task 1.';
const broke = 'The connection broke before the service responded';

/** What is answered to a read or a write, the error, and how often it is sent. */
it.each<
	readonly [
		string,
		Respond,
		string,
		message: string,
		description: string | RegExp,
		times: number | 'for a minute',
	]
>([
	[
		'500',
		detail(500, 'Failed'),
		'task.getMany',
		'The service returned status 500',
		'The service says: Failed. The service failed. Try again later.',
		4,
	],
	[
		'500',
		detail(500, 'Failed'),
		write,
		'Outcome unknown: the service returned status 500',
		`The service says: Failed. ${unknown} This was for task 1.`,
		1,
	],
	[
		'a redirect',
		redirect,
		read,
		'The service returned status 302',
		`${notFollowed} This was for task 1.`,
		1,
	],
	[
		'a redirect',
		redirect,
		write,
		'Outcome unknown: the service returned status 302',
		`${unknown} ${notFollowed} This was for task 1.`,
		1,
	],
	['HTML', page(200), read, noObject, noService, 1],
	['half a JSON', page(200, '{"task": {"', 'application/json'), read, noObject, noService, 4],
	['nothing', page(200, '', 'application/json'), read, noObject, noService, 4],
	[
		'HTML',
		page(200),
		write,
		noObject,
		/may have been carried out, and the node did not retry it\. .*is the address of the service\./,
		1,
	],
	['a cut', cut, write, broke, `${unknown} ${onlyHttps}`, 1],
	['a cut', cut, read, broke, `You can safely run the node again. ${onlyHttps}`, 'for a minute'],
	[
		'an unknown status',
		(response) => sendJson(response, 418, 'tea'),
		read,
		'The service returned status 418',
		'Check the Base URL in the credential, and that the service is running. This was for task 1.',
		1,
	],
	['a long detail', detail(409, 'x'.repeat(10_000)), write, 'Task 1', /^.{0,2500}$/, 1],
	['another 404', page(404), read, 'Task 1 was not found', /look like one of the service/, 1],
	[
		'413',
		page(413),
		'task.comment',
		'larger than the service or a gateway',
		/Send smaller files/,
		1,
	],
])('%s', async (_what, respond, operation, message, description, times) => {
	const server = await serve(respond);
	const { error, output } = await runAt(server.url, operation);
	expect(output).toEqual([]);
	expect(error).toMatchObject({
		message: expect.stringContaining(message),
		description: typeof description === 'string' ? description : expect.stringMatching(description),
		context: { itemIndex: 0 },
	});
	const [first, ...others] = server.requests.map(({ line }) => line);
	const same = others.filter((line) => line === first);
	if (times === 'for a minute') expect(same.length).toBeGreaterThan(4);
	else expect(same).toHaveLength(times - 1);
	// After a write of unknown outcome, the task is looked at.
	for (const line of others) if (line !== first) expect(line).toBe('GET /tasks/1');
});

describe('nothing was sent', () => {
	it.each([
		[write, 'http://127.0.0.1:9', /^Connection refused at this address\. .*\(ECONNREFUSED\) This/],
		[
			read,
			'http://nobody.invalid',
			/^n8n looked for the host nobody\.invalid\. The host name .*Base URL.*\((ENOTFOUND|EAI_AGAIN)\) This/,
		],
	])('%s at %s', async (operation, url, description) => {
		const { error } = await runAt(url, operation);
		expect(error?.message).toBe('The service could not be reached; nothing was sent');
		expect(error?.description).toMatch(description);
	});
});

it('a write that loses its way to the host after it began is not repeated', async () => {
	let socket: Socket | undefined;
	const connected = (message: unknown) => {
		socket = (message as { readonly socket: Socket }).socket;
	};
	diagnostics.subscribe('net.client.socket', connected);
	// What the operating system says of a connection when there is no way to the host any more.
	const code = 'EHOSTUNREACH';
	const lost = Object.assign(new Error(`read ${code}`), { code, syscall: 'read' });
	const server = await serve(() => socket?.destroy(lost));
	const { error } = await runAt(server.url, write).finally(() =>
		diagnostics.unsubscribe('net.client.socket', connected),
	);
	const lines = server.requests.map(({ line }) => line);
	expect(lines.filter((line) => line === 'POST /tasks/1/approve')).toHaveLength(1);
	expect(error?.description).toContain('The request may have been carried out');
});

it('404 of an operation that has none is laid to the Base URL', async () => {
	for (const respond of [page(404), detail(404, 'Not Found')]) {
		const { url } = await serve(respond);
		const { error } = await runAt(url, 'task.getMany');
		expect(error?.message).toBe('The API of the service was not found at this address');
		expect(error?.description).toContain('Check the Base URL in the credential');
	}
});
