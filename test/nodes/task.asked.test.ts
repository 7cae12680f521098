import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ServedRequest } from '../support/answeringServer';
import { sendJson, serverPool, whoseKey } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { operationNamed, task } from '../support/operations.table';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

const { answer: organization } = operationNamed('organization.get');

const run = (step_run_id: string) => ({ step_run_id, step_id: 'legal' });

/** A task that others may move. */
let current: IDataObject;
let sent: string[];
beforeEach(() => {
	sent = [];
	current = {
		...task,
		task_id: 7,
		current_step_id: 'legal',
		current_step_name: 'Legal',
		status: 'in_progress',
		step_runs: [run('run-1')],
	};
});

const answerTo = ({ line }: ServedRequest): object => {
	if (line.includes('/comment')) return { success: true, activity_log_id: 5, message: 'Posted' };
	if (line.includes('/approve')) {
		return { task_id: 7, status: 'in_progress', approved: true, message: 'Approved' };
	}
	return line === whoseKey ? organization : { task: current };
};

const at = async (operation: string, parameters: INodeParameters, item: IDataObject = {}) => {
	const server = await serve((response, request) => {
		if (request.line.startsWith('POST')) sent.push(request.line);
		sendJson(response, 200, answerTo(request));
	});
	return await runNode({
		parameters: parametersOf(operation, { taskId: byId('7'), ...parameters }),
		credentials: keyCredential(server.url, 'key_1'),
		items: itemsOf(item),
	});
};

/** Asks, and gives what a flow behind the question has of it. */
const ask = async (): Promise<IDataObject> => {
	const { saved } = await at('task.sendAndWait', { message: 'May it?' });
	const { data } = JSON.parse(saved) as {
		readonly data: { executionData: { contextData: Record<string, { asked?: IDataObject }> } };
	};
	const [context] = Object.values(data.executionData.contextData);
	sent = [];
	return context?.asked ?? {};
};

/** Decides behind a question. */
const decide = async (
	asked: unknown,
	parameters: INodeParameters = {},
	more: INodeParameters = {},
) =>
	await at(
		'task.approve',
		{ additionalFields: { applyPlan: '={{ $json.asked }}', ...more }, ...parameters },
		{
			asked,
		} as IDataObject,
	);

describe('a decision behind a question', () => {
	it('is sent while the task is where it was asked about, however often it was updated', async () => {
		const asked = await ask();
		current.updated_at = '2026-12-01T00:00:00Z';
		for (const given of [asked, JSON.stringify(asked)]) {
			sent = [];
			const { output } = await decide(given);
			expect(output).toMatchObject([{ json: { approved: true } }]);
			expect(sent.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
				'POST /tasks/7/approve',
			]);
		}
	});

	it.each([
		[
			{ current_step_id: 'finance', step_runs: [run('run-1'), run('run-2')] },
			'The task has moved from step legal to step finance',
		],
		[{ step_runs: [run('run-1'), run('run-2')] }, 'The step runs of the task have changed'],
		[{ status: 'on_hold' }, 'The status of the task has changed from in_progress to on_hold'],
		[{ current_step_id: null }, 'The task has moved from step legal to no step'],
	])(
		'is not sent for a task that is elsewhere by then, and says why: %j',
		async (moved, reason) => {
			const asked = await ask();
			Object.assign(current, moved);
			const { output } = await decide(asked);
			expect(output).toMatchObject([
				{ json: { task_id: 7, skipped: true, reason: expect.stringContaining(reason) } },
			]);
			expect(sent).toEqual([]);
		},
	);

	it('is held to the step that it names, too', async () => {
		const asked = await ask();
		const { error } = await decide(asked, { onlyIfCurrentStepIs: byId('finance') });
		expect(error?.message).toContain('not at step finance');
		expect(sent).toEqual([]);
	});

	it.each([
		['no question', async () => await Promise.resolve(undefined), {}, 'Apply a Plan'],
		['an empty one', async () => await Promise.resolve({}), {}, 'Apply a Plan'],
		[
			'the plan of none',
			async () => ({ ...(await ask()), activity_log_id: null }),
			{},
			'must be a plan',
		],
		[
			'half of one',
			async () => ({ ...(await ask()), step_run_ids: 'run-1' }),
			{},
			'must be a plan',
		],
		['one about another task', ask, { taskId: byId('8') }, 'is a question about task 7'],
		['updates that count', ask, {}, 'must be off after a question', { skipIfUpdated: true }],
	])(
		'fails and sends nothing for %s',
		async (_, given, parameters, message, more: INodeParameters = {}) => {
			const { error } = await decide(await given(), parameters, more);
			expect(error?.message).toContain(message);
			expect(sent).toEqual([]);
		},
	);

	it('is foreseen by a dry run', async () => {
		const asked = await ask();
		const dry = { dryRun: true };
		const verdicts = [];
		verdicts.push((await decide(asked, dry)).output[0]?.json.verdict);
		current.current_step_id = 'finance';
		verdicts.push((await decide(asked, dry)).output[0]?.json.verdict);
		expect(verdicts).toEqual(['would_send', 'would_skip']);
	});
});
