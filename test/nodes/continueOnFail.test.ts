import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import type { Stage } from '../support/stage';
import { byId, byLane, itemsOf, keyCredential, startStage } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

let stage: Stage;
beforeEach(async () => {
	stage = await startStage();
});
afterEach(() => stage.sandbox.stop());

const approve = { taskId: byId('={{ $json.id }}') };

/** Right, at the wrong step, without a value, unknown, right. */
const mixed = itemsOf(
	{ id: 10001, note: 'a' },
	{ id: 10006, note: 'b' },
	{ id: 'x', note: 'c' },
	{ id: 1, note: 'd' },
	{ id: 10002, note: 'e' },
);

const sent = [10001, 10006, 1, 10002].map((id) => ({
	request: `POST /tasks/${id}/approve`,
	body: { approved: true },
}));

const approved = (item: number, task_id: number) => ({
	pairedItem: { item },
	json: { task_id, status: 'in_progress', approved: true, message: 'Task approved' },
});

const conflict = {
	message: 'The task is not in a state that allows this',
	description: expect.stringContaining('The service says: The task is not at an approval step'),
	outcome: 'failed',
	target: { kind: 'task', id: '10006' },
	status: 409,
	detail: 'The task is not at an approval step, or was already decided',
};
const wrongId = {
	message: '"Task" must be a whole number',
	description: 'Nothing was sent. Correct the field and run again.',
	outcome: 'failed',
};
const missing = {
	message: 'The service did not find it',
	description: expect.stringContaining('Task not found'),
	outcome: 'failed',
	target: { kind: 'task', id: '1' },
	status: 404,
	detail: 'Task not found',
};

it('with the error output, failed items go there with their input, the others go on', async () => {
	const result = await stage.run('task.approve', approve, {
		items: mixed,
		onError: 'continueErrorOutput',
	});
	expect(byLane(stage.received())).toEqual(byLane(sent));
	expect(result.error).toBeUndefined();
	expect(result.output).toEqual([approved(0, 10001), approved(4, 10002)]);
	expect(result.errorOutput).toEqual([
		{ pairedItem: { item: 1 }, json: { id: 10006, note: 'b', error: conflict } },
		{ pairedItem: { item: 2 }, json: { id: 'x', note: 'c', error: wrongId } },
		{ pairedItem: { item: 3 }, json: { id: 1, note: 'd', error: missing } },
	]);
	expect(result.saved).not.toContain(stage.sandbox.apiKeys.main);
});

it('with "continue", failed items stand in the output at their places', async () => {
	const result = await stage.run('task.approve', approve, {
		items: mixed,
		onError: 'continueRegularOutput',
	});
	expect(byLane(stage.received())).toEqual(byLane(sent));
	expect(result.error).toBeUndefined();
	expect(result.output).toEqual([
		approved(0, 10001),
		{ pairedItem: { item: 1 }, json: { error: conflict } },
		{ pairedItem: { item: 2 }, json: { error: wrongId } },
		{ pairedItem: { item: 3 }, json: { error: missing } },
		approved(4, 10002),
	]);
	expect(result.errorOutput).toEqual([]);
	// Above the output n8n shows which failed, and on what they worked.
	expect(result.saved).toContain(
		'"hints":[{"message":"Items, counted from 0: done 0, 4; failed 1-3 (task 10006, task 1)."',
	);
});

it('an item with several output items keeps its place beside one that failed', async () => {
	const { output, errorOutput } = await stage.run(
		'clickwrap.getHistory',
		{ slug: '={{ $json.slug }}' },
		{
			items: itemsOf(
				{ slug: 'none' },
				{ slug: 'terms-of-service' },
				{ slug: 'datenschutz-hinweis' },
			),
			onError: 'continueErrorOutput',
		},
	);
	expect(output.map(({ pairedItem, json }) => [pairedItem, json.version])).toEqual([
		[{ item: 1 }, 3],
		[{ item: 1 }, 2],
		[{ item: 1 }, 1],
		[{ item: 2 }, 1],
	]);
	expect(errorOutput.map(({ pairedItem, json }) => [pairedItem, json.slug])).toEqual([
		[{ item: 0 }, 'none'],
	]);
});

