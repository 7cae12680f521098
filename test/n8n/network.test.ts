import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { testCredential } from '../../tools/scripts/n8n/credentials';
import { itemsOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { FilingOptions, FilingService } from '../support/filingService';
import { filedBytes, startFilingService } from '../support/filingService';
import type { ForwardProxy } from '../support/forwardProxy';
import { startProxy } from '../support/forwardProxy';
import { authority, ofAuthority, ofOtherHost } from '../support/privateAuthority';
import { key } from '../support/selfSigned';
import { keyFor } from './keyedNode';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { contractWorkflow, plain, saveWorkflow, then } from './stack';

/*
 * An n8n that is told of a proxy and of an own authority by its environment, as who runs it does.
 * Only the proxy knows `service.example`. NO_PROXY is as `npm start` sets it: what is on this machine.
 */

const login = 'n8n:of-the-proxy';
const apiKey = 'prefix_dGhlLWtleQ';
let host: OwnN8n;
let n8n: N8n;
let proxy: ForwardProxy;
const services: FilingService[] = [];

beforeAll(async () => {
	proxy = await startProxy({ login });
	const address = `http://${login}@127.0.0.1:${proxy.port}`;
	const env = (folder: string) => ({
		HTTP_PROXY: address,
		HTTPS_PROXY: address,
		NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
	});
	host = await ownN8n({ env });
	await writeFile(join(host.folder, 'authority.pem'), authority);
	n8n = await host.start();
});
afterEach(async () => {
	for (const service of services.splice(0)) await service.stop();
});
afterAll(async () => {
	await host?.remove();
	await proxy?.stop();
});

const serve = async (options: FilingOptions): Promise<FilingService> => {
	const service = await startFilingService(options);
	services.push(service);
	return service;
};

const ofTask = (operation: string, more: INodeParameters = {}): INodeParameters => ({
	resource: 'task',
	operation,
	taskId: { __rl: true, mode: 'id', value: '1' },
	...more,
});
const uploadedBytes = 2_000_000;

/** Gets a task, sends a file and fetches one, in one workflow. */
const runAt = async (baseUrl: string) => {
	const credential = await keyFor(n8n, baseUrl, apiKey);
	const nodes = [
		plain('Start', 'manualTrigger', 1, {}),
		contractWorkflow('Get', ofTask('get'), credential),
		plain('Text', 'set', 3.4, {
			mode: 'raw',
			jsonOutput: `={{ { text: 'x'.repeat(${uploadedBytes}) } }}`,
		}),
		plain('File', 'convertToFile', 1.1, { operation: 'toText', sourceProperty: 'text' }),
		contractWorkflow('Send', ofTask('addAttachments', { binaryPropertyNames: 'data' }), credential),
		contractWorkflow(
			'Fetch',
			ofTask('getStepDocument', {
				stepId: { __rl: true, mode: 'id', value: 'draft' },
				download: true,
			}),
			credential,
		),
	];
	const names = nodes.map(({ name }) => name);
	const connections = Object.fromEntries(
		names.slice(1).map((name, index) => [names[index] ?? '', then(name)]),
	);
	const id = await saveWorkflow(n8n, nodes, connections);
	const data = { baseUrl, apiKey };
	const tested = await testCredential(n8n, { ...credential, data });
	return { tested, execution: await runWorkflow(n8n, id, 'Start') };
};

const lines = (path = '') => [
	`GET ${path}/users/org-info`,
	`GET ${path}/tasks/1`,
	`POST ${path}/tasks/1/attachments`,
	`GET ${path}/tasks/1/steps/draft/document`,
	'GET /file',
];

/** How large a file is; n8n 1 has it in memory, and does not tell. */
const sizeOf = (file: IBinaryData | undefined): number =>
	Number(file?.bytes ?? Buffer.from(file?.data ?? '', 'base64').length);

/** All came through, to the last byte. */
const expectAll = async (baseUrl: string, service: FilingService, path?: string) => {
	const { tested, execution } = await runAt(baseUrl);
	expect(execution.error).toBeUndefined();
	expect(tested.status).toBe('OK');
	const [file] = itemsOf(execution, 'Fetch');
	expect(sizeOf(file?.binary?.data)).toBe(filedBytes.length);
	expect(service.lines).toEqual(lines(path));
	expect(service.received[0]).toBeGreaterThan((uploadedBytes * 4) / 3);
};

describe('through the proxy, with its login', () => {
	it.each([
		['http', undefined],
		['https, with a certificate of the own authority', { cert: ofOtherHost, key }],
	])('%s', async (name, secure) => {
		const service = await serve({ secure });
		const before = proxy.lines.length;
		await expectAll(`${name.split(',')[0]}://service.example:${service.port}`, service);
		const passed = proxy.lines.slice(before);
		expect(passed).toHaveLength(lines().length);
		expect(passed.every((line) => line.includes(`service.example:${service.port}`))).toBe(true);
	});
});

describe('past the proxy, as NO_PROXY has it', () => {
	it.each([
		['a port, a path and slashes', {}, 'http://127.0.0.1:PORT/api/v1//', '/api/v1'],
		[
			'a certificate of the own authority',
			{ secure: { cert: ofAuthority, key } },
			'https://127.0.0.1:PORT',
			'',
		],
	])('a Base URL with %s', async (_name, options, baseUrl, path) => {
		const service = await serve({ ...options, path });
		const before = proxy.lines.length;
		await expectAll(baseUrl.replace('PORT', String(service.port)), service, path);
		expect(proxy.lines).toHaveLength(before);
	});
});
