import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { deliver, outputsOf, signed, startTrigger, storeSecret } from './triggerWorkflow';

const deliveries = 600;
const longestMs = 240_000;

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
const deliverAtLast = async (url: string, body: unknown): Promise<void> => {
	const deadline = Date.now() + longestMs;
	for (let refusals = 0; ; refusals++) {
		const { status } = await deliver(url, body);
		if (status === 200) return;
		if (status < 500 || Date.now() > deadline) throw new Error(`n8n answered with ${status}`);
		await pause(500 * 2 ** Math.min(refusals, 5));
	}
};

it('600 deliveries at once, of 600 shapes, start exactly 600 runs', async () => {
	const n8n = await host.start();
	const published = await startTrigger(n8n, {}, [await storeSecret(n8n, 'query')]);
	const shapes = Array.from({ length: deliveries }, (_, index) => shape(index));
	await Promise.all(shapes.map(async (body) => await deliverAtLast(signed(published), body)));
	const outputs = await outputsOf(n8n, published, deliveries);
	const bodies = outputs.map(({ body }) => JSON.stringify(body));
	expect(bodies.sort()).toEqual(shapes.map((body) => JSON.stringify(body)).sort());
});
