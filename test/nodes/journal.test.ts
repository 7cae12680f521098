import { afterEach, describe, expect, it } from '@jest/globals';
import { stringify } from 'flatted';
import type { INodeParameters } from 'n8n-workflow';
import type { Answer } from '../support/answeringServer';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { schemaOf } from '../support/operations.table';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

const count = 300;
const longestEntry = 220;

/** The number that an item gave to its path. */
const numberIn = (line: string): number => Number(/\d{5}/.exec(line)?.[0]);

/** What no two answers have in common. */
const ownId = (id: number): string =>
	`${(id * 7919).toString(16).padStart(8, '0')}-${(id * 104_729).toString(16).padStart(12, '0')}`;

const answering =
	(body: (id: number) => object, status = 200): Answer =>
	(response, { line }) =>
		line.startsWith('GET')
			? sendJson(response, 200, { workflow_schema: schemaOf('wf_1', { party: 'text' }) })
			: sendJson(response, status, body(numberIn(line)));

/** As sections 2 and 4 describe them, with all that can differ from one item to the next. */
const cases: ReadonlyArray<readonly [string, INodeParameters, Answer]> = [
	[
		'task.approve',
		{ taskId: byId('={{ $json.id }}'), decideIf: 'always' },
		answering((task_id) => ({
			task_id,
			status: 'in_progress',
			approved: true,
			message: `Task ${task_id} approved`,
		})),
	],
	[
		'task.comment',
		{ taskId: byId('={{ $json.id }}'), comment: '=For {{ $json.id }}' },
		answering((id) => ({ success: true, activity_log_id: id + 900_000, message: 'Comment added' })),
	],
	[
		'workflow.initiate',
		{
			workflowId: byId('=wf_{{ $json.id }}'),
			specifyVariables: 'json',
			variablesJson: { party: 'A' },
		},
		answering((id) => ({
			task_id: id,
			workflow_state_id: ownId(id),
			workflow_id: `wf_${id}`,
			version: 3,
			status: id % 3 === 0 ? 'pending' : 'in_progress',
			message: 'Workflow initiated',
		})),
	],
	[
		'group.create',
		{ name: '=Group {{ $json.id }}' },
		(response, { body }) => {
			const { name } = JSON.parse(body) as { name: string };
			const group_id = numberIn(name);
			const created_at = new Date(group_id * 86_400_000).toISOString();
			sendJson(response, 200, { group_id, name, member_user_ids: [group_id, 7], created_at });
		},
	],
];

const idsOf = (length: number) => Array.from({ length }, (_, index) => ({ id: 10_000 + index }));

/** What n8n keeps of a node between its tries, and saves. */
const contextAfter = async (operation: string, given: INodeParameters, answer: Answer) => {
	const server = await serve(answer);
	const { saved, output } = await runNode({
		parameters: parametersOf(operation, given),
		credentials: keyCredential(server.url, 'key_1'),
		items: itemsOf(...idsOf(count)),
		onError: 'continueRegularOutput',
		tries: 2,
	});
	const run = JSON.parse(saved) as { data: { executionData: { contextData: object } } };
	return { context: run.data.executionData.contextData, output };
};

describe('the journal costs at most 0.22 KB an item', () => {
	it.each(cases)('of %s', async (operation, given, answer) => {
		const { context, output } = await contextAfter(operation, given, answer);
		expect(output.filter(({ json }) => json.error)).toEqual([]);
		// As JSON, and in the form in which n8n saves it.
		for (const text of [JSON.stringify(context), stringify(context)]) {
			expect(text.length / count).toBeGreaterThan(20);
			expect(text.length / count).toBeLessThanOrEqual(longestEntry);
		}
	});
});

it('the journal of decisions without a clear answer costs at most 0.8 KB an item', async () => {
	const { context, output } = await contextAfter(
		'task.approve',
		{ taskId: byId('={{ $json.id }}'), decideIf: 'always' },
		(response, { line }) => {
			const task_id = numberIn(line);
			const updated_at = new Date(task_id * 86_400_000).toISOString();
			const task = { task_id, status: 'pending', current_step_id: 'legal', updated_at };
			if (line.startsWith('GET')) sendJson(response, 200, { task });
			else sendJson(response, 500, { detail: `Failed to approve ${task_id}` });
		},
	);
	expect(output.map(({ json }) => (json.error as { outcome: string }).outcome)).toEqual(
		Array(count).fill('unknown'),
	);
	expect(stringify(context).length / count).toBeLessThanOrEqual(4 * longestEntry);
});

it('what an earlier try finished comes out as it came from the service', async () => {
	const odd = {
		success: true,
		message: 'Größe: "5" <ok>\n\\ 日本 \ud83d\ude00',
		nested: { list: [1, 2.5, null, true, { a: '' }], '=': '3:4 5' },
	};
	const answerFor = (id: number) => ({
		activity_log_id: id,
		...odd,
		own: `x${id % 4} ${'y '.repeat(id % 3)}`,
	});
	let tries = 0;
	const server = await serve((response, { line }) => {
		const id = numberIn(line);
		if (id === 10_019 && tries++ === 0) sendJson(response, 404, { detail: 'Task not found' });
		else sendJson(response, 200, answerFor(id));
	});
	const { output, error } = await runNode({
		parameters: parametersOf('task.comment', {
			taskId: byId('={{ $json.id }}'),
			comment: 'A',
			options: { maxParallel: 1 },
		}),
		credentials: keyCredential(server.url, 'key_1'),
		items: itemsOf(...idsOf(20)),
		tries: 2,
	});
	expect(error).toBeUndefined();
	expect(server.requests).toHaveLength(21);
	expect(output.map(({ json }) => json)).toEqual(
		idsOf(20).map(({ id }) => ({ task_id: id, ...answerFor(id) })),
	);
});
