import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { jsonOf } from '../../tools/scripts/n8n/executions';
import { executionsOf, unpublish } from '../../tools/scripts/n8n/publication';
import { initiate, pollOf, pollingKey, pollingTrigger } from './pollingWorkflow';
import { publishTrigger } from './published';
import { session } from './stack';

it('polls every minute while it is published, and gives what is new once', async () => {
	const n8n = session();
	const trigger = pollingTrigger({ event: 'taskCreated' }, await pollingKey(n8n, 'Each minute'));
	const id = await publishTrigger(n8n, trigger);
	const created: number[] = [];
	for (const news of [1, 2]) {
		for (let count = 0; count < news; count++) created.push(await initiate());
		const deadline = Date.now() + 75_000;
		let given: unknown[] = [];
		while (given.length < created.length && Date.now() < deadline) {
			const executions = await executionsOf(n8n, id, 0);
			given = executions.flatMap((execution) =>
				jsonOf(execution, 'Trigger').map(({ task_id: task }) => task),
			);
			await pause(500);
		}
		expect(given).toEqual(created);
		expect(await executionsOf(n8n, id, 0)).toHaveLength(news);
		const seen = (await pollOf(n8n, id))?.seen.map(([task]) => task);
		expect(seen).toEqual(expect.arrayContaining(created));
	}
	await unpublish(n8n, id);
});
