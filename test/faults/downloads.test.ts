import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { nowhere } from '../support/answeringServer';
import { readFile } from '../support/n8nCore';
import { byId, parametersOf } from '../support/stage';
import type { FastTime } from './fastTime';
import { startFastTime } from './fastTime';
import type { Answering, Fates, FaultServer } from './faultServer';
import { faultServers, json, text } from './faultServer';
import { errorOf, goesOn, numbered, runAt } from './items';
import { downloadStep, endless, halfAFile, storedFiles } from './store';

const serve = faultServers();
let time: FastTime | undefined;
afterEach(async () => {
	await time?.stop();
	time = undefined;
});

const secret = 'c2lnbmF0dXJl';
const future = '2999-01-01T00:00:00.000Z';
const bytes = text(200, 'application/pdf', 'bytes');

/** A service whose document has a link to the store, another one each time it is asked. */
const serviceOf = async (store: { readonly url: string }) =>
	await serve((index, request) => ({
		atBody: json(200, {
			download_url: `${store.url}/link-${request ? index : 0}?signature=${secret}`,
			file_name: '../a.pdf',
			expires_at: future,
		}),
	}));

/** Downloads the document of a service whose link is answered so. */
const download = async (fates: Fates, options: INodeParameters = {}) => {
	const store = await serve(fates);
	const service = await serviceOf(store);
	const result = await runAt(service.url, { ...downloadStep, options });
	if (result.error) expect(result.saved).not.toContain(secret);
	return { store, service, ...result };
};

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
	while (!(await holds())) await pause(5);
};

const failed = (why: string) => `The file a.pdf could not be downloaded: ${why}`;
const broke = failed('the connection to the file server broke');
const late = failed('it took longer than 15 minutes');
const tooLarge = failed('the file is larger than 2 MB');

const packed = (data: Buffer, part = 1): Answering => {
	const whole = gzipSync(data);
	return (response) => {
		response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': whole.length });
		response.write(whole.subarray(0, whole.length * part), () => response.socket?.end());
	};
};

const cutOff: Answering = (response) => {
	halfAFile(response);
	setTimeout(() => response.socket?.end(), 1);
};

const slow: Answering = (response) => {
	response.writeHead(200);
	const timer = setInterval(() => response.write('part'), 50_000);
	response.on('close', () => clearInterval(timer));
};

const redirect = (location: string) => json(302, {}, { location });

describe('a file that fails is an error without its link, and leaves nothing behind', () => {
	it.each<[string, Answering, string | RegExp, number]>([
		['without an answer for a minute', () => undefined, broke, 2],
		['that is silent for a minute', halfAFile, broke, 2],
		['that is not whole after 15 minutes', slow, late, 1],
		['that ends before its length', cutOff, broke, 2],
		['that ends before its length, packed', packed(randomBytes(100_000), 0.5), broke, 2],
		['whose length is too much', json(200, {}, { 'content-length': '5000000' }), tooLarge, 1],
		['that is too large', (response) => endless(response), tooLarge, 1],
		['that unpacks to what is too large', packed(Buffer.alloc(50_000_000)), tooLarge, 1],
		['that leads on without end', redirect(`/f?signature=${secret}`), /^The file a.pdf could/, 44],
		[
			'that leads to a file',
			redirect(`file:///etc/passwd?s=${secret}`),
			/^The file a.pdf could/,
			2,
		],
	])('%s', async (_name, atBody, message, most) => {
		const before = await storedFiles();
		time = startFastTime();
		const began = performance.now();
		const { error, output, store, service } = await download(() => ({ atBody }), {
			maxFileSize: 2,
		});
		expect(output).toEqual([]);
		expect(error?.message).toMatch(message);
		expect(error?.description).not.toMatch(/expired/);
		if (message === tooLarge) expect(error?.description).toContain('"Max File Size"');
		if (message === late) expect(performance.now() - began).toBeGreaterThan(899_000);
		expect(store.requests.length).toBeLessThanOrEqual(most);
		expect(service.requests).toHaveLength(1);
		await until(() => store.openConnections() === 0);
		expect(await storedFiles()).toEqual(before);
	});

	it('at a place that cannot be reached, with its code', async () => {
		const { error, saved } = await runAt((await serviceOf(nowhere)).url, downloadStep);
		expect(error?.description).toMatch(/\(ECONNREFUSED\)/);
		expect(saved).not.toContain(secret);
	});
});

