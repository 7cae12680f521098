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

beforeAll(async () => {
	setDefaultCACertificates([...trusted, certificate]);
	service.on('request', (_request, response) =>
		sendJson(response, 200, {
			download_url: link,
			file_name: 'a.pdf',
			expires_at: '2099-01-31T09:00:00Z',
		}),
	);
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

it('a service that is reached by https has no file fetched by http', async () => {
	const store = await serve((response) => response.end('not asked for'));
	link = `${store.url}/f?signature=c2lnbmF0dXJl`;
	const { output, error, saved } = await runNode({
		parameters: parametersOf('task.getStepDocument', {
			taskId: byId('1'),
			stepId: byId('draft'),
			download: true,
		}),
		credentials: keyCredential(
			`https://127.0.0.1:${(service.address() as AddressInfo).port}`,
			'key_1',
		),
	});
	expect(output).toEqual([]);
	expect(error?.message).toBe(
		'The file a.pdf could not be downloaded: its link uses http: instead of https:',
	);
	expect(saved).not.toContain('c2lnbmF0dXJl');
	expect(store.requests).toEqual([]);
});
