import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf } from '../../tools/scripts/n8n/executions';
import { until } from '../../tools/scripts/n8n/pages/questions';
import { executionsOf, publish, unpublish } from '../../tools/scripts/n8n/publication';
import { makeTasks } from '../queue/approvals';
import { nodeOf, packageType, publishTrigger } from './published';
import { keyFor, keyOf, saveWorkflow, session } from './stack';

const n8n = session();
let sandbox: Sandbox;
/** Half of a minute's limit is less than the pages of all its tasks. */
let long: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ documents: 0 });
	long = await createSandbox({ tasks: 1_500, documents: 0, rateLimit: 12 });
});
afterAll(async () => {
	await sandbox?.stop();
	await long?.stop();
});

const trigger = (credential: StoredCredential, item: INodeParameters[]): INode => {
	const parameters = { event: 'taskCreated', pollTimes: { item } };
	return nodeOf('Trigger', packageType('contractWorkflowPollingTrigger'), parameters, [credential]);
};
const everyMinute = [{ mode: 'everyMinute' }];

const stored = z.object({
	staticData: z.record(
		z.object({
			poll: z.object({
				watch: z.string(),
				position: z.object({ isFirst: z.boolean().optional() }),
				seen: z.array(z.tuple([z.number(), z.number(), z.string()])),
			}),
		}),
	),
});

/** What n8n keeps of where the trigger of a workflow stands. */
const pollOf = async (id: string) =>
	(await n8n.request('GET', `/workflows/${id}`, stored)).staticData['node:Trigger']?.poll;

it('is published without a run, remembers where it stands, and goes on from there', async () => {
	const id = await publishTrigger(n8n, trigger(await keyOf(n8n, sandbox), everyMinute));
	expect((await pollOf(id))?.watch).toContain('taskCreated');
	await unpublish(n8n, id);
	const tasks = await makeTasks(sandbox, 2);
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
	const seconds = Array.from({ length: 12 }, (_, index) => 5 * index);
	const times = seconds.map((one) => ({ mode: 'custom', cronExpression: `${one} * * * * *` }));
	const id = await publishTrigger(n8n, trigger(await keyOf(n8n, long), times));
	// A poll that does not read all ends as a run without items.
	const [saved] = await executionsOf(n8n, id, 1);
	expect(saved && jsonOf(saved, 'Trigger')).toEqual([]);
	expect(saved?.status).toBe('success');
	await until(async () => (await pollOf(id))?.position.isFirst === undefined);
	const tasks = await makeTasks(long, 1);
	const runs = await executionsOf(n8n, id, 2);
	const found = runs.flatMap((run) => jsonOf(run, 'Trigger').map(({ task_id }) => task_id));
	expect(found).toEqual(tasks);
	await unpublish(n8n, id);
});

it('cannot be published with a key that is wrong, and says so', async () => {
	const wrong = await keyFor(n8n, sandbox.baseUrl, 'wrong_c2VjcmV0');
	const id = await saveWorkflow(n8n, [trigger(wrong, everyMinute)], {});
	await expect(publish(n8n, id)).rejects.toThrow('The service did not accept the credential');
});
