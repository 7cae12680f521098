import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../support/n8nCore';
import { readFile, runNode, startNodeRun } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import type { FastTime } from './fastTime';
import { startFastTime } from './fastTime';
import type { Answering, Fates, FaultServer } from './faultServer';
import { faultServers, json, text } from './faultServer';
import { errorOf, numbered } from './items';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

const secret = 'c2lnbmF0dXJl';
const future = '2999-01-01T00:00:00.000Z';

/** What the service says of a document. */
interface Told {
	readonly download_url?: unknown;
	readonly file_name?: unknown;
	readonly expires_at?: unknown;
}

/** A service each of whose steps has this document. */
const serviceOf = async (told: Told): Promise<FaultServer> =>
	await serve(() => ({
		atBody: json(200, { file_name: 'a.pdf', expires_at: future, ...told }),
	}));

const downloadOf = (service: { readonly url: string }, options: INodeParameters = {}): NodeRun => ({
	parameters: parametersOf('task.getStepDocument', {
		taskId: byId('={{ $json.id }}'),
		stepId: byId('draft'),
		download: true,
		options,
	}),
	credentials: keyCredential(service.url, 'key_1'),
	items: numbered(1),
});

/** Downloads the document of a service whose link is answered so. */
const download = async (fates: Fates, options: INodeParameters = {}) => {
	const store = await serve(fates);
	const service = await serviceOf({ download_url: `${store.url}/f?signature=${secret}` });
	const result = await runNode(downloadOf(service, options));
	if (result.error) expect(result.saved).not.toContain(secret);
	return { store, service, ...result };
};

const until = async (holds: () => boolean | Promise<boolean>, boundMs = 60_000): Promise<void> => {
	const end = Date.now() + boundMs;
	while (!(await holds())) {
		if (Date.now() > end) throw new Error('It did not come to hold in time');
		await pause(20);
	}
};

const megabyte = Buffer.alloc(1_000_000, 'x');

/** Sends bytes as fast as they are taken, until the connection ends; `sent` is told of each part. */
const endless = (response: ServerResponse, sent: () => void = () => undefined): void => {
	response.writeHead(200, { 'content-type': 'application/pdf' });
	const more = (): void => {
		if (response.destroyed) return;
		sent();
		response.write(megabyte, () => setImmediate(more));
	};
	more();
};

/** The files below the folder in which n8n keeps binary data. */
const storedFiles = async (): Promise<string[]> => {
	const entries = await readdir(process.env.N8N_USER_FOLDER ?? '', {
		recursive: true,
		withFileTypes: true,
	});
	return entries
		.filter((entry) => entry.isFile() && entry.parentPath.includes('binary_data'))
		.map(({ parentPath, name }) => path.join(parentPath, name));
};

/** What the link does, and so the node, when the stop comes. */
const stops: ReadonlyArray<readonly [string, (response: ServerResponse) => void]> = [
	['while a file comes in', (response) => endless(response)],
	['while its link does not answer', () => undefined],
	[
		'while a file has come to a halt',
		(response) => {
			response.writeHead(200, { 'content-length': '1000' });
			response.write('half');
		},
	],
];

it.each(stops)('a stop %s ends all within a second', async (_name, atBody) => {
	const before = await storedFiles();
	let lastSent = 0;
	const store = await serve(() => ({
		atBody: (response) => {
			response.on('drain', () => (lastSent = Date.now()));
			atBody(response);
		},
	}));
	const service = await serviceOf({ download_url: store.url });
	const run = await startNodeRun({ ...downloadOf(service), items: numbered(200) });
	await until(() => store.requests.length > 0);
	await pause(500);
	run.stop();
	const stopped = Date.now();
	expect(await Promise.race([run.ended.then(() => true), pause(1_000, false)])).toBe(true);
	await pause(2_000);
	expect(lastSent).toBeLessThan(stopped + 1_000);
	expect(store.requests.filter(({ at }) => at > stopped + 1_000)).toEqual([]);
	expect(store.openConnections()).toBe(0);
	expect(await storedFiles()).toEqual(before);
});

