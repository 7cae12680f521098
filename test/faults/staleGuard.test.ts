import { expect, it } from '@jest/globals';
import { withCredential } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import { useFastTime } from './fastTime';
import { faultServers, json } from './faultServer';
import { numbered, runAt, taskIn } from './items';

const serve = faultServers();
useFastTime();

const count = 100;
const guarded = parametersOf('task.approve', {
	taskId: byId('={{ $json.id }}'),
	ifMoved: 'skip',
	options: { maxParallel: 10 },
});

/** The tasks as they were reviewed. */
const items = numbered(count).map(({ json: row }) => ({
	json: { ...row, task_id: row.id, current_step_id: 'legal' },
}));

/**
 * Tasks at their step `legal`; a decision moves one on to `finance`, where nobody has reviewed it. With
 * the last request of a window, somebody moves on all that were looked at.
 */
const serveTasks = async (perWindow: number) => {
	let [ends, used] = [0, 0];
	const finance = new Set<number>();
	const looked = new Set<number>();
	const decisions: Array<{ task: number; isReviewed: boolean }> = [];
	const server = await serve((_index, request) => ({
		atBody(response) {
			const task = taskIn(request?.line);
			if (Date.now() >= ends) [ends, used] = [Math.ceil(Date.now() / 1000) * 1000 + 60_000, 0];
			const isLast = ++used === perWindow;
			const headers = {
				date: new Date().toUTCString(),
				'x-ratelimit-remaining': String(Math.max(perWindow - used, 0)),
				'x-ratelimit-reset': String(ends / 1000),
			};
			if (used > perWindow) {
				json(429, { detail: 'Rate limit exceeded' }, headers)(response);
				return;
			}
			if (request?.line.startsWith('GET')) {
				const current_step_id = finance.has(task) ? 'finance' : 'legal';
				looked.add(task);
				if (isLast) for (const one of looked) finance.add(one);
				const shown = { task_id: task, status: 'in_progress', updated_at: '', current_step_id };
				json(200, { task: shown }, headers)(response);
				return;
			}
			decisions.push({ task, isReviewed: !finance.has(task) });
			finance.add(task);
			if (isLast) for (const one of looked) finance.add(one);
			const done = { task_id: task, approved: true, status: 'in_progress', message: '' };
			json(200, done, headers)(response);
		},
	}));
	return { url: server.url, decisions };
};

it('decides no task that somebody moved on while the decision waited for the rate limit', async () => {
	const { url, decisions } = await serveTasks(60);
	const { output, error } = await runAt(url, guarded, { items });
	expect(error).toBeUndefined();
	expect(output).toHaveLength(count);
	expect(decisions.filter(({ isReviewed }) => !isReviewed)).toEqual([]);
	expect(decisions.length).toBeGreaterThan(count / 2);
});

it('decides each task once for two guarded executions at once, with another credential and host name each', async () => {
	const { url, decisions } = await serveTasks(10_000);
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
