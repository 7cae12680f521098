import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from '@jest/globals';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import { faultServers } from './faultServer';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

const read = parametersOf('task.get', { taskId: byId('1') });
const comment = parametersOf('task.comment', { taskId: byId('1'), comment: 'Read it' });

/** Most that n8n's process may take more, of an answer of 100 MB that it reads before it gives up. */
const mostMoreBytes = 450_000_000;

/** Runs the node, and tells how far the memory of the process went up meanwhile. */
const run = async (url: string, parameters = read) => {
	const before = process.memoryUsage().rss;
	let peak = before;
	const watch = setInterval(() => {
		peak = Math.max(peak, process.memoryUsage().rss);
	}, 10);
	const result = await runNode({ parameters, credentials: keyCredential(url, 'key_1') });
	clearInterval(watch);
	return { ...result, more: peak - before };
};

const jsonHeaders = { 'content-type': 'application/json' };
const tooLarge = /^The response of the service is larger than 100 MB$/;

/** Until the other side takes more, or is gone. */
const taken = async (response: ServerResponse): Promise<void> =>
	await new Promise((go) => {
		const end = () => {
			response.off('drain', end).off('close', end);
			go();
		};
		response.on('drain', end).on('close', end);
	});

/** As much JSON as the other side takes. */
const pour = async (response: ServerResponse, sent: (bytes: number) => void): Promise<void> => {
	const part = Buffer.alloc(1_000_000, 'a');
	response.writeHead(200, jsonHeaders);
	response.write('{"task":{"task_id":1,"task_title":"');
	for (let total = 0; total < 3_000_000_000 && !response.destroyed; total += part.length) {
		sent(total);
		if (!response.write(part)) await taken(response);
	}
	response.end('"}}');
};

it('a small answer that unpacks to a very large one is not unpacked to its end', async () => {
	const packed = gzipSync(
		Buffer.concat([
			Buffer.from('{"task":{"task_id":1,"task_title":"'),
			Buffer.alloc(300_000_000, 'a'),
			Buffer.from('"}}'),
		]),
	);
	expect(packed.length).toBeLessThan(1_000_000);
	const server = await serve(() => ({
		atBody(response) {
			response.writeHead(200, { ...jsonHeaders, 'content-encoding': 'gzip' });
			response.end(packed);
		},
	}));
	const { error, more } = await run(server.url);
	expect(error?.message).toMatch(tooLarge);
	expect(server.requests).toHaveLength(1);
	expect(more).toBeLessThan(mostMoreBytes);
});

it('an answer that does not end is broken off', async () => {
	let sent = 0;
	const server = await serve(() => ({
		atBody: (response) => void pour(response, (bytes) => (sent = bytes)),
	}));
	const { error, more } = await run(server.url);
	expect(error?.message).toMatch(tooLarge);
	expect(error?.description).toContain('Base URL');
	expect(server.requests).toHaveLength(1);
	expect(sent).toBeLessThan(130_000_000);
	expect(more).toBeLessThan(mostMoreBytes);
});

it('a write that is answered so has an unknown outcome, and is not repeated', async () => {
	const server = await serve(() => ({
		atBody: (response) => void pour(response, () => undefined),
	}));
	const { error } = await run(server.url, comment);
	expect(error?.message).toMatch(tooLarge);
	expect(error?.description).toMatch(
		/The request may have been carried out, and the node did not retry it\./,
	);
	expect(server.requests).toHaveLength(1);
});

it('an answer of 50 MB is taken', async () => {
	const title = 'é'.repeat(25_000_000);
	const server = await serve(() => ({
		atBody(response) {
			response.writeHead(200, jsonHeaders);
			response.end(JSON.stringify({ task: { task_id: 1, task_title: title } }));
		},
	}));
	const { error, output } = await run(server.url);
	expect(error).toBeUndefined();
	expect((output[0]?.json.task_title as string).length).toBe(title.length);
	expect(output[0]?.json.task_title === title).toBe(true);
});

it.each([
	['a byte order mark', '\uFEFF{"task":{"task_id":1,"task_title":"ä"}}'],
	['letters of any length', '{"task":{"task_id":1,"task_title":"ä"}}'],
])('an answer with %s is read, in whatever parts it comes', async (_name, text) => {
	const server = await serve(() => ({
		atBody(response) {
			response.writeHead(200, jsonHeaders);
			const parts = [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
			const next = () => {
				const part = parts.shift();
				if (!part) response.end();
				else response.write(part, () => setImmediate(next));
			};
			next();
		},
	}));
	const { output } = await run(server.url);
	expect(output[0]?.json).toMatchObject({ task_id: 1, task_title: 'ä' });
});
