import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { session } from './stack';
import { deliver, outputsOf, signed, startTrigger, storeSecret } from './triggerWorkflow';

const deliveries = 200;
const overMs = 10_000;
const retryMs = 500;
const giveUpMs = 120_000;

const shape = (index: number): unknown => {
	let body: unknown = { [`id_${index}`]: index };
	for (let depth = 0; depth < index % 7; depth++) {
		body = depth % 2 ? [body] : { [`n${depth}`]: body };
	}
	return body;
};

/**
 * n8n answers 503 while its database is slow, and 500 if it could not read the credential or store
 * the run. Nothing has started then. Whoever delivers webhooks repeats both, and so does this.
 */
const deliverAtLast = async (url: string, body: unknown): Promise<number> => {
	const deadline = Date.now() + giveUpMs;
	for (let refusals = 0; ; refusals++) {
		const { status } = await deliver(url, body);
		if (status === 200) return refusals;
		if (status < 500 || Date.now() > deadline) throw new Error(`n8n answered with ${status}`);
		await pause(retryMs);
	}
};

it('200 deliveries in 10 seconds, of 200 shapes, start exactly 200 runs', async () => {
	const n8n = session();
	const published = await startTrigger(n8n, {}, [await storeSecret(n8n, 'query')]);
	const shapes = Array.from({ length: deliveries }, (_, index) => shape(index));
	const begun = performance.now();
	const since = () => performance.now() - begun;
	const underway: Array<Promise<number>> = [];
	for (const [index, body] of shapes.entries()) {
		await pause(Math.max(0, (index * overMs) / deliveries - since()));
		underway.push(deliverAtLast(signed(published), body));
	}
	const sentMs = since();
	const refusals = (await Promise.all(underway)).reduce((sum, count) => sum + count, 0);
	const answeredMs = since();
	const bodies = (await outputsOf(n8n, published, deliveries)).map(({ body }) =>
		JSON.stringify(body),
	);
	const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
	process.stdout.write(
		`${deliveries} deliveries sent in ${seconds(sentMs)}, all taken after ${seconds(answeredMs)}, ` +
			`${refusals} refused and repeated, all run after ${seconds(since())}\n`,
	);
	expect(bodies.sort()).toEqual(shapes.map((body) => JSON.stringify(body)).sort());
	expect(sentMs).toBeLessThan(overMs + 1_000);
});
