import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { faultServers, json, text } from './faultServer';
import { comment, errorOf, read, runAt } from './items';

const serve = faultServers();

/** Most that n8n's process may take more, of an answer of 100 MB that it reads before it gives up. */
const mostMoreBytes = 450_000_000;

/** Runs the node, and tells how far the memory of the process went up meanwhile. */
const run = async (atBody: (response: ServerResponse) => void, parameters = read) => {
	const server = await serve(() => ({ atBody }));
	const before = process.memoryUsage().rss;
	let peak = before;
	const watch = setInterval(() => {
		peak = Math.max(peak, process.memoryUsage().rss);
	}, 10);
	const result = await runAt(server.url, parameters);
	clearInterval(watch);
	return { ...result, more: peak - before, requests: server.requests };
};

const jsonHeaders = { 'content-type': 'application/json' };
const opening = '{"task":{"task_id":1,"task_title":"';

/** As much JSON as the other side takes; `sent` is told of it. */
const pour =
	(sent: (bytes: number) => void = () => undefined) =>
	(response: ServerResponse): void => {
		const part = Buffer.alloc(1_000_000, 'a');
		let total = 0;
		response.writeHead(200, jsonHeaders);
		response.write(opening);
		const more = (): void => {
			if (response.destroyed || total > 3_000_000_000) return;
			total += part.length;
			sent(total);
			response.write(part, () => setImmediate(more));
		};
		more();
	};

const packed = gzipSync(
	Buffer.concat([Buffer.from(opening), Buffer.alloc(300_000_000, 'a'), Buffer.from('"}}')]),
	{ level: 1 },
);

const bomb = (response: ServerResponse): void => {
	response.writeHead(200, { ...jsonHeaders, 'content-encoding': 'gzip' });
	response.end(packed);
};

it.each([
	['a small answer that unpacks to a very large one', read, bomb],
	['an answer that does not end', read, pour()],
	['an answer to a write that does not end', comment, pour()],
])('%s is broken off, and asked for once', async (_name, parameters, atBody) => {
	const { error, more, requests } = await run(atBody, parameters);
	expect(error?.message).toBe('The response of the service is larger than 100 MB');
	expect(error?.description).toContain(
		parameters === read ? 'Base URL' : 'The request may have been carried out',
	);
	expect(requests).toHaveLength(1);
	expect(more).toBeLessThan(mostMoreBytes);
});

it('little more is read of an answer that is broken off', async () => {
	let sent = 0;
	await run(pour((bytes) => (sent = bytes)));
	expect(sent).toBeLessThan(130_000_000);
});

it('an answer of 50 MB is taken', async () => {
	const task_title = 'é'.repeat(25_000_000);
	const { error, output } = await run(json(200, { task: { task_id: 1, task_title } }));
	expect(error).toBeUndefined();
	expect(output[0]?.json.task_title === task_title).toBe(true);
});

it.each([
	['that is no JSON', text(200, 'text/html', 'a'.repeat(50_000_000))],
	['with a long detail', json(409, { detail: 'x'.repeat(50_000_000) })],
])('an answer of 50 MB %s is an error of a readable size', async (_name, atBody) => {
	const server = await serve(() => ({ atBody }));
	for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
		const { error, output, saved } = await runAt(server.url, read, { onError });
		expect(`${error?.message} ${error?.description}`.length).toBeLessThan(3_000);
		expect(JSON.stringify(errorOf(output[0]) ?? null).length).toBeLessThan(6_000);
		expect(saved.length).toBeLessThan(50_000);
	}
});

it('an answer with a byte order mark is read, in whatever parts it comes', async () => {
	const { output } = await run((response) => {
		response.writeHead(200, jsonHeaders);
		const bytes = [...Buffer.from(`\uFEFF${opening}ä"}}`)];
		const next = () => {
			const byte = bytes.shift();
			if (byte === undefined) response.end();
			else response.write(Buffer.from([byte]), () => setImmediate(next));
		};
		next();
	});
	expect(output[0]?.json).toMatchObject({ task_id: 1, task_title: 'ä' });
});
