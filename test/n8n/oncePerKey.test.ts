import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { Execution } from '../../tools/scripts/n8n/executions';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { Fate } from '../faults/faultServer';
import { json, keyedServers } from '../faults/faultServer';
import { keyFor, keyedNode, keyedNodes } from './keyedNode';
import { contractWorkflow, plain, saveWorkflow, session, then } from './stack';

const { serve, stopAll } = keyedServers();
afterEach(stopAll);

let n8n: N8n;
beforeAll(() => {
	n8n = session();
});

const taskId = { __rl: true, mode: 'id', value: '={{ $json.task }}' };
const comment = (more: INodeParameters = {}, safety: INodeParameters = {}): INodeParameters => ({
	resource: 'task',
	operation: 'comment',
	taskId,
	comment: 'Signed in the CRM',
	...more,
	options: { safety: { idempotencyKey: '={{ $json.deal }}', ...safety } },
});
const releasing = { releaseKeys: true };

let entries = 0;
const posted = (): Fate => ({
	atBody: json(200, { success: true, activity_log_id: ++entries, message: 'Posted' }),
});
const refused = (): Fate => ({ atBody: json(404, { detail: 'Task not found' }) });
const lost = (): Fate => ({ atBody: (response) => response.socket?.resetAndDestroy() });

const notSentAgain = (execution: Execution) =>
	jsonOf(execution, 'Write').map((row) => row.not_sent_again);
const known = (state: string, key: string) => ({
	key,
	state,
	reason: expect.stringContaining(`the key "${key}"`),
});
const hintsOf = ({ runData }: Execution): string[] =>
	(runData.Write?.at(-1)?.hints ?? []).map(({ message }) => message);

/** A node that comments on a service, whose answers are `fates` in turn; then all goes well. */
const commenting = async (...fates: Fate[]) => {
	const server = await serve((index) => fates[index] ?? posted());
	const node = await keyedNode(n8n, await keyFor(n8n, server.url, 'key_1'));
	return { server, ...node };
};

const deals = [
	{ deal: 'd-1', task: 1 },
	{ deal: 'd-2', task: 2 },
];

describe('a key that was used', () => {
	it('is not sent with by a later run, which gives the first answer and says why', async () => {
		const { server, run } = await commenting();
		const first = await run(deals, comment());
		const changed = { deal: 'd-2', task: 7 };
		const again = await run([changed, { deal: 'd-1', task: 1 }, changed], comment());
		expect(server.requests).toHaveLength(2);
		expect(again.status).toBe('success');
		const sent = new Map(jsonOf(first, 'Write').map((row, index) => [`d-${index + 1}`, row]));
		expect(jsonOf(again, 'Write')).toEqual(
			['d-2', 'd-1', 'd-2'].map((key) => ({
				...sent.get(key),
				not_sent_again: known('done', key),
			})),
		);
	});

	it('is sent with once where two items of a run have it, the other gives its answer', async () => {
		const { server, run } = await commenting();
		const { runData, ...execution } = await run(
			[
				{ deal: ' d-1', task: 1 },
				{ deal: 'd-1 ', task: 1 },
			],
			comment(),
		);
		expect(server.requests).toHaveLength(1);
		const rows = jsonOf({ runData, ...execution }, 'Write');
		expect(new Set(rows.map(({ activity_log_id: id }) => id)).size).toBe(1);
		expect(rows.filter(({ not_sent_again: again }) => again)).toHaveLength(1);
	});

	it('is sent with once by two executions at the same time', async () => {
		const slow = (): Fate => ({
			atBody: (response, request) =>
				void setTimeout(() => posted().atBody?.(response, request), 1_000),
		});
		const { server, id, change } = await commenting(slow(), slow());
		await change(deals, comment());
		const both = await Promise.all([1, 2].map(async () => await runWorkflow(n8n, id, 'Start')));
		expect(both.map(({ status }) => status)).toEqual(['success', 'success']);
		expect(server.requests).toHaveLength(2);
	});

	it('stays the same one with another key of the same service', async () => {
		const { server, run } = await commenting();
		await run(deals, comment());
		const renewed = await keyFor(n8n, server.url, 'key_2');
		await run(deals, comment(), { credentials: { contractWorkflowApi: renewed } });
		expect(server.requests).toHaveLength(2);
	});

	it('comes out at the first output, as no failure, where errors have one of their own', async () => {
		const { server, run } = await commenting();
		await run(deals, comment());
		const again = await run(deals, comment(), { onError: 'continueErrorOutput' });
		expect(server.requests).toHaveLength(2);
		expect(notSentAgain(again)).toEqual([known('done', 'd-1'), known('done', 'd-2')]);
	});

	it('is one in a loop, too', async () => {
		const server = await serve(posted);
		const write = contractWorkflow('Write', comment(), await keyFor(n8n, server.url, 'key_1'));
		const nodes = [
			...keyedNodes([...deals, ...deals], write),
			plain('Loop', 'splitInBatches', 3, { batchSize: 1 }),
		];
		const loop = { main: [[], [{ node: 'Write', type: 'main' as const, index: 0 }]] };
		const id = await saveWorkflow(n8n, nodes, {
			Start: then('Rows'),
			Rows: then('Split'),
			Split: then('Loop'),
			Loop: loop,
			Write: then('Loop'),
		});
		const execution = await runWorkflow(n8n, id, 'Start');
		expect(execution.status).toBe('success');
		expect(execution.runData.Write).toHaveLength(4);
		expect(server.requests).toHaveLength(2);
	});
});

