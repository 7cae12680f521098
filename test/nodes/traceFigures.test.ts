import { afterEach, expect, it } from '@jest/globals';
import type { IRun } from 'n8n-workflow';
import { sendJson, serverPool } from '../support/answeringServer';
import type { NodeResult } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { nodeName } from '../support/n8nHost';
import type { Stage } from '../support/stage';
import { byId, itemsOf, keyCredential, parametersOf, startStage } from '../support/stage';

let stage: Stage | undefined;
const { serve, stopAll } = serverPool();
afterEach(async () => {
	await stage?.sandbox.stop();
	stage = undefined;
	await stopAll();
});

/** What n8n puts on the span of the node. */
const tracingOf = ({ saved }: NodeResult) => {
	const { data } = JSON.parse(saved) as IRun;
	return data.resultData.runData[nodeName]?.[0]?.metadata?.tracing;
};

const figures = (given: Readonly<Record<string, unknown>>) => {
	const none = { requests: 0, repeats: 0, refused: 0, waited_ms: 0 };
	const all = { ...none, sent: 0, skipped: 0, failed: 0, unknown: 0, ...given };
	return Object.fromEntries(
		Object.entries(all).map(([name, figure]) => [`contract_workflow.${name}`, figure]),
	);
};

it('counts requests, and what the rate limit refused and made wait', async () => {
	stage = await startStage({ rateLimit: 5, windowSeconds: 1 });
	const ids = [10001, 10002, 10003, 10004, 10005, 10018, 10019, 10021];
	const result = await stage.run(
		'task.approve',
		{ taskId: byId('={{ $json.id }}'), decideIf: 'always' },
		{ items: itemsOf(...ids.map((id) => ({ id }))) },
	);
	const log = stage.sandbox.requests();
	const refused = log.filter(({ status }) => status === 429).length;
	expect(refused).toBeGreaterThan(0);
	const tracing = tracingOf(result);
	expect(tracing).toEqual(
		figures({
			requests: log.length,
			repeats: refused,
			refused,
			waited_ms: expect.any(Number),
			sent: ids.length,
		}),
	);
	expect(tracing?.['contract_workflow.waited_ms']).toBeGreaterThan(0);
});

it('counts items by what became of them', async () => {
	const server = await serve((response, { line }) => {
		const task_id = Number(/\d+/.exec(line)?.[0]);
		if (line.startsWith('GET')) {
			const current_step_id = task_id === 2 ? 'later' : 'review';
			return sendJson(response, 200, { task: { task_id, current_step_id, steps: [] } });
		}
		if (task_id === 3) return sendJson(response, 404, { detail: 'Task not found' });
		if (task_id === 4) return void response.destroy();
		return sendJson(response, 200, { task_id, status: 'completed', approved: true, message: '' });
	});
	const result = await runNode({
		parameters: parametersOf('task.approve', {
			taskId: byId('={{ $json.id }}'),
			decideIf: 'atStep',
			step: byId('review'),
			ifMoved: 'skip',
		}),
		credentials: keyCredential(server.url, 'key_1'),
		items: itemsOf({ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }),
		onError: 'continueRegularOutput',
	});
	expect(tracingOf(result)).toEqual(
		figures({ requests: server.requests.length, sent: 1, skipped: 1, failed: 1, unknown: 1 }),
	);
});

it('counts them for a run that ends in an error, too', async () => {
	const server = await serve((response) => sendJson(response, 404, { detail: 'Task not found' }));
	const result = await runNode({
		parameters: parametersOf('task.get', { taskId: byId('={{ $json.id }}') }),
		credentials: keyCredential(server.url, 'key_1'),
		items: itemsOf({ id: 1 }),
	});
	expect(result.error).toBeDefined();
	expect(tracingOf(result)).toEqual(figures({ requests: 1, failed: 1 }));
});

it('counts nothing as sent in a dry run', async () => {
	stage = await startStage();
	const items = itemsOf({ id: 10001 }, { id: 99999 });
	const parameters = { taskId: byId('={{ $json.id }}'), dryRun: true };
	const result = await stage.run('task.approve', parameters, { items });
	expect(result.output.map(({ json }) => json.verdict)).toEqual(['would_send', 'would_fail']);
	expect(tracingOf(result)).toEqual(figures({ requests: stage.sandbox.requests().length }));
});