it('a write without a clear answer is told apart from one that failed', async () => {
	const server = await serve((response, { line }) =>
		line.includes('/2/')
			? response.destroy()
			: sendJson(response, 500, { detail: 'Failed to approve' }),
	);
	const { errorOutput } = await stage.run('task.approve', approve, {
		items: itemsOf({ id: 1 }, { id: 2 }),
		onError: 'continueErrorOutput',
		credentials: keyCredential(server.url, 'key_1'),
	});
	expect(server.requests.filter(({ line }) => line.startsWith('POST'))).toHaveLength(2);
	expect(errorOutput.map(({ json }) => json)).toMatchObject([
		{ id: 1, error: { outcome: 'unknown', status: 500, detail: 'Failed to approve' } },
		{ id: 2, error: { outcome: 'unknown' } },
	]);
});

it('without it, nothing new is started after a failure, and the error tells what was done', async () => {
	const ids = [10001, 10006, ...Array.from({ length: 38 }, () => 10001)];
	const { error, output } = await stage.run(
		'task.comment',
		{
			taskId: byId('={{ $json.id }}'),
			comment: '={{ $json.text }}',
			additionalFields: { addMarker: false, replyTo: '={{ $json.replyTo }}' },
		},
		{
			items: itemsOf(
				...ids.map((id, index) => ({ id, text: `${index}`, replyTo: index === 1 ? 99 : '' })),
			),
		},
	);
	expect(output).toEqual([]);
	expect(error).toMatchObject({ httpCode: '422', context: { itemIndex: 1 } });
	const clauses =
		/ Items, counted from 0: done (.+); failed 1 \(task \S+\); not started (.+)\.$/.exec(
			error?.description ?? '',
		);
	const posted = stage
		.received()
		.filter(({ request }) => request === 'POST /tasks/10001/comment')
		.map(({ body }) => Number((body as { comment: string }).comment));
	const last = posted.at(-1) ?? 0;
	expect(posted.length).toBeLessThan(10);
	expect(clauses?.[1]).toBe(last === 0 ? '0' : last === 2 ? '0, 2' : `0, 2-${last}`);
	expect(clauses?.[2]).toBe(`${last + 1 === 1 ? 2 : last + 1}-39`);
});

it('without it, the error of the first failed item is told, and what is under way is awaited', async () => {
	const started = new Set<string>();
	const server = await serve((response, { line }) => {
		started.add(line);
		const answer = () =>
			line.includes('/3/')
				? sendJson(response, 404, { detail: 'Task not found' })
				: sendJson(response, 200, { task_id: Number(line.split('/')[2]), approved: true });
		if (line.includes('/3/')) answer();
		else waiting.push(answer);
		// The failure is answered first, the other nine only when all ten are under way.
		if (started.size === 10) for (const go of waiting.splice(0)) go();
	});
	const waiting: Array<() => void> = [];
	const tenAtOnce = { ...approve, options: { performance: { maxParallel: 10 } } };
	const { error } = await stage.run('task.approve', tenAtOnce, {
		items: itemsOf(...Array.from({ length: 25 }, (_, id) => ({ id }))),
		credentials: keyCredential(server.url, 'key_1'),
	});
	expect(started.size).toBe(10);
	expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 3 } });
	expect(error?.description).toMatch(
		/ Items, counted from 0: done 0-2, 4-9; failed 3 \(task 3\); not started 10-24\.$/,
	);
});

it('a failure without a clear answer is counted apart', async () => {
	const server = await serve((response) => response.destroy());
	const oneByOne = { ...approve, options: { performance: { maxParallel: 1 } } };
	const { error } = await stage.run('task.approve', oneByOne, {
		items: itemsOf({ id: 5 }, { id: 6 }, { id: 7 }),
		credentials: keyCredential(server.url, 'key_1'),
	});
	expect(server.requests.filter(({ line }) => line.startsWith('POST'))).toHaveLength(1);
	expect(error?.description).toMatch(
		/ Items, counted from 0: outcome unknown 0 \(task 5\); not started 1-2\.$/,
	);
});
