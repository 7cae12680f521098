import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { jsonOf } from '../../tools/scripts/n8n/executions';
import { until } from '../../tools/scripts/n8n/pages/questions';
import { executionsOf, unpublish } from '../../tools/scripts/n8n/publication';
import { nodeOf, packageType, publishTrigger } from '../n8n/published';
import { keyOf, session } from '../n8n/stack';
import { makeTasks } from './approvals';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ tasks: 5, documents: 0, rateLimit: 100_000 });
});
afterAll(async () => await sandbox?.stop());

const lists = (): number =>
	sandbox.requests().filter(({ endpoint }) => endpoint === 'listTasks').length;

/** A second of each minute that is so many seconds from now. */
const secondIn = (seconds: number): number => new Date(Date.now() + seconds * 1000).getSeconds();

it('one process polls, and what is new starts one run, on a worker', async () => {
	const n8n = session();
	const cronExpressions = [8, 14].map((seconds) => `${secondIn(seconds)} * * * * *`);
	const pollTimes = {
		item: cronExpressions.map((cronExpression) => ({ mode: 'custom', cronExpression })),
	};
	const trigger = nodeOf(
		'Trigger',
		packageType('contractWorkflowPollingTrigger'),
		{ event: 'taskCreated', pollTimes },
		[await keyOf(n8n, sandbox)],
	);
	const id = await publishTrigger(n8n, trigger);
	const tasks = await makeTasks(sandbox, 3);
	await until(() => lists() > 0, 180_000);
	const runs = await executionsOf(n8n, id, 1);
	expect(runs.map((run) => jsonOf(run, 'Trigger').map(({ task_id: task }) => task))).toEqual([
		tasks,
	]);
	const first = lists();
	await until(() => lists() > first, 180_000);
	// Whatever else polled would do so in the same second.
	const polledAt = Date.now();
	await until(() => Date.now() > polledAt + 2_000);
	expect(lists()).toBe(first + 1);
	expect(await executionsOf(n8n, id, 1)).toHaveLength(1);
	await unpublish(n8n, id);
});
