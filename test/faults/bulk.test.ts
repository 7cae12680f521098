import { afterEach, expect, it } from '@jest/globals';
import { runNode, startNodeRun } from '../support/n8nCore';
import type { Stage } from '../support/stage';
import { byId, keyCredential, parametersOf, startStage } from '../support/stage';
import { errorOf, numbered } from './items';

let stage: Stage;
afterEach(async () => await stage.sandbox.stop());

const comment = parametersOf('task.comment', {
	taskId: byId('={{ $json.id }}'),
	comment: '=Comment on {{ $json.id }}',
});
const firstTask = 10001;

/** Ids of the tasks that have a comment, in order, one for each comment. */
const commented = () =>
	stage.sandbox
		.requests()
		.filter(({ status, path }) => status === 200 && path.endsWith('/comment'))
		.map(({ path }) => Number(path.split('/')[2]))
		.sort((one, other) => one - other);

const idsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => first + index);

const refusals = () => stage.sandbox.requests().filter(({ status }) => status === 429).length;

it('600 comments at 300 in ten seconds: all done, none twice, none refused', async () => {
	stage = await startStage({
		tasks: 600,
		rateLimit: 300,
		windowSeconds: 10,
		latencyMs: 102,
	});
	const { output, error } = await runNode({
		parameters: comment,
		credentials: stage.credentials,
		items: numbered(600, firstTask),
		onError: 'continueRegularOutput',
	});
	expect(error).toBeUndefined();
	expect(output.map(errorOf).filter(Boolean)).toEqual([]);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
		idsFrom(0, 600).map((item) => ({ item })),
	);
	expect(commented().join()).toBe(idsFrom(firstTask, 600).join());
	expect(refusals()).toBe(0);
});

const limited = { tasks: 300, rateLimit: 60, windowSeconds: 3, latencyMs: 20 };

/** Runs at the same time, each over its share of the tasks. */
const commentInParts = async (
	parts: ReadonlyArray<{ nodeId: string; count: number }>,
	first = firstTask,
) => {
	const runs = parts.map(async ({ nodeId, count }) => {
		const items = numbered(count, first);
		first += count;
		return await runNode({
			parameters: comment,
			credentials: stage.credentials,
			credentialId: 'shared',
			nodeId,
			items,
		});
	});
	const results = await Promise.all(runs);
	for (const { error } of results) expect(error).toBeUndefined();
};

it('two executions, or two nodes, on one credential share its rate limit', async () => {
	const counted: number[] = [];
	for (const parts of [
		[{ nodeId: 'one', count: 180 }],
		[
			{ nodeId: 'one', count: 90 },
			{ nodeId: 'one', count: 90 },
		],
		[
			{ nodeId: 'one', count: 90 },
			{ nodeId: 'two', count: 90 },
		],
	]) {
		stage = await startStage(limited);
		// From its response they know the limit.
		await commentInParts([{ nodeId: 'one', count: 1 }]);
		await commentInParts(parts, firstTask + 1);
		expect(commented().join()).toBe(idsFrom(firstTask, 181).join());
		counted.push(refusals());
		if (counted.length < 3) await stage.sandbox.stop();
	}
	// Without one shared state, each would use up the window, and every second one would be refused.
	expect(Math.max(...counted)).toBeLessThanOrEqual(20);
});

it('a credential whose window is used up does not hold up another one', async () => {
	stage = await startStage({ ...limited, windowSeconds: 10 });
	const { sandbox } = stage;
	const first = await startNodeRun({
		parameters: comment,
		credentials: stage.credentials,
		credentialId: 'first',
		items: numbered(61, firstTask),
	});
	const done = () => sandbox.requests().filter(({ status }) => status === 200).length;
	while (done() < 60) await new Promise(setImmediate);
	const second = await runNode({
		parameters: comment,
		credentials: keyCredential(sandbox.baseUrl, sandbox.apiKeys.second),
		credentialId: 'second',
		items: numbered(50, firstTask + 100),
	});
	expect(second.error).toBeUndefined();
	expect(done()).toBe(110);
	expect((await first.ended).error).toBeUndefined();
	expect(done()).toBe(111);
	expect(refusals()).toBeLessThanOrEqual(1);
});
