import { once } from 'node:events';
import type { ServerOptions } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import { certificate, early, expired, key } from '../support/certificates';
import { runNode } from '../support/n8nCore';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';
import { useFastTime } from './fastTime';

// The node waits before it repeats a request.
useFastTime();

const servers: Server[] = [];
const trusted = getCACertificates('default');

const serve = serverPool();
/** A service behind TLS that decides each task. */
const serveSecure = async (cert: string, options: ServerOptions = {}) =>
	await serve((response) => sendJson(response, 200, { task_id: 1, approved: true }), {
		secure: { key, cert, ...options },
	});

/** A port that does as it is told with each connection. */
const serveBytes = async (taken: (socket: Socket) => void): Promise<number> => {
	const server = createServer((socket) => {
		socket.on('error', () => undefined);
		taken(socket);
	}).listen(0, '127.0.0.1');
	servers.push(server);
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
};

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
	it('is refused, and the error names the setting that makes n8n trust it', async () => {
		const { url, requests } = await serveSecure(certificate);
		const { message, description } = await runAt(url);
		expect(message).toBe('n8n does not trust the certificate of the service; nothing was sent');
		expect(description).toContain('NODE_EXTRA_CA_CERTS');
		expect(description).toMatch(/\(DEPTH_ZERO_SELF_SIGNED_CERT\) This was for task 1\.$/);
		expect(description).not.toContain('Base URL');
		expect(requests).toEqual([]);
	});
});

describe('a certificate of a known authority that does not hold', () => {
	it.each([
		['has expired', expired, '127.0.0.1', /renew it.*clock/],
		['is not valid yet', early, '127.0.0.1', /Check the clock/],
		['is for a different address', certificate, 'localhost', /host name of the Base URL/],
	])('%s: no new authority is asked for', async (fault, cert, host, advice) => {
		setDefaultCACertificates([...trusted, cert]);
		const { port, requests } = await serveSecure(cert);
		const { message, description } = await runAt(`https://${host}:${port}`);
		expect(message).toBe(`The certificate of the service ${fault}; nothing was sent`);
		expect(description).toMatch(advice);
		expect(description).not.toContain('NODE_EXTRA_CA_CERTS');
		expect(requests).toEqual([]);
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
		const { port, requests } = await serveSecure(certificate);
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
		expect(requests).toEqual([]);
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
	setDefaultCACertificates([...trusted, certificate]);
	const { url, requests } = await serveSecure(certificate, { requestCert: true });
	const { message, description } = await runAt(url, 'task.get');
	expect(message).toBe('The connection broke before the service responded');
	expect(description).toMatch(
		/client certificates of the service\. \(ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED\) This was for task 1\.$/,
	);
	expect(requests).toEqual([]);
});
