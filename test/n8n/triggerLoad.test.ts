import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { deliver, outputsOf, signed, startTrigger, storeSecret } from './triggerWorkflow';

const deliveries = 600;
const longestMs = 240_000;
const quietMs = 5_000;

/** Otherwise the expressions of each delivery in progress take n8n 12 MB. */
const env = () => ({ N8N_EXPRESSION_ENGINE: 'legacy' });

let host: OwnN8n;
beforeAll(async () => {
	host = await ownN8n({ env });
});
afterAll(async () => await host?.remove());

const shape = (index: number): unknown => {
	let body: unknown = { [`id_${index}`]: index };
	for (let depth = 0; depth < index % 7; depth++) {
		body = depth % 2 ? [body] : { [`n${depth}`]: body };
	}
	return body;
};

/**
 * n8n answers 503 while its database is slow, and 500 if it could not read the credential or store
 * the run: at most it lists a failed one. Whoever delivers repeats both, and so does this.
 */
const deliverAtLast = async (url: string, body: unknown): Promise<number> => {
	const deadline = Date.now() + longestMs;
	for (let refusals = 0; ; refusals++) {
		const { status } = await deliver(url, body);
		if (status === 200) return refusals;
		if (status < 500 || Date.now() > deadline) throw new Error(`n8n answered with ${status}`);
		await pause(500 * 2 ** Math.min(refusals, 5));
	}
};

it('600 deliveries at once, of 600 shapes, start exactly 600 runs', async () => {
	const n8n = await host.start();
	const published = await startTrigger(n8n, {}, [await storeSecret(n8n, 'query')]);
	const shapes = Array.from({ length: deliveries }, (_, index) => shape(index));
	const begun = performance.now();
	const since = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
	const answers = shapes.map(async (body) => await deliverAtLast(signed(published), body));
	const refusals = (await Promise.all(answers)).reduce((sum, count) => sum + count, 0);
	const answered = since();
	const bodies = (await outputsOf(n8n, published, deliveries, quietMs)).map(({ body }) =>
		JSON.stringify(body),
	);
	process.stdout.write(
		`${deliveries} deliveries taken after ${answered}, ${refusals} refused and repeated, ` +
			`all run after ${since()}\n`,
	);
	expect(bodies.sort()).toEqual(shapes.map((body) => JSON.stringify(body)).sort());
});
