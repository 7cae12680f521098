import { afterEach, expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import { readFile, runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

const signature = 'c2lnbmF0dXJl';

/** Runs Get Step Document against a service that gives this link, and downloads. */
const download = async (link: string, file_name = 'a.pdf') => {
	const service = await serve((response) =>
		sendJson(response, 200, {
			download_url: link,
			file_name,
			expires_at: '2026-01-31T09:00:00Z',
		}),
	);
	return await runNode({
		parameters: parametersOf('task.getStepDocument', {
			taskId: byId('1'),
			stepId: byId('draft'),
			download: true,
		}),
		credentials: keyCredential(service.url, 'key_1'),
	});
};

it('a presigned link is fetched without any credential, byte by byte', async () => {
	const bytes = Buffer.from(Array.from({ length: 500_000 }, (_, index) => (index * 7) % 256));
	const store = await serve((response) => {
		response.writeHead(200, { 'content-type': 'application/pdf' });
		response.end(bytes);
	});
	const { output, error } = await download(`${store.url}/f?signature=${signature}`);
	expect(error).toBeUndefined();
	expect(store.requests.map(({ line }) => line)).toEqual([`GET /f?signature=${signature}`]);
	const names = Object.keys(store.requests[0]?.headers ?? {});
	expect(names).not.toContain('x-api-key');
	expect(names).not.toContain('authorization');
	expect(JSON.stringify(store.requests)).not.toContain('key_1');
	const file = output[0]?.binary?.data;
	expect(file).toMatchObject({ fileName: 'a.pdf', mimeType: 'application/pdf' });
	expect(file && (await readFile(file)).equals(bytes)).toBe(true);
});

it('a name of a file is never a path', async () => {
	const store = await serve((response) => response.end('x'));
	const { output } = await download(store.url, '../../etc\\pass\u0000wd.txt');
	expect(output[0]?.binary?.data?.fileName).toBe('passwd.txt');
});

it.each([
	[403, 'The link may have expired. Run the node again.'],
	[429, 'The file server did not return the file. Run the node again later.'],
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

it('a link whose connection breaks is a clear error without the link', async () => {
	const store = await serve((response) => response.destroy());
	const { error, saved } = await download(`${store.url}/f?signature=${signature}`);
	expect(error?.message).toBe(
		'The file a.pdf could not be downloaded: the connection to the file server broke',
	);
	expect(saved).not.toContain(signature);
});

it('a file that breaks off halfway is no file', async () => {
	const store = await serve((response) => {
		response.writeHead(200, { 'content-length': '1000' });
		response.write('half', () => response.destroy());
	});
	const { error, output } = await download(store.url);
	expect(output).toEqual([]);
	expect(error?.message).toBe(
		'The file a.pdf could not be downloaded: the connection to the file server broke',
	);
});

it.each([
	['file:///etc/hostname', 'the link uses file: instead of https:'],
	['ftp://127.0.0.1/a', 'the link uses ftp: instead of https:'],
	['no address', 'the link is not a web address'],
])('the link %j is not fetched', async (link, reason) => {
	const { error, output } = await download(link);
	expect(output).toEqual([]);
	expect(error?.message).toBe(`The file a.pdf could not be downloaded: ${reason}`);
});
