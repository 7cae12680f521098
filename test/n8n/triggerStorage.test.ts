import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { deliver, outputsOf, signed, startTrigger, storeSecret } from './triggerWorkflow';

let host: OwnN8n;
beforeAll(async () => {
	host = await ownN8n();
});
afterAll(async () => await host?.remove());

it('a delivery that n8n could not store is answered with 500, and starts its run when it is repeated', async () => {
	const n8n = await host.start();
	const published = await startTrigger(n8n, {}, [await storeSecret(n8n, 'query')]);
	const send = async (id: string) => (await deliver(signed(published), { id })).status;
	await host.sql(
		"CREATE TRIGGER full BEFORE INSERT ON execution_entity BEGIN SELECT RAISE(ABORT, 'The disk is full'); END",
	);
	expect(await send('lost')).toBe(500);
	await host.sql('DROP TRIGGER full');
	expect(await send('lost')).toBe(200);
	expect(await outputsOf(n8n, published, 1)).toMatchObject([{ body: { id: 'lost' } }]);
});