describe('a silence', () => {
	let time: FastTime | undefined;
	afterEach(async () => {
		await time?.stop();
		time = undefined;
	});

	it.each([
		['before the answer', () => undefined],
		[
			'in the middle of a file',
			(response: ServerResponse) => {
				response.writeHead(200, { 'content-length': '1000' });
				response.write('half');
			},
		],
	])('of a minute %s ends a download', async (_name, atBody) => {
		const store = await serve(() => ({ atBody }));
		const service = await serviceOf({ download_url: `${store.url}/f?signature=${secret}` });
		time = startFastTime();
		const began = performance.now();
		const { error, saved } = await runNode(downloadOf(service));
		const seconds = (performance.now() - began) / 1_000;
		expect(error?.message).toBe(
			'The file a.pdf could not be downloaded: the file server sent nothing for 60 seconds',
		);
		expect(error?.description).not.toMatch(/expired/);
		expect(saved).not.toContain(secret);
		expect(seconds).toBeGreaterThan(59);
		// The fast clock runs on while the disk is written to, which a busy machine does slowly.
		expect(seconds).toBeLessThan(120);
		expect(store.requests).toHaveLength(1);
		expect(service.requests).toHaveLength(1);
	});

	it('of less does not, however long the file takes', async () => {
		const store = await serve(() => ({
			atBody(response) {
				response.writeHead(200);
				for (let part = 0; part < 10; part++) {
					setTimeout(() => response.write('part'), part * 50_000);
				}
				setTimeout(() => response.end(), 500_000);
			},
		}));
		const service = await serviceOf({ download_url: store.url });
		time = startFastTime();
		const { error, output } = await runNode(downloadOf(service));
		await time.stop();
		expect(error).toBeUndefined();
		const file = output[0]?.binary?.data;
		expect(file && (await readFile(file)).toString()).toBe('part'.repeat(10));
	});
});

describe('a redirect', () => {
	const to = (location: string): Answering => json(302, {}, { location });

	it('to another host is followed, with nothing of the credential, and its query is not stored', async () => {
		const target = await serve(() => ({ atBody: text(200, 'application/pdf', 'bytes') }));
		const { error, saved, store } = await download(() => ({
			atBody: to(`//127.0.0.1:${target.port}/f?signature=${secret}`),
		}));
		expect(error).toBeUndefined();
		expect(saved).not.toContain(secret);
		expect(target.requests).toHaveLength(1);
		for (const { headers } of [...store.requests, ...target.requests]) {
			expect(headers).not.toHaveProperty('x-api-key');
			expect(headers).not.toHaveProperty('authorization');
			expect(headers).not.toHaveProperty('referer');
			expect(JSON.stringify(headers)).not.toContain('key_1');
		}
	});

	it.each([
		['leads on without end', `/f?signature=${secret}`],
		['leads to no address', `http://[?signature=${secret}`],
		['leads to a file', `file:///etc/passwd?signature=${secret}`],
	])('that %s is an error without its query', async (_name, location) => {
		const { error, output } = await download(() => ({ atBody: to(location) }));
		expect(output).toEqual([]);
		expect(error?.message).toMatch(/^The file a.pdf could not be downloaded: /);
	});
});

/** A service with one task of so many signed documents, each behind a link of its own. */
const serveSigned = async (store: FaultServer, count: number): Promise<FaultServer> =>
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

const signedOf = (service: FaultServer, options: INodeParameters = {}): NodeRun => ({
	...downloadOf(service),
	parameters: parametersOf('task.getSignedDocuments', {
		taskId: byId('={{ $json.id }}'),
		download: true,
		outputField: 'data',
		options,
	}),
});

/** A store that counts how many it answers at the same time. */
const countingStore = async () => {
	let now = 0;
	let most = 0;
	const store = await serve(() => ({
		atBody(response) {
			most = Math.max(most, ++now);
			response.on('close', () => now--);
			response.writeHead(200, { 'content-type': 'application/pdf' });
			response.write('by');
			setTimeout(() => response.end('tes'), 20);
		},
	}));
	return { store, most: () => most };
};

describe('the bound of requests under way', () => {
	it.each([
		[1, 2_000, undefined, 50],
		[1, 100, 3, 3],
		[60, 1, 3, 3],
		[5, 10, 1, 1],
	])(
		'holds for %d tasks of %d documents, with Max Parallel Requests %p',
		async (tasks, documents, maxParallel, bound) => {
			const { store, most } = await countingStore();
			const service = await serveSigned(store, documents);
			const { error, output } = await runNode({
				...signedOf(service, maxParallel === undefined ? {} : { maxParallel }),
				items: numbered(tasks),
			});
			expect(error).toBeUndefined();
			expect(output).toHaveLength(tasks * documents);
			expect(store.requests).toHaveLength(tasks * documents);
			expect(most()).toBeGreaterThanOrEqual(Math.min(bound, 10));
			expect(most()).toBeLessThanOrEqual(bound);
		},
	);
});

it('a refused link has its connection closed, though its body has no end', async () => {
	const store = await serve(() => ({
		atBody(response) {
			response.writeHead(403);
			response.write(megabyte);
		},
	}));
	const service = await serviceOf({ download_url: store.url });
	const { output } = await runNode({
		...downloadOf(service),
		items: numbered(200),
		onError: 'continueRegularOutput',
	});
	expect(output.filter((item) => errorOf(item))).toHaveLength(200);
	expect(store.requests).toHaveLength(400);
	await until(() => store.openConnections() === 0);
});

