import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import { freePort } from '../../tools/scripts/n8n/installation/port';
import { pageOfTasks, sendJson, serverPool } from '../support/answeringServer';
import { parametersOf } from '../support/stage';
import { contractWorkflow, keyFor, plain, saveWorkflow, session, then } from './stack';

const serve = serverPool();

const rows = Array.from({ length: 10_000 }, (_, index) => ({ task_id: index + 1 }));
const downMs = 30_000;

it('Return All gets each task once, though the service restarts for 30 s in the middle', async () => {
	const port = await freePort();
	const first = await serve(
		(response, { body }, index) => {
			if (index === 20) void first.stop();
			else sendJson(response, 200, pageOfTasks(rows, body));
		},
		{ port },
	);
	const key = await keyFor(session(), first.url);
	const list = contractWorkflow(
		'List',
		parametersOf('task.getMany', { returnAll: true, output: 'raw' }),
		key,
	);
	const nodes = [plain('Start', 'manualTrigger', 1, {}), list];
	const id = await saveWorkflow(session(), nodes, { Start: then('List') });
	const running = runWorkflow(session(), id, 'Start');
	while (first.requests.length <= 20) await pause(20);
	await pause(downMs);
	const second = await serve(
		(response, { body }, index) => {
			if (index < 2) sendJson(response, 502, { detail: 'Bad Gateway' });
			else
				setTimeout(() => sendJson(response, 200, pageOfTasks(rows, body)), index < 5 ? 1_500 : 0);
		},
		{ port },
	);
	const execution = await running;
	expect(execution.error).toBeUndefined();
	expect(jsonOf(execution, 'List')).toMatchObject(rows);
	expect(second.requests.length).toBeLessThanOrEqual(60);
});
