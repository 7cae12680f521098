import type { ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import { faultServers, json, text } from './faultServer';
import { errorOf, read, runAt } from './items';

const serve = faultServers();

const run = async (atBody: (response: ServerResponse) => void) =>
	await runAt((await serve(() => ({ atBody }))).url, read);

const jsonHeaders = { 'content-type': 'application/json' };
const opening = '{"task":{"task_id":1,"task_title":"';

it('an answer of 20 MB is taken', async () => {
	const task_title = 'é'.repeat(10_000_000);
	const { error, output } = await run(json(200, { task: { task_id: 1, task_title } }));
	expect(error).toBeUndefined();
	expect(output[0]?.json.task_title === task_title).toBe(true);
});

it.each([
	['that is no JSON', text(200, 'text/html', 'a'.repeat(5_000_000))],
	['with a long detail', json(409, { detail: 'x'.repeat(5_000_000) })],
])('an answer of 5 MB %s is an error of a readable size', async (_name, atBody) => {
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