const byTask = (operation: string, more: INodeParameters) =>
	[`task.${operation}`, comment({ operation, ...more })] as const;

describe('a key that was used, of each operation that has one', () => {
	it.each([
		byTask('comment', {}),
		byTask('addAttachments', { binaryPropertyNames: 'data' }),
		byTask('uploadSignedDocument', {
			stepRunId: { __rl: true, mode: 'id', value: 'run_1' },
			binaryPropertyName: 'data',
		}),
		[
			'workflow.initiate',
			{
				resource: 'workflow',
				operation: 'initiate',
				workflowId: { __rl: true, mode: 'id', value: 'wf_1' },
				version: { __rl: true, mode: 'id', value: '1' },
				specifyVariables: 'json',
				variablesJson: '{}',
				options: { safety: { idempotencyKey: '={{ $json.deal }}' } },
			},
		],
		[
			'group.create',
			{
				resource: 'group',
				operation: 'create',
				name: 'Reviewers',
				options: { safety: { idempotencyKey: '={{ $json.deal }}' } },
			},
		],
	] as const)('%s', async (_name, parameters: INodeParameters) => {
		const answer = {
			success: true,
			member_user_ids: [],
			activity_log_id: 1,
			attachment_ids: [5],
			group_id: 1,
			task_id: 1,
		};
		const schema = {
			workflow_schema: { workflow_id: 'wf_1', version: 1, variables: [], steps: [] },
		};
		const server = await serve((_index, request) => ({
			atBody: json(200, request?.line.startsWith('GET') ? schema : answer),
		}));
		const write = contractWorkflow('Write', parameters, await keyFor(n8n, server.url, 'key_1'));
		const nodes = [
			...keyedNodes([{ deal: 'd-1', task: 1, text: 'Signed' }], write),
			plain('File', 'convertToFile', 1.1, { operation: 'toText', sourceProperty: 'text' }),
			plain('Merge', 'merge', 3.2, { mode: 'combine', combineBy: 'combineByPosition' }),
		];
		const at = (node: string, index: number) => ({ node, type: 'main' as const, index });
		const id = await saveWorkflow(n8n, nodes, {
			Start: then('Rows'),
			Rows: then('Split'),
			Split: { main: [[at('File', 0), at('Merge', 1)]] },
			File: then('Merge'),
			Merge: then('Write'),
		});
		const sent = () => server.requests.filter(({ line }) => line.startsWith('POST')).length;
		const first = await runWorkflow(n8n, id, 'Start');
		expect([first.error, sent()]).toStrictEqual([undefined, 1]);
		const again = await runWorkflow(n8n, id, 'Start');
		expect(sent()).toBe(1);
		expect(notSentAgain(again)).toEqual([known('done', 'd-1')]);
	});
});

