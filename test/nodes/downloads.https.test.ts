import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { certificate, key } from '../support/selfSigned';
import { byId, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
const trusted = getCACertificates('default');
const service = createServer({ cert: certificate, key });
let link = '';
/** Where the address that leads on leads to. */
let target = '';
const leads = 'leads';
const holds = 'holds';

beforeAll(async () => {
	setDefaultCACertificates([...trusted, certificate]);
	service.on('request', ({ url }, response) => {
		if (url === `/${leads}`) response.writeHead(302, { location: target }).end();
		else if (url === `/${holds}`) response.end('bytes');
		else {
			sendJson(response, 200, {
				download_url: link,
				file_name: 'a.pdf',
				expires_at: '2099-01-31T09:00:00Z',
			});
		}
	});
	service.listen(0, '127.0.0.1');
	await once(service, 'listening');
});
afterEach(stopAll);
afterAll(async () => {
	setDefaultCACertificates(trusted);
	service.closeAllConnections();
	service.close();
	await once(service, 'close');
});

const addressOf = (server: typeof service): string =>
	`https://127.0.0.1:${(server.address() as AddressInfo).port}`;

const download = async (baseUrl: string) =>
	await runNode({
		parameters: parametersOf('task.getStepDocument', {
			taskId: byId('1'),
			stepId: byId('draft'),
			download: true,
		}),
		credentials: keyCredential(baseUrl, 'key_1'),
	});

it('a service that is reached by https has no file fetched by http', async () => {
	const store = await serve((response) => response.end('not asked for'));
	link = `${store.url}/f?signature=c2lnbmF0dXJl`;
	const { output, error, saved } = await download(addressOf(service));
	expect(output).toEqual([]);
	expect(error?.message).toBe(
		'The file a.pdf could not be downloaded: the link uses http: instead of https:',
	);
	expect(saved).not.toContain('c2lnbmF0dXJl');
	expect(store.requests).toEqual([]);
});

it('a link by https is never followed to http, also where the service itself is reached by http', async () => {
	const store = await serve((response) => response.end('not asked for'));
	const plain = await serve((response) =>
		sendJson(response, 200, { download_url: link, file_name: 'a.pdf', expires_at: null }),
	);
	link = `${addressOf(service)}/${leads}`;
	target = `${store.url}/f`;
	for (const baseUrl of [addressOf(service), plain.url]) {
		const { output, error } = await download(baseUrl);
		expect(output).toEqual([]);
		expect(error?.message).toBe(
			'The file a.pdf could not be downloaded: the redirect target uses http: instead of https:',
		);
	}
	expect(store.requests).toEqual([]);
});

it('a link by https is followed to https', async () => {
	link = `${addressOf(service)}/${leads}`;
	target = `/${holds}`;
	const { output, error } = await download(addressOf(service));
	expect(error).toBeUndefined();
	expect(output[0]?.binary?.data?.bytes).toBe(5);
});
