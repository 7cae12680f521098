import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../../support/answeringServer';
import { certificate, key } from '../../support/certificates';
import { runNode } from '../../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../../support/stage';

const serve = serverPool();

const signature = 'c2lnbmF0dXJl';

const notHttps = 'the link is missing, or not an https address';

const documentOf = (link: unknown, file_name = 'a.pdf') => ({
	download_url: link,
	file_name,
	expires_at: '2099-01-31T09:00:00Z',
});

/** Runs Get Step Document at a service, and downloads. */
const downloadAt = async (baseUrl: string) =>
	await runNode({
		parameters: parametersOf('task.getStepDocument', {
			taskId: byId('1'),
			stepId: byId('draft'),
			download: true,
		}),
		credentials: keyCredential(baseUrl, 'key_1'),
	});

/** Downloads at a service that gives this link. */
const download = async (link: unknown, name?: string) => {
	const service = await serve((response) => sendJson(response, 200, documentOf(link, name)));
	return await downloadAt(service.url);
};

it.each([
	['NDA 12.05.2026', 'application/pdf', 'NDA 12.05.2026.pdf', 'application/pdf', 'pdf'],
	['Is it signed?.pdf', 'application/octet-stream', 'Is it signed?.pdf', 'application/pdf', 'pdf'],
	['a.tiff', 'binary/octet-stream', 'a.tiff', 'image/tiff', 'tiff'],
	['offer.asice', 'application/octet-stream', 'offer.asice', 'application/octet-stream', 'asice'],
	['offer.asice', 'text/plain', 'offer.asice', 'application/octet-stream', 'asice'],
	['offer.asice', 'application/x-asic', 'offer.asice', 'application/x-asic', 'asice'],
	['offer', 'application/octet-stream', 'offer', 'application/octet-stream', ''],
	['notes.txt', 'application/octet-stream', 'notes.txt', 'text/plain', 'txt'],
	['signed.tmp', 'application/pdf', 'signed.tmp.pdf', 'application/pdf', 'pdf'],
])('%s of type %s is kept as %s', async (name, type, fileName, mimeType, fileExtension) => {
	const store = await serve((response) => {
		response.writeHead(200, { 'content-type': type });
		response.end('bytes');
	});
	const { output } = await download(store.url, name);
	expect(output[0]?.binary?.data).toMatchObject({ fileName, mimeType, fileExtension });
});

it.each([
	['told', { 'content-length': '0' }],
	['not told', { 'transfer-encoding': 'chunked' }],
])('a file without bytes, whose length is %s, is an error', async (_name, headers) => {
	const store = await serve((response) => {
		response.writeHead(200, headers);
		response.end();
	});
	const { error, output } = await download(store.url);
	expect(output).toEqual([]);
	expect(error?.message).toBe('The file a.pdf could not be downloaded: the file is empty');
});

it.each([
	[403, 'The link may have expired. Run the node again.'],
	[500, 'The file server did not return the file. Run the node again later.'],
])('a link that is answered with %d is a clear error without it', async (status, description) => {
	const store = await serve((response) => sendJson(response, status, { detail: 'no' }));
	const { output, error, saved } = await download(`${store.url}/f?signature=${signature}`);
	expect(output).toEqual([]);
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: `The file a.pdf could not be downloaded: the link returned status ${status}`,
		description: `${description} This was for task 1.`,
		context: { itemIndex: 0 },
	});
	expect(saved).not.toContain(signature);
});

it.each([[undefined], [`no address ${signature}`], ['file:///etc/hostname']])(
	'the link %j is not fetched',
	async (link) => {
		const { error, output, saved } = await download(link);
		expect(output).toEqual([]);
		expect(error?.message).toBe(`The file a.pdf could not be downloaded: ${notHttps}`);
		expect(saved).not.toContain(signature);
	},
);

it('a service that is reached by https has no file fetched by http', async () => {
	const store = await serve((response) => response.end('not asked for'));
	const service = await serve(
		(response) => sendJson(response, 200, documentOf(`${store.url}/f?signature=${signature}`)),
		{ secure: { cert: certificate, key } },
	);
	const trusted = getCACertificates('default');
	setDefaultCACertificates([...trusted, certificate]);
	const { output, error, saved } = await downloadAt(service.url);
	setDefaultCACertificates(trusted);
	expect(output).toEqual([]);
	expect(error?.message).toBe(`The file a.pdf could not be downloaded: ${notHttps}`);
	expect(saved).not.toContain(signature);
	expect(store.requests).toEqual([]);
});
