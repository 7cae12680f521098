import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { jsonOf } from '../../scripts/n8n/executions';
import { executionsOf } from '../../scripts/n8n/publication';
import { requestsTo, useRecipe } from './recipe';

const secret = 'Recipe-Secret_4711';
const marker = '(sent-by-n8n)';
const recipe = useRecipe('reply-to-question', () => [
	{
		name: 'Comments',
		type: 'contractWorkflowWebhookApi',
		data: { secret, sentIn: 'query', queryName: 'token', headerName: 'X-Webhook-Secret' },
	},
]);

beforeAll(async () => {
	const { n8n, file, sandbox, publish } = recipe();
	await publish();
	const trigger = file.nodes.find(({ name }) => name === 'Comment Posted');
	sandbox.subscribe({ url: `${n8n.url}/webhook/${trigger?.webhookId}/webhook?token=${secret}` });
});

afterEach(() => recipe().sandbox.clearRequests());

const task = z.object({ task: z.object({ assignee_email: z.string() }) });
const posted = z.object({ activity_log_id: z.number() });

const comment = async (text: string, taskId = 10001): Promise<number> =>
	posted.parse(await recipe().ask(`/tasks/${taskId}/comment`, { comment: text })).activity_log_id;

/** Waits until the sandbox has delivered as many comments, and nothing is left to deliver. */
const delivered = async (expected: number) => {
	const deadline = Date.now() + 30_000;
	for (;;) {
		const log = recipe().sandbox.deliveries();
		const isDone = log.length >= expected && log.every(({ status }) => status === 'delivered');
		if (isDone) return log;
		if (Date.now() > deadline) throw new Error(`Not delivered: ${JSON.stringify(log)}`);
		await pause(50);
	}
};

const runs = async (expected: number) =>
	await executionsOf(recipe().n8n, recipe().file.id, expected);

const comments = () => requestsTo(recipe(), /\/comment$/).map(({ body }) => body);

it('replies to a question below it, once, and does not answer its own reply', async () => {
	const question = await comment('Who decides this next?');
	const log = await delivered(2);
	expect(log).toHaveLength(2);
	expect(log[0]?.request?.body).toContain(marker);

	// What is delivered now starts its run after any run that the reply would have started.
	await comment('A remark, and no question.');
	const second = await comment('¿Cuándo? 何時ですか？', 10002);
	expect(await delivered(5)).toHaveLength(5);
	const executions = await runs(2);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
	expect(executions.map((run) => jsonOf(run, 'Reply in Thread')[0]?.success)).toEqual([true, true]);
	const { assignee_email } = task.parse(await recipe().ask('/tasks/10001')).task;
	expect(comments()).toEqual([
		{ comment: 'Who decides this next?' },
		{
			comment: `${marker}\n\nThe task is at the step "Legal approval", with ${assignee_email}.`,
			reply_to: question,
		},
		{ comment: 'A remark, and no question.' },
		{ comment: '¿Cuándo? 何時ですか？' },
		{ comment: expect.stringContaining(marker), reply_to: second },
	]);
});

it('answers a comment once that the service delivers again', async () => {
	const log = recipe().sandbox.deliveries();
	const again = log.find(({ request }) => request?.body.includes('Who decides'));
	const { url } = recipe().sandbox.subscriptions()[0] ?? { url: '' };
	const response = await fetch(url, {
		method: 'POST',
		headers: { ...again?.request?.headers },
		body: again?.request?.body,
	});
	expect(response.status).toBe(200);
	await comment('Is this the next one?');
	await delivered(log.length + 2);
	expect(await runs(3)).toHaveLength(3);
});

it('says what is wrong with a delivery without a task, and replies nothing', async () => {
	const { url } = recipe().sandbox.subscriptions()[0] ?? { url: '' };
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ comment: 'Who?', activity_log_id: 4711 }),
	});
	expect(response.status).toBe(200);
	const [run] = (await runs(4)).slice(-1);
	expect(run?.status).toBe('error');
	expect(run?.error?.message).toContain('Nothing was found at "body.task_id". Check the path.');
	expect(comments()).toEqual([]);
});