it('the keys of a sub-workflow are its own, whoever calls it', async () => {
	const server = await serve(posted);
	const write = contractWorkflow('Write', comment(), await keyFor(n8n, server.url, 'key_1'));
	const start = {
		...plain('Called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
	};
	const called = await saveWorkflow(n8n, [start, write], { Called: then('Write') });
	const call = plain('Write', 'executeWorkflow', 1.2, {
		workflowId: { __rl: true, mode: 'id', value: called },
	});
	const callers = await Promise.all(
		[1, 2].map(
			async () =>
				await saveWorkflow(n8n, keyedNodes(deals, call), {
					Start: then('Rows'),
					Rows: then('Split'),
					Split: then('Write'),
				}),
		),
	);
	for (const caller of callers) {
		expect((await runWorkflow(n8n, caller, 'Start')).error).toBeUndefined();
	}
	expect(server.requests).toHaveLength(2);
});

describe('a key whose item was refused', () => {
	it('is free again', async () => {
		const { server, run } = await commenting(refused());
		const failed = await run([{ deal: 'd-1', task: 1 }], comment());
		expect(failed.error?.message).toBe('Task 1 was not found');
		const again = await run([{ deal: 'd-1', task: 1 }], comment());
		expect(server.requests).toHaveLength(2);
		expect(notSentAgain(again)).toStrictEqual([undefined]);
	});
});

describe('a key of unknown outcome', () => {
	const one = [{ deal: 'd-1', task: 1 }];

	it('is held: the item fails, and later runs list it and send nothing', async () => {
		const { server, run } = await commenting(lost());
		const failed = await run(one, comment());
		expect(failed.status).toBe('error');
		expect(failed.error?.description).toContain('Later runs do not send the key "d-1" again.');
		const again = await run(deals, comment());
		expect(again.status).toBe('success');
		expect(notSentAgain(again)).toStrictEqual([known('unknown', 'd-1'), undefined]);
		expect(hintsOf(again).join(' ')).toContain('1 item was not sent, because the outcome');
		expect(server.requests).toHaveLength(2);
	});

	it('is not sent with by Retry On Fail', async () => {
		const { server, run } = await commenting(lost());
		const tries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 5 };
		const failed = await run(one, comment(), tries);
		expect(failed.status).toBe('error');
		expect(server.requests).toHaveLength(1);
	});
});

describe('Release Keys', () => {
	it('sends nothing, says of each key how it stood, and frees it', async () => {
		const { server, run } = await commenting(lost());
		await run([{ deal: 'd-1', task: 1 }], comment());
		await run([{ deal: 'd-2', task: 2 }], comment());
		const released = await run([...deals, { deal: 'd-3', task: 3 }], comment({}, releasing));
		expect(server.requests).toHaveLength(2);
		expect(jsonOf(released, 'Write')).toEqual([
			{ released_key: { key: 'd-1', state: 'unknown' } },
			{ released_key: { key: 'd-2', state: 'done' } },
			{ released_key: { key: 'd-3', state: 'unused' } },
		]);
		expect(hintsOf(released).join(' ')).toContain('nothing was sent');
		const sent = await run([...deals, { deal: 'd-3', task: 3 }], comment());
		expect(notSentAgain(sent)).toStrictEqual([undefined, undefined, undefined]);
		expect(server.requests).toHaveLength(5);
	});
});
