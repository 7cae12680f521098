import { afterEach, expect, it } from '@jest/globals';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import type { Fate } from './faultServer';
import { faultServers, json } from './faultServer';
import { numbered } from './items';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

const count = 100;
const guarded = parametersOf('task.approve', {
	taskId: byId('={{ $json.id }}'),
	ifMoved: 'skip',
	// A busy machine answers ten at a time soon enough to tell a wait for the limit from its own.
	options: { maxParallel: 10 },
});

/** The tasks as they were reviewed. */
const reviewed = numbered(count).map(({ json: row }) => ({
	json: { ...row, task_id: row.id, current_step_id: 'legal' },
}));

interface Limit {
	readonly perWindow: number;
	readonly windowSeconds: number;
}

/** Refuses what is over the limit, and tells of the window on every answer. */
const createWindow = ({ perWindow, windowSeconds }: Limit) => {
	let ends = 0;
	let used = 0;
	return () => {
		const now = Date.now();
		if (now >= ends) {
			ends = Math.ceil(now / 1000 + windowSeconds) * 1000;
			used = 0;
		}
		const isOver = used >= perWindow;
		if (!isOver) used++;
		return {
			isOver,
			headers: {
				date: new Date(now).toUTCString(),
				'x-ratelimit-limit': String(perWindow),
				'x-ratelimit-remaining': String(perWindow - used),
				'x-ratelimit-reset': String(ends / 1000),
				...(isOver && { 'retry-after': String(Math.ceil((ends - now) / 1000)) }),
			},
		};
	};
};

/** Tasks at their step `legal`; a decision moves one on to `finance`, where nobody has reviewed it. */
const serveTasks = async (limit: Limit, onLook: (task: number, move: () => void) => void) => {
	const admit = createWindow(limit);
	const finance = new Set<number>();
	const lookedAt = new Map<number, number>();
	const decisions: Array<{ task: number; isReviewed: boolean; sinceLookMs: number }> = [];
	const answer = (task: number, isLook: boolean): Fate['atBody'] => {
		const { isOver, headers } = admit();
		if (isOver) return json(429, { detail: 'Rate limit exceeded' }, headers);
		if (isLook) {
			const current_step_id = finance.has(task) ? 'finance' : 'legal';
			onLook(task, () => finance.add(task));
			lookedAt.set(task, Date.now());
			const standing = { task_id: task, status: 'in_progress', updated_at: '', current_step_id };
			return json(200, { task: standing }, headers);
		}
		const sinceLookMs = Date.now() - (lookedAt.get(task) ?? 0);
		decisions.push({ task, isReviewed: !finance.has(task), sinceLookMs });
		finance.add(task);
		const done = { task_id: task, approved: true, status: 'in_progress', message: '' };
		return json(200, done, headers);
	};
	const server = await serve((_index, request) => {
		const [method, target] = (request?.line ?? '').split(' ');
		const task = Number(target?.split('/')[2]);
		return { atBody: (...given) => answer(task, method === 'GET')?.(...given) };
	});
	return { url: server.url, decisions };
};

const median = (milliseconds: readonly number[]): number =>
	[...milliseconds].sort((one, other) => one - other)[Math.floor(milliseconds.length / 2)] ?? 0;

it('decides no task that somebody moved on while the decision waited for the rate limit', async () => {
	const looked = new Set<number>();
	const { url, decisions } = await serveTasks({ perWindow: 60, windowSeconds: 6 }, (task, move) => {
		if (looked.has(task)) return;
		looked.add(task);
		setTimeout(move, 2_000);
	});
	const { output, error } = await runNode({
		parameters: guarded,
		credentials: keyCredential(url, 'key_1'),
		items: reviewed,
	});
	expect(error).toBeUndefined();
	expect(output).toHaveLength(count);
	expect(decisions.filter(({ isReviewed }) => !isReviewed)).toEqual([]);
	expect(decisions.length).toBeGreaterThan(count / 2);
	// Nothing waits in between: what waits for the rate limit takes seconds.
	expect(median(decisions.map(({ sinceLookMs }) => sinceLookMs))).toBeLessThan(1_000);
});

it('decides each task once for two guarded executions at once, with another credential and spelling of the host each', async () => {
	const { url, decisions } = await serveTasks(
		{ perWindow: 10_000, windowSeconds: 60 },
		() => undefined,
	);
	const runs = await Promise.all(
		(
			[
				['one', url],
				['two', `${url.replace('127.0.0.1', '0x7f.1')}/`],
			] as const
		).map(
			async ([credentialId, address]) =>
				await runNode({
					parameters: guarded,
					credentials: keyCredential(address, `key_${credentialId}`),
					credentialId,
					items: reviewed,
				}),
		),
	);
	expect(runs.map(({ error }) => error)).toStrictEqual([undefined, undefined]);
	expect(decisions.filter(({ isReviewed }) => !isReviewed)).toEqual([]);
	expect(decisions).toHaveLength(count);
	const skipped = runs.flatMap(({ output }) => output).filter(({ json: row }) => row.skipped);
	expect(skipped).toHaveLength(count);
});
