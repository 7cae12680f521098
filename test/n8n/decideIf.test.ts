import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IConnections, INode } from 'n8n-workflow';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, readExecution, runWorkflow } from '../../tools/scripts/n8n/executions';
import { answer, linkIn, waits } from '../../tools/scripts/n8n/pages/questions';
import { approve, noKey, ofTask, only, saveInRow, saveWith, start } from './nodesInRow';
import { asking, begin, commentsIn } from './question';
import { keyOf, plain, session, then } from './stack';

let sandbox: Sandbox;
let key: StoredCredential;
beforeAll(async () => {
	sandbox = await createSandbox();
	key = await keyOf(session(), sandbox);
});
afterAll(async () => await sandbox?.stop());
beforeEach(() => sandbox.clearRequests());

const decisions = () =>
	sandbox
		.requests()
		.filter(({ path }) => path.endsWith('/approve'))
		.map(({ path, body }) => [path, (body as { readonly approved: boolean }).approved]);

const save = async (nodes: INode[], connections: IConnections) =>
	await saveWith(session(), key, nodes, connections);
const inRow = async (...nodes: INode[]) => await saveInRow(session(), key, ...nodes);

const list = ofTask('Get Tasks', 'getMany', {
	limit: 200,
	filters: { currentStepId: { __rl: true, mode: 'id', value: 'finance_approval' } },
});
/** One task that waits for a decision. */
const waiting = ofTask('Get Tasks', 'getMany', { limit: 1, filters: { waitingForApproval: true } });
const ofItem = { __rl: true, mode: 'id', value: '={{ $json.task_id }}' };
const two = only('Two', 'filter', '={{ [10005, 10018].includes($json.task_id) }}');
const answerOfSlack = plain('Slack', 'set', 3.4, {
	mode: 'raw',
	jsonOutput: '={{ JSON.stringify({ data: { approved: true } }) }}',
});

describe('a decision', () => {
	it('right behind a list and a filter is held to the step that they show, once', async () => {
		const id = await inRow(start, list, two, approve({ ifMoved: 'skip' }));
		const execution = await runWorkflow(session(), id, 'Start');
		expect(execution.error).toBeUndefined();
		expect(decisions().sort()).toEqual([
			['/tasks/10005/approve', true],
			['/tasks/10018/approve', true],
		]);
	});

	it('behind an answer of another node is refused until Reviewed Item points back', async () => {
		const first = ofTask('Get Tasks', 'get', {
			taskId: { __rl: true, mode: 'id', value: '10001' },
		});
		const task = {
			taskId: { __rl: true, mode: 'id', value: "={{ $('Get Tasks').item.json.task_id }}" },
		};
		const id = await inRow(start, first, answerOfSlack, approve(task));
		const refused = await runWorkflow(session(), id, 'Start');
		expect(refused.error?.message).toBe('Reviewed Item does not show the step of task 10001');
		expect(decisions()).toEqual([]);
		const back = { ...task, reviewedItem: "={{ $('Get Tasks').item.json }}" };
		const made = await runWorkflow(
			session(),
			await inRow(start, first, answerOfSlack, approve(back)),
			'Start',
		);
		expect(made.error).toBeUndefined();
		expect(decisions()).toEqual([['/tasks/10001/approve', true]]);
	});

	it('behind rows, in Loop Over Items, is made once for each', async () => {
		const rows = ofTask('Get Tasks', 'getMany', {
			limit: 3,
			filters: { waitingForApproval: true },
		});
		const loop = plain('Loop', 'splitInBatches', 3, { batchSize: 1 });
		const id = await save([start, rows, loop, approve()], {
			Start: then('Get Tasks'),
			'Get Tasks': then('Loop'),
			Loop: { main: [[], [{ node: 'Approve', type: 'main', index: 0 }]] },
			Approve: then('Loop'),
		});
		const execution = await runWorkflow(session(), id, 'Start');
		expect(execution.error).toBeUndefined();
		const listed = jsonOf(execution, 'Get Tasks').map(({ task_id }) => task_id);
		expect(listed).toHaveLength(3);
		expect(decisions().sort()).toEqual(
			listed.map((one) => [`/tasks/${String(one)}/approve`, true]).sort(),
		);
	});
});

describe('behind Comment and Wait for Answer', () => {
	const asAnswered = { decision: 'asAnswered' };
	const ifApproved = only('If', 'if', '={{ $json.decision === "approve" }}');

	/** Asks about a task that waits, and gives the decision or the error of what comes behind. */
	const outcome = async (said: string, behind: INode[]): Promise<unknown> => {
		const ask = asking({ taskId: ofItem }, noKey);
		const executionId = await begin(session(), await inRow(start, waiting, ask, ...behind));
		await waits(session(), executionId);
		await answer(linkIn(commentsIn(sandbox).at(-1)), { answer: said });
		const execution = await readExecution(session(), executionId);
		return execution.error?.message ?? decisions().map(([, approved]) => approved);
	};

	it.each<[string, string, INode[], unknown]>([
		['approved, as answered, behind an IF', 'approve', [ifApproved, approve(asAnswered)], [true]],
		['declined, as answered', 'decline', [approve(asAnswered)], [false]],
		['declined, fixed', 'decline', [approve()], 'The answer is reject, not approve'],
	])('%s', async (_name, said, behind, expected) => {
		expect(await outcome(said, behind)).toEqual(expected);
	});
});