it('a file that fails ends the others of its item, and leaves nothing in the store of n8n', async () => {
	const before = await storedFiles();
	const store = await serve((_index, request) => ({
		atBody: request?.line.includes('/7?')
			? (response) => setTimeout(() => json(429, {})(response), 300)
			: (response) => endless(response),
	}));
	const service = await serveSigned(store, 2_000);
	const { error } = await runNode(signedOf(service));
	expect(error?.message).toBe(
		'The file 7.pdf could not be downloaded: the link returned status 429',
	);
	expect(store.requests.length).toBeLessThan(60);
	await until(() => store.openConnections() === 0);
	await until(async () => (await storedFiles()).length === before.length);
});

describe('a file that is too large', () => {
	const tooLarge = 'The file a.pdf could not be downloaded: the file is larger than 2 MB';

	it('is not read where its length is told', async () => {
		let sent = 0;
		const { error, store, service } = await download(
			() => ({
				atBody(response) {
					response.writeHead(200, { 'content-length': '500000000' });
					response.on('drain', () => sent++);
					response.write(Buffer.alloc(3_000_000));
				},
			}),
			{ maxFileSize: 2 },
		);
		expect(error?.message).toBe(tooLarge);
		expect(error?.description).toContain('"Max File Size"');
		expect(store.requests).toHaveLength(1);
		expect(service.requests).toHaveLength(1);
		await until(() => store.openConnections() === 0);
	});

	it('is cut where it is not', async () => {
		const before = await storedFiles();
		let parts = 0;
		const { error, store } = await download(
			() => ({ atBody: (response) => endless(response, () => parts++) }),
			{ maxFileSize: 2 },
		);
		expect(error?.message).toBe(tooLarge);
		await until(() => store.openConnections() === 0);
		expect(parts).toBeLessThan(20);
		expect(await storedFiles()).toEqual(before);
	});

	it('is cut where it unpacks to more', async () => {
		const bomb = gzipSync(Buffer.alloc(50_000_000));
		const { error, store } = await download(
			() => ({
				atBody(response) {
					response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length });
					response.end(bomb);
				},
			}),
			{ maxFileSize: 2 },
		);
		expect(error?.message).toBe(tooLarge);
		expect(store.requests).toHaveLength(1);
	});

	it('is taken up to the size', async () => {
		const { error, output } = await download(
			() => ({ atBody: text(200, 'application/pdf', 'x'.repeat(2_000_000)) }),
			{ maxFileSize: 2 },
		);
		expect(error).toBeUndefined();
		expect(output[0]?.binary?.data?.bytes).toBe(2_000_000);
	});
});

it.each<readonly [string, Answering]>([
	[
		'ends before its length',
		(response) => {
			response.writeHead(200, { 'content-length': '1000' });
			response.write('half', () => response.socket?.end());
		},
	],
	[
		'ends before its length, packed',
		(response) => {
			const packed = gzipSync(randomBytes(100_000));
			response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length });
			response.write(packed.subarray(0, packed.length / 2), () => response.socket?.end());
		},
	],
])('a file that %s is tried once more, and is no file', async (_name, atBody) => {
	const before = await storedFiles();
	const { error, output, store, service } = await download(() => ({ atBody }));
	expect(output).toEqual([]);
	expect(error?.message).toBe(
		'The file a.pdf could not be downloaded: the connection to the file server broke',
	);
	expect(error?.description).not.toMatch(/expired/);
	expect(store.requests).toHaveLength(2);
	expect(service.requests).toHaveLength(1);
	expect(await storedFiles()).toEqual(before);
});

it('a file whose connection broke comes with the second try, by the same link', async () => {
	const { error, output, service } = await download((index) => ({
		atBody: (response) =>
			index === 0 ? response.destroy() : text(200, 'application/pdf', 'bytes')(response),
	}));
	expect(error).toBeUndefined();
	expect(output[0]?.binary?.data?.bytes).toBe(5);
	expect(service.requests).toHaveLength(1);
});

it('a place that cannot be reached is told with its code', async () => {
	const gone = await serve(() => ({}));
	await gone.stop();
	const service = await serviceOf({ download_url: `${gone.url}/f?signature=${secret}` });
	const { error, saved } = await runNode(downloadOf(service));
	expect(error?.description).toMatch(/\(ECONNREFUSED\)/);
	expect(saved).not.toContain(secret);
});

it('what fails comes out item by item, also with Retry On Fail', async () => {
	const store = await serve((_index, request) => ({
		atBody: request?.line.includes('/2/') ? json(500, {}) : text(200, 'application/pdf', 'bytes'),
	}));
	const service = await serveSigned(store, 2);
	const { output } = await runNode({
		...signedOf(service),
		items: numbered(3),
		onError: 'continueRegularOutput',
		tries: 2,
	});
	expect(output.map((item) => errorOf(item)?.outcome ?? item.binary?.data?.fileName)).toEqual([
		'0.pdf',
		'1.pdf',
		'failed',
		'0.pdf',
		'1.pdf',
	]);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 0, 1, 2, 2].map((item) => ({ item })),
	);
});
