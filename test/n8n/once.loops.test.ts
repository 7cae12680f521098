import { afterEach, beforeAll, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { json, keyedServers } from '../faults/faultServer';
import { keyFor, keyedNodes } from './keyedNode';
import { contractWorkflow, plain, saveWorkflow, session, then } from './stack';

/* A node that runs several times in an execution. */

const { serve, stopAll } = keyedServers();
afterEach(stopAll);

let n8n: N8n;
beforeAll(() => {
	n8n = session();
});

const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });
const comment: INodeParameters = {
	resource: 'task',
	operation: 'comment',
	taskId: byId('={{ $json.id }}'),
	comment: 'Signed',
};
const to = (node: string, index = 0) => ({ node, type: 'main' as const, index });
const rows = [1, 2, 3].map((id) => ({ id }));
const posted = json(200, { success: true, activity_log_id: 1, message: 'Posted' });

it('a loop with Retry On Fail launches each contract once', async () => {
	let launches = 0;
	const schema = { workflow_id: 'wf_1', version: 1, variables: [], steps: [] };
	const server = await serve((_index, request) => ({
		atBody(response) {
			if (request?.line.startsWith('GET')) json(200, { workflow_schema: schema })(response);
			else if (++launches === 2) json(404, { detail: 'Not yet' })(response);
			else json(200, { task_id: launches, workflow_id: 'wf_1', version: 1 })(response);
		},
	}));
	const write = contractWorkflow(
		'Write',
		{
			...{ resource: 'workflow', operation: 'initiate', workflowId: byId('wf_1') },
			...{ version: byId('1'), specifyVariables: 'json', variablesJson: '{}' },
		},
		await keyFor(n8n, server.url, 'key_1'),
	);
	const nodes = [
		...keyedNodes(rows, { ...write, retryOnFail: true, maxTries: 3, waitBetweenTries: 5 }),
		plain('Loop', 'splitInBatches', 3, { batchSize: 1 }),
	];
	const id = await saveWorkflow(n8n, nodes, {
		...{ Start: then('Rows'), Rows: then('Split'), Split: then('Loop'), Write: then('Loop') },
		Loop: { main: [[], [to('Write')]] },
	});
	const execution = await runWorkflow(n8n, id, 'Start');
	expect([execution.error, launches]).toStrictEqual([undefined, 4]);
	expect(jsonOf(execution, 'Loop').map(({ task_id }) => task_id)).toEqual([1, 3, 4]);
});

it('two branches into one Comment make two comments', async () => {
	const server = await serve(() => ({ atBody: posted }));
	const write = contractWorkflow('Write', comment, await keyFor(n8n, server.url, 'key_1'));
	const set = (name: string) => plain(name, 'noOp', 1, {});
	const nodes = [...keyedNodes([{ id: 1 }], write), set('Legal'), set('Finance')];
	const id = await saveWorkflow(n8n, nodes, {
		...{ Start: then('Rows'), Rows: then('Split'), Legal: then('Write'), Finance: then('Write') },
		Split: { main: [[to('Legal'), to('Finance')]] },
	});
	expect((await runWorkflow(n8n, id, 'Start')).error).toBeUndefined();
	expect(server.requests).toHaveLength(2);
});

it('a loop from the error output sends again what failed, and not what is unknown', async () => {
	const times = [0, 0, 0, 0];
	const server = await serve((_index, request) => ({
		atBody(response) {
			const task = Number(request?.line.split('/')[2]);
			const time = (times[task] = (times[task] ?? 0) + 1);
			if (task === 1 && time === 1) response.socket?.resetAndDestroy();
			else if (task === 2 && time === 1) json(404, { detail: 'Not yet' })(response);
			else posted(response);
		},
	}));
	const write = contractWorkflow('Write', comment, await keyFor(n8n, server.url, 'key_1'));
	const once = plain('Once', 'if', 2.2, {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
			combinator: 'and',
			conditions: [
				{
					id: '1',
					leftValue: '={{ $runIndex }}',
					rightValue: 1,
					operator: { type: 'number', operation: 'lt' },
				},
			],
		},
	});
	const nodes = [...keyedNodes(rows, { ...write, onError: 'continueErrorOutput' }), once];
	const id = await saveWorkflow(n8n, nodes, {
		...{ Start: then('Rows'), Rows: then('Split'), Split: then('Write'), Once: then('Write') },
		Write: { main: [[], [to('Once')]] },
	});
	const execution = await runWorkflow(n8n, id, 'Start');
	expect(execution.error).toBeUndefined();
	expect(times).toEqual([0, 1, 2, 1]);
	expect(jsonOf(execution, 'Once', 1)).toMatchObject([
		{ id: 1, error: { outcome: 'unknown', operation: 'task.comment' } },
	]);
});