describe('a file comes whole', () => {
	it.each<[string, Answering, string]>([
		[
			'however long it takes',
			(response) => {
				response.writeHead(200);
				for (let part = 0; part < 10; part++) {
					setTimeout(() => response.write('part'), part * 50_000);
				}
				setTimeout(() => response.end(), 500_000);
			},
			'part'.repeat(10),
		],
		['up to Max File Size', text(200, 'application/pdf', 'x'.repeat(2e6)), 'x'.repeat(2e6)],
	])('%s', async (_name, atBody, content) => {
		time = startFastTime();
		const { error, output } = await download(() => ({ atBody }), { maxFileSize: 2 });
		await time.hold();
		expect(error).toBeUndefined();
		const file = output[0]?.binary?.data;
		expect(file?.fileName).toBe('a.pdf');
		expect(file && (await readFile(file)).toString()).toBe(content);
	});

	it('from another host, with nothing of the credential, and no link is stored', async () => {
		const target = await serve(() => ({ atBody: bytes }));
		const { error, saved, store } = await download(() => ({
			atBody: redirect(`//127.0.0.1:${target.port}/f?signature=${secret}`),
		}));
		expect(error).toBeUndefined();
		expect(saved).not.toContain(secret);
		expect(target.requests).toHaveLength(1);
		for (const { headers } of [...store.requests, ...target.requests]) {
			expect(Object.keys(headers).join()).not.toMatch(/x-api-key|authorization|referer/);
			expect(JSON.stringify(headers)).not.toContain('key_1');
		}
	});

	it.each<[string, Answering, string[]]>([
		['by the same link, where the connection broke', (one) => one.destroy(), ['0', '0']],
		['by another link, where one is refused', text(403, 'text/plain', 'no'), ['0', '1']],
	])('with the second try, %s', async (_name, first, links) => {
		const store = await serve((index) => ({ atBody: index === 0 ? first : bytes }));
		const service = await serviceOf(store);
		const { error, output } = await runAt(service.url, downloadStep);
		expect(error).toBeUndefined();
		expect(output[0]?.binary?.data?.bytes).toBe(5);
		expect(store.requests.map(({ line }) => /link-(\d)/.exec(line)?.[1])).toEqual(links);
	});
});

it('a refused link has its connection closed, though its body has no end', async () => {
	const atBody = (response: ServerResponse) => {
		response.writeHead(403);
		response.write(Buffer.alloc(1_000_000));
	};
	const store = await serve(() => ({ atBody }));
	const { url } = await serviceOf(store);
	const { output } = await runAt(url, downloadStep, { items: numbered(10), ...goesOn });
	expect(output.filter(errorOf)).toHaveLength(10);
	expect(store.requests).toHaveLength(20);
	await until(() => store.openConnections() === 0);
});

/** A service with one task of so many signed documents, each behind a link of its own. */
const serveSigned = async (store: FaultServer, count: number) =>
	await serve((_index, request) => {
		const task_id = Number(request?.line.split('/')[2]);
		const documents = Array.from({ length: count }, (_, index) => ({
			file_id: `file-${index}`,
			file_name: `${index}.pdf`,
			step_id: 'sign',
			step_name: 'Sign',
			download_url: `${store.url}/${task_id}/${index}?signature=${secret}`,
			expires_at: future,
		}));
		const listed = { task_id, workflow_status: 'completed', total: count, documents };
		return { atBody: json(200, listed) };
	});

const downloadSigned = parametersOf('task.getSignedDocuments', {
	taskId: byId('={{ $json.id }}'),
	download: true,
	outputField: 'data',
});

describe('the bound of requests under way', () => {
	it.each([
		[1, 200, undefined, 50],
		[20, 1, 3, 3],
		[5, 10, 1, 1],
	])(
		'holds for %d tasks of %d documents, with Max Parallel Requests %p',
		async (tasks, documents, maxParallel, bound) => {
			const under = { now: 0, most: 0 };
			const all = tasks * documents;
			let left = all;
			const waiting: ServerResponse[] = [];
			const store = await serve(() => ({
				atBody(response) {
					under.most = Math.max(under.most, ++under.now);
					response.on('close', () => under.now--);
					response.writeHead(200, { 'content-type': 'application/pdf' });
					response.write('by');
					waiting.push(response);
					// So that a busy machine has as many under way.
					if (waiting.length < Math.min(bound, 10, left)) return;
					left -= waiting.length;
					setTimeout((ended) => ended.map((one) => one.end('tes')), 20, waiting.splice(0));
				},
			}));
			const { url } = await serveSigned(store, documents);
			const options = maxParallel === undefined ? {} : { maxParallel };
			const { error, output } = await runAt(
				url,
				{ ...downloadSigned, options },
				{ items: numbered(tasks) },
			);
			expect(error).toBeUndefined();
			expect(output).toHaveLength(all);
			expect(store.requests).toHaveLength(all);
			expect(under.most).toBeGreaterThanOrEqual(Math.min(bound, 10));
			expect(under.most).toBeLessThanOrEqual(bound);
		},
	);
});

it('a file that fails ends the others of its item, and leaves nothing in the store of n8n', async () => {
	const before = await storedFiles();
	const store = await serve((_index, request) => ({
		atBody: request?.line.includes('/7?')
			? (response) => setTimeout(() => json(429, {})(response), 300)
			: (response) => endless(response),
	}));
	const { error } = await runAt((await serveSigned(store, 200)).url, downloadSigned);
	expect(error?.message).toBe(
		'The file 7.pdf could not be downloaded: the link returned status 429',
	);
	expect(store.requests.length).toBeLessThan(60);
	await until(() => store.openConnections() === 0);
	await until(async () => (await storedFiles()).length === before.length);
});
