import { once } from 'node:events';
import type { ServerOptions } from 'node:https';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { useFastTime } from '../faults/fastTime';
import { sendJson } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { authority, early, expired, ofAuthority, ofOtherHost } from '../support/privateAuthority';
import { certificate, key } from '../support/selfSigned';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

// The node waits before it repeats a request.
useFastTime();

const servers: Server[] = [];
const trusted = getCACertificates('default');

const portOf = async (server: Server): Promise<number> => {
	servers.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
};

/** A service behind TLS that decides each task; gives its port and what it was asked. */
const serveSecure = async (options: ServerOptions) => {
	const lines: string[] = [];
	const server = createSecureServer({ key, ...options }, (request, response) => {
		lines.push(`${request.method} ${request.url}`);
		sendJson(response, 200, { task_id: 1, approved: true });
	});
	return { port: await portOf(server), lines };
};

/** A port that does as it is told with each connection. */
const serveBytes = async (taken: (socket: Socket) => void): Promise<number> =>
	await portOf(
		createServer((socket) => {
			socket.on('error', () => undefined);
			taken(socket);
		}),
	);

afterEach(() => {
	setDefaultCACertificates(trusted);
	for (const server of servers.splice(0)) server.close();
});

const runAt = async (baseUrl: string, operation = 'task.approve') => {
	const { error, output } = await runNode({
		parameters: parametersOf(operation, { taskId: byId('1') }),
		credentials: keyCredential(baseUrl, 'key_1'),
	});
	return { message: error?.message, description: error?.description ?? '', output };
};

/** How a run comes out that goes on after errors. */
const outcomeAt = async (baseUrl: string) => {
	const { output } = await runNode({
		parameters: parametersOf('task.approve', { taskId: byId('={{ $json.id }}') }),
		items: itemsOf({ id: 1 }),
		credentials: keyCredential(baseUrl, 'key_1'),
		onError: 'continueRegularOutput',
	});
	return (output[0]?.json.error as { outcome?: string } | undefined)?.outcome;
};

describe('a certificate of an authority that n8n does not know', () => {
	it.each([
		['signed by itself', certificate, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
		['with its authority', ofAuthority + authority, 'SELF_SIGNED_CERT_IN_CHAIN'],
	])('%s: the error names the setting that makes n8n trust it', async (_name, cert, code) => {
		const { port, lines } = await serveSecure({ cert });
		const { message, description } = await runAt(`https://127.0.0.1:${port}`);
		expect(message).toBe('n8n does not trust the certificate of the service; nothing was sent');
		expect(description).toContain('NODE_EXTRA_CA_CERTS');
		expect(description.endsWith(`(${code}) This was for task 1.`)).toBe(true);
		expect(description).not.toContain('Base URL');
		expect(lines).toEqual([]);
	});

	it('is taken once n8n knows the authority', async () => {
		setDefaultCACertificates([...trusted, authority]);
		const { port } = await serveSecure({ cert: ofAuthority });
		const { output } = await runAt(`https://127.0.0.1:${port}`);
		expect(output[0]?.json).toMatchObject({ approved: true });
	});
});

describe('a certificate of a known authority that does not hold', () => {
	beforeEach(() => setDefaultCACertificates([...trusted, authority]));

	it.each([
		['expired', expired, 'The certificate of the service has expired', /renew it.*clock/],
		['of the future', early, 'The certificate of the service is not valid yet', /Check the clock/],
		[
			'for another host',
			ofOtherHost,
			'The certificate of the service is for a different address',
			/host name of the Base URL/,
		],
	])('%s: no new authority is asked for', async (_name, cert, title, advice) => {
		const { port, lines } = await serveSecure({ cert });
		const { message, description } = await runAt(`https://127.0.0.1:${port}`);
		expect(message).toBe(`${title}; nothing was sent`);
		expect(description).toMatch(advice);
		expect(description).not.toContain('NODE_EXTRA_CA_CERTS');
		expect(lines).toEqual([]);
	});
});

describe('https:// before a port that takes http only', () => {
	it.each([
		['answers in clear', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
		['ends the connection', (socket: Socket) => socket.end()],
	])('that %s: the decision did not arrive, and the Base URL is named', async (_name, taken) => {
		const port = await serveBytes(taken);
		const baseUrl = `https://127.0.0.1:${port}`;
		const { message, description } = await runAt(baseUrl);
		expect(message).toBe('Could not establish a secure connection; nothing was sent');
		expect(description).toContain(
			'Check the Base URL in the credential. It starts with https://, but the server may accept only http://.',
		);
		expect(await outcomeAt(baseUrl)).toBe('failed');
	});
});

const plainAdvice =
	'check http:// or https:// in the Base URL of the credential, and the TLS settings and client certificates of the service.';

describe('http:// before a port that takes https only', () => {
	it('that ends the connection', async () => {
		const { port, lines } = await serveSecure({ cert: certificate });
		const read = await runAt(`http://127.0.0.1:${port}`, 'task.get');
		expect(read.message).toBe('The connection broke before the service responded');
		expect(read.description).toBe(
			`You can safely run the node again. If this happens each time, ${plainAdvice} (ECONNRESET) This was for task 1.`,
		);
		const decision = await runAt(`http://127.0.0.1:${port}`);
		expect(decision.description).toContain(
			'The request may have been carried out, and the node did not retry it.',
		);
		expect(decision.description).toContain(plainAdvice);
		expect(lines).toEqual([]);
	});

	it('that answers in the form of TLS', async () => {
		const alert = Buffer.from([0x15, 3, 1, 0, 2, 2, 70]);
		const port = await serveBytes((socket) => socket.once('data', () => socket.end(alert)));
		const { description } = await runAt(`http://127.0.0.1:${port}`, 'task.get');
		expect(description).toContain(plainAdvice);
		expect(description).toContain('(HPE_INVALID_CONSTANT)');
	});
});

it('a service that asks for a certificate of the caller is told as such', async () => {
	setDefaultCACertificates([...trusted, authority]);
	const { port, lines } = await serveSecure({
		cert: ofAuthority,
		ca: authority,
		requestCert: true,
		rejectUnauthorized: true,
	});
	const { message, description } = await runAt(`https://127.0.0.1:${port}`, 'task.get');
	expect(message).toBe('The connection broke before the service responded');
	expect(description).toMatch(
		/client certificates of the service\. \(ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED\) This was for task 1\.$/,
	);
	expect(lines).toEqual([]);
});
