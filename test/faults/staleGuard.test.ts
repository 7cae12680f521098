import { expect, it } from '@jest/globals';
import { withCredential } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import { useFastTime } from './fastTime';
import { faultServers, json } from './faultServer';
import { numbered, runAt, taskIn } from './items';

const serve = faultServers();
useFastTime();

const count = 30;
const guarded = parametersOf('task.approve', {
	taskId: byId('={{ $json.id }}'),
	ifMoved: 'skip',
	options: { maxParallel: 10 },
});

/** The tasks as they were reviewed. */
const items = numbered(count).map(({ json: row }) => ({
	json: { ...row, task_id: row.id, current_step_id: 'legal' },
}));

/** Tasks at their step `legal`; a decision moves one on to `finance`, where nobody has reviewed it. */
const serveTasks = async () => {
	const finance = new Set<number>();
	const decisions: Array<{ task: number; isReviewed: boolean }> = [];
	const server = await serve((_index, request) => ({
		atBody(response) {
			const task = taskIn(request?.line);
			if (request?.line.startsWith('GET')) {
				const current_step_id = finance.has(task) ? 'finance' : 'legal';
				const shown = { task_id: task, status: 'in_progress', updated_at: '', current_step_id };
				json(200, { task: shown })(response);
				return;
			}
			decisions.push({ task, isReviewed: !finance.has(task) });
			finance.add(task);
			json(200, { task_id: task, approved: true, status: 'in_progress', message: '' })(response);
		},
	}));
	return { url: server.url, decisions };
};

it('decides each task once for two guarded executions at once, with another credential and host name each', async () => {
	const { url, decisions } = await serveTasks();
	const runs = await Promise.all(
		[['one', url] as const, ['two', `${url.replace('127.0.0.1', 'localhost')}/`] as const].map(
			async ([id, address]) => {
				const credentials = keyCredential(address, `key_${id}`);
				return await runAt(address, guarded, { credentials, node: withCredential(id), items });
			},
		),
	);
	expect(runs.map(({ error }) => error)).toStrictEqual([undefined, undefined]);
	expect(decisions.filter(({ isReviewed }) => !isReviewed)).toEqual([]);
	expect(decisions).toHaveLength(count);
	const skipped = runs.flatMap(({ output }) => output).filter(({ json: row }) => row.skipped);
	expect(skipped).toHaveLength(count);
});
