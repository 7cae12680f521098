import { afterEach, describe, expect, it } from '@jest/globals';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import type { FaultServer } from './faultServer';
import { faultServers, json, text } from './faultServer';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

const past = '2001-01-01T00:00:00.000Z';
const future = '2999-01-01T00:00:00.000Z';

const names = [
	'../../x.pdf',
	'..\\..\\x.pdf',
	'C:\\x.pdf',
	'/etc/passwd',
	'a\u0000b.pdf',
	'a\r\nb.pdf',
	'..',
	'.',
	'',
	'/',
	`${'x'.repeat(5_000)}.pdf`,
	'Vertrag №1.pdf',
];

const isBaseName = (name: unknown): boolean =>
	typeof name === 'string' &&
	name.length > 0 &&
	name.length <= 255 &&
	name !== '.' &&
	name !== '..' &&
	!/[/\\]|\p{Cc}/u.test(name);

describe('a file name is a base name', () => {
	it.each(names)('of a file that is sent, or nothing is: %#', async (fileName) => {
		const server = await serve(() => ({ atBody: json(200, { attachment_ids: [1] }) }));
		const { error } = await runNode({
			parameters: parametersOf('task.addAttachments', { taskId: byId('1') }),
			credentials: keyCredential(server.url, 'key_1'),
			items: [{ json: {}, binary: { data: { data: 'YQ==', mimeType: 'text/plain', fileName } } }],
		});
		const [request] = server.requests;
		if (!request) {
			expect(error?.description).toMatch(/^Nothing was sent/);
			return;
		}
		const [{ filename }] = JSON.parse(request.body).files;
		expect({ filename, isBaseName: isBaseName(filename) }).toEqual({ filename, isBaseName: true });
	});

	it.each([...names, null, undefined, 5, {}])('of a download: %#', async (file_name) => {
		const store = await serve(() => ({ atBody: text(200, 'application/pdf', 'bytes') }));
		for (const expires_at of [future, null, undefined, 'soon', {}]) {
			const server = await serve(() => ({
				atBody: json(200, { download_url: `${store.url}/f`, file_name, expires_at }),
			}));
			const { output, error } = await download(server);
			expect(error).toBeUndefined();
			expect(server.requests).toHaveLength(1);
			const { fileName, mimeType } = output[0]?.binary?.data ?? {};
			expect({ fileName, isBaseName: isBaseName(fileName) }).toEqual({
				fileName,
				isBaseName: true,
			});
			expect(mimeType).toBe('application/pdf');
		}
	});
});

const download = async (server: FaultServer) =>
	await runNode({
		parameters: parametersOf('task.getStepDocument', {
			taskId: byId('1'),
			stepId: byId('draft'),
			download: true,
		}),
		credentials: keyCredential(server.url, 'key_secret'),
	});

/** A service that gives another link each time, with the expiry of that time. */
const serveLinks = async (store: FaultServer, expiries: readonly string[]) =>
	await serve((index, request) => ({
		atBody: json(200, {
			download_url: `${store.url}/link-${request ? index : 0}?signature=c2ln`,
			file_name: 'a.pdf',
			expires_at: expiries[index] ?? expiries.at(-1),
		}),
	}));

describe('a presigned link', () => {
	it('that has expired is not used, and is fetched anew once', async () => {
		const store = await serve(() => ({ atBody: text(200, 'application/pdf', 'bytes') }));
		const server = await serveLinks(store, [past, future]);
		const { output, error } = await download(server);
		expect(error).toBeUndefined();
		expect(server.requests).toHaveLength(2);
		expect(store.requests.map(({ line }) => line)).toEqual(['GET /link-1?signature=c2ln']);
		expect(output[0]?.binary?.data?.fileName).toBe('a.pdf');
	});

	it('that the store refuses is fetched anew once', async () => {
		const store = await serve((_index, request) => ({
			atBody: request?.line.includes('link-0')
				? text(403, 'application/xml', '<Error>Request has expired</Error>')
				: text(200, 'application/pdf', 'bytes'),
		}));
		const server = await serveLinks(store, [future]);
		const { output, error } = await download(server);
		expect(error).toBeUndefined();
		expect(server.requests).toHaveLength(2);
		expect(store.requests).toHaveLength(2);
		expect(output[0]?.binary?.data).toBeDefined();
	});

	it('that stays refused is an error after the second one, without the query', async () => {
		const store = await serve(() => ({ atBody: text(403, 'text/plain', 'no') }));
		const server = await serveLinks(store, [future]);
		const { output, error, saved } = await download(server);
		expect(output).toEqual([]);
		expect(error?.message).toContain('a.pdf');
		expect(server.requests).toHaveLength(2);
		expect(store.requests).toHaveLength(2);
		expect(saved).not.toContain('c2ln');
	});
});
