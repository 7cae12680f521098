import { beforeAll, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf } from '../../tools/scripts/n8n/executions';
import { until } from '../../tools/scripts/n8n/pages/questions';
import { executionsOf, publish, unpublish } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { initiate, pollOf, pollingTrigger } from './pollingWorkflow';
import { publishTrigger } from './published';
import { keyFor, keyOf, saveWorkflow, session, stackAddresses } from './stack';

const { baseUrl, apiKey } = stackAddresses();

let n8n: N8n;
let key: StoredCredential;

beforeAll(async () => {
	n8n = session();
	key = await keyFor(n8n, baseUrl, apiKey);
});

const trigger = (parameters: INode['parameters'], credential = key): INode =>
	pollingTrigger(parameters, credential);

it('is published without a run, remembers where it stands, and goes on from there', async () => {
	const id = await publishTrigger(n8n, trigger({ event: 'taskCreated' }));
	expect((await pollOf(n8n, id))?.watch).toContain('taskCreated');
	await unpublish(n8n, id);
	const tasks = [await initiate(), await initiate()];
	// Publishing polls at once.
	await publish(n8n, id);
	const [execution, ...more] = await executionsOf(n8n, id, 1);
	expect(more).toEqual([]);
	expect(execution && jsonOf(execution, 'Trigger').map(({ task_id }) => task_id)).toEqual(tasks);
	await unpublish(n8n, id);
	await publish(n8n, id);
	expect(await executionsOf(n8n, id, 1)).toHaveLength(1);
	await unpublish(n8n, id);
});

it('goes on in the next polls on a small limit, and n8n saves where it stands', async () => {
	const sandbox = await createSandbox({ tasks: 1_500, documents: 0, rateLimit: 12 });
	try {
		const seconds = Array.from({ length: 12 }, (_, index) => 5 * index);
		const item = seconds.map((one) => ({ mode: 'custom', cronExpression: `${one} * * * * *` }));
		const id = await publishTrigger(
			n8n,
			trigger({ event: 'taskCreated', pollTimes: { item } }, await keyOf(n8n, sandbox)),
		);
		// The first poll reads half of a minute's limit, of eight pages. It ends as a run without items.
		const [saved] = await executionsOf(n8n, id, 1);
		expect(saved && jsonOf(saved, 'Trigger')).toEqual([]);
		expect(saved?.status).toBe('success');
		await until(async () => (await pollOf(n8n, id))?.position.isFirst === undefined);
		const { baseUrl, apiKeys } = sandbox;
		const task = await initiate({ baseUrl, apiKey: apiKeys.main });
		const runs = await executionsOf(n8n, id, 2);
		const found = runs.flatMap((run) => jsonOf(run, 'Trigger').map(({ task_id }) => task_id));
		expect(found).toEqual([task]);
		await unpublish(n8n, id);
	} finally {
		await sandbox.stop();
	}
});

it('cannot be published with a key that is wrong, and says so', async () => {
	const wrong = await keyFor(n8n, baseUrl, 'wrong_c2VjcmV0');
	const id = await saveWorkflow(n8n, [trigger({ event: 'taskCreated' }, wrong)], {});
	await expect(publish(n8n, id)).rejects.toThrow('The service did not accept the credential');
});
