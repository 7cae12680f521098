import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { ServerOptions } from '../support/answeringServer';
import { nowhere, sendJson, serverPool } from '../support/answeringServer';
import { certificate, key } from '../support/certificates';
import type { ForwardProxy, ProxyOptions } from '../support/forwardProxy';
import { startProxy } from '../support/forwardProxy';
import { readFile, runNode, storeFile } from '../support/n8nCore';
import { task } from '../support/operations.table';
import { byId, keyCredential, parametersOf } from '../support/stage';
import { useFastTime } from './fastTime';

/* Requests of the node in an n8n that is told of a proxy. Only the proxy knows `service.example`. */

const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];
const variables = [...names, ...names.map((name) => name.toLowerCase())];
const before = Object.fromEntries(variables.map((name) => [name, process.env[name]]));
const trusted = getCACertificates('default');
const secure = { cert: certificate, key };

/** More than one packet. */
const bytes = Buffer.alloc(300_000, 'contract ');

useFastTime();

const server = serverPool();
/** A service that has one task, takes files for it, and gives one behind a link to `linkHost`. */
const serve = async (secure?: ServerOptions['secure'], linkHost?: string) => {
	const service = await server(
		(response, { line, headers }) => {
			const host = linkHost ? `${linkHost}:${service.port}` : headers.host;
			const download_url = `http${secure ? 's' : ''}://${host}/file`;
			const link = { download_url, file_name: 'a.txt', expires_at: null };
			if (line === 'GET /file') response.end(bytes);
			else sendJson(response, 200, { task, attachment_ids: [7], ...link });
		},
		{ secure },
	);
	return { ...service, lines: () => service.requests.map(({ line }) => line) };
};

const started: ForwardProxy[] = [];
/** A proxy that n8n is told of, by an address that may hold a login. */
const serveProxy = async (options: ProxyOptions = {}, login = '') => {
	const proxy = await startProxy(options);
	started.push(proxy);
	process.env.HTTP_PROXY = process.env.HTTPS_PROXY = `http://${login}127.0.0.1:${proxy.port}`;
	return proxy;
};

beforeAll(() => setDefaultCACertificates([...trusted, certificate]));
beforeEach(() => {
	for (const name of variables) delete process.env[name];
});
afterEach(async () => {
	for (const proxy of started.splice(0)) await proxy.stop();
});
afterAll(() => {
	setDefaultCACertificates(trusted);
	for (const name of variables) {
		if (before[name] === undefined) delete process.env[name];
		else process.env[name] = before[name];
	}
});

const onTask = (operation: string, more: INodeParameters = {}) =>
	parametersOf(`task.${operation}`, { taskId: byId('1'), ...more });
const download = onTask('getStepDocument', { stepId: byId('draft'), download: true });
const upload = onTask('addAttachments', { binaryPropertyNames: 'data' });
const apiKey = 'prefix_dGhlLWtleQ';

const runAt = async (baseUrl: string, parameters: INodeParameters) => {
	const file = await storeFile(Buffer.alloc(3_000_000, 'x'), 'large.txt', 'text/plain');
	return await runNode({
		parameters,
		credentials: keyCredential(baseUrl, apiKey),
		items: [{ json: {}, binary: { data: file } }],
	});
};

describe.each([
	['http', undefined, 'GET http://service.example:PORT/tasks/1'],
	['https', secure, 'CONNECT service.example:PORT'],
])('%s through a proxy', (scheme, options, line) => {
	it('a request, a file that goes out, and one that comes in', async () => {
		const service = await serve(options);
		const proxy = await serveProxy();
		const baseUrl = `${scheme}://service.example:${service.port}`;
		const { output } = await runAt(baseUrl, onTask('get'));
		expect(output[0]?.json.task_id).toBe(1);
		expect(proxy.lines).toEqual([line.replace('PORT', String(service.port))]);
		expect((await runAt(baseUrl, upload)).error).toBeUndefined();
		expect(service.requests.at(-1)?.body.length).toBeGreaterThan(4_000_000);
		const [file] = (await runAt(baseUrl, download)).output;
		const stored = file?.binary?.data && (await readFile(file.binary.data));
		expect(stored?.equals(bytes)).toBe(true);
		expect(proxy.lines).toHaveLength(4);
	});

	it('with a login in its address, which is stored nowhere', async () => {
		const service = await serve(options);
		await serveProxy({ login: 'me:pass-of-the-proxy' }, 'me:pass-of-the-proxy@');
		const baseUrl = `${scheme}://service.example:${service.port}`;
		const { error, saved } = await runAt(baseUrl, onTask('get'));
		expect(error).toBeUndefined();
		expect(saved).not.toContain('pass-of-the-proxy');
	});

	it('that asks for a login that n8n does not have: nothing happened, and the proxy is named', async () => {
		const service = await serve(options);
		await serveProxy({ login: 'me:pass' });
		for (const operation of ['get', 'approve']) {
			const { error } = await runAt(
				`${scheme}://service.example:${service.port}`,
				onTask(operation),
			);
			expect(error?.message).toMatch(
				/^The proxy of n8n requires a login; nothing was sent to the service/,
			);
			expect(error?.description).toContain('HTTPS_PROXY');
		}
		expect(service.lines()).toEqual([]);
	});
});

describe('a proxy that does not pass a request on', () => {
	it.each([
		[
			403,
			'The service denied access',
			/does not look like one of the service\. .*any proxy in between/,
		],
		[502, 'The service returned status 502', /If n8n uses a proxy, check the proxy as well/],
	])('but answers with %d: the error names it', async (refusesWith, message, advice) => {
		const service = await serve(secure);
		await serveProxy({ refusesWith });
		for (const scheme of ['http', 'https']) {
			const { error } = await runAt(`${scheme}://service.example:${service.port}`, onTask('get'));
			expect(error?.message).toBe(message);
			expect(error?.description).toMatch(advice);
		}
		expect(service.lines()).toEqual([]);
	});

	it('because it is not there: nothing was sent, and the error says to check it', async () => {
		for (const place of [nowhere.host, 'no.such.host.invalid:3128']) {
			process.env.HTTP_PROXY = process.env.HTTPS_PROXY = `http://${place}`;
			for (const scheme of ['http', 'https']) {
				const { error } = await runAt(`${scheme}://service.example`, onTask('approve'));
				expect(error?.message).toBe('The service could not be reached; nothing was sent');
				expect(error?.description).toContain('HTTPS_PROXY');
			}
		}
	});
});

it('a proxy that asks for a login is told as such of a link, too, and no other link is asked for', async () => {
	const service = await serve(undefined, 'files.example');
	const proxy = await serveProxy({ login: 'me:pass' });
	process.env.NO_PROXY = '127.0.0.1';
	const { error } = await runAt(`http://127.0.0.1:${service.port}`, download);
	expect(error?.message).toBe(
		'The file a.txt could not be downloaded: the proxy of n8n requires a login',
	);
	expect(error?.description).toContain('HTTP_PROXY');
	expect(proxy.lines).toEqual([`GET http://files.example:${service.port}/file`]);
	expect(service.lines()).toHaveLength(1);
});
