import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, readExecution, runWorkflow } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { Fate } from '../faults/faultServer';
import { faultServers, json } from '../faults/faultServer';
import { contractWorkflow, plain, saveWorkflow, session, then } from './stack';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

let n8n: N8n;
beforeAll(() => {
	n8n = session();
});

const connections = { Start: then('Rows'), Rows: then('Split'), Split: then('Write') };

/** Start, three rows with the ids 1 to 3, and the node that writes. */
const nodesWith = (write: INode): INode[] => [
	plain('Start', 'manualTrigger', 1, {}),
	plain('Rows', 'set', 3.4, {
		mode: 'raw',
		jsonOutput: JSON.stringify({ rows: [1, 2, 3].map((id) => ({ id })) }),
	}),
	plain('Split', 'splitOut', 1, { fieldToSplitOut: 'rows' }),
	write,
];

const taskId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
const oneByOne = { maxParallel: 1 };
const otherTask = { ...taskId, value: '={{ $json.id + 3 }}' };
const comment = (text: string): INodeParameters => ({
	resource: 'task',
	operation: 'comment',
	taskId,
	comment: `=${text}`,
	options: oneByOne,
});
const approve = (text = ''): INodeParameters => ({
	resource: 'task',
	operation: 'approve',
	taskId,
	decideIf: 'always',
	comment: text,
	options: oneByOne,
});

const organization = { org_name: 'A', rate_limit_per_minute: 60, entities: [], api_key_id: 7 };

const retried = z.object({ id: z.string() });

/** Runs a node, then retries the execution from the list; gives both, and the tasks written to. */
const runAndRetry = async (
	fates: ReadonlyArray<(task: number) => Fate>,
	{
		first,
		second,
		otherCredential = false,
	}: { first: INodeParameters; second?: INodeParameters; otherCredential?: boolean },
) => {
	let round = 0;
	const server = await serve((_index, request) => {
		const task = Number(request?.line.split('/')[2]);
		const standing = { task_id: task, current_step_id: 'b', status: 'pending', updated_at: '' };
		if (request?.line === 'GET /users/org-info') return { atBody: json(200, organization) };
		if (request?.line.startsWith('GET')) return { atBody: json(200, { task: standing }) };
		return fates[round]?.(task) ?? {};
	});
	const written = (): number[] =>
		server.requests
			.filter(({ line }) => line.startsWith('POST'))
			.map(({ line }) => Number(line.split('/')[2]));
	const credential = async (name: string) =>
		await upsertCredential(n8n, {
			name,
			type: 'contractWorkflowApi',
			data: { baseUrl: server.url, apiKey: `key_of_${name}` },
		});
	const before = await credential('Retry one');
	const id = await saveWorkflow(
		n8n,
		nodesWith(contractWorkflow('Write', first, before)),
		connections,
	);
	const failed = await runWorkflow(n8n, id, 'Start');
	const writtenFirst = written();
	const after = otherCredential ? await credential('Retry two') : before;
	const nodes = nodesWith(contractWorkflow('Write', second ?? first, after));
	await n8n.request('PATCH', `/workflows/${id}`, z.unknown(), { nodes, connections });
	round = 1;
	const path = `/executions/${failed.id}/retry`;
	const { id: retryId } = await n8n.request('POST', path, retried, { loadWorkflow: true });
	const retry = await readExecution(n8n, retryId);
	return { failed, retry, writtenFirst, writtenThen: written().slice(writtenFirst.length) };
};

const posted = () => ({
	atBody: json(200, { success: true, activity_log_id: 1, message: 'Posted' }),
});
const decided = (task_id: number): Fate => ({
	atBody: (response, { body }) =>
		json(200, { ...(JSON.parse(String(body)) as object), task_id, message: 'Decided' })(response),
});
const refused = () => ({ atBody: json(404, { detail: 'Task not found' }) });
const lost = (): Fate => ({ atBody: (response) => response.socket?.resetAndDestroy() });

const thirdRefused = (well: (task: number) => Fate) => (task: number) =>
	task === 3 ? refused() : well(task);
const firstLost = (well: (task: number) => Fate) => (task: number) =>
	task === 1 ? lost() : well(task);

describe('an execution that failed at its third item, retried from the list', () => {
	const first = comment('Comment {{ $now.toMillis() }}');
	it.each([
		['sends the third only', first, first, [3]],
		['with an edited text sends the third only', first, comment('Other'), [3]],
		['with an edited target sends all', first, { ...first, taskId: otherTask }, [4, 5, 6]],
		['with another comment decides the third only', approve(), approve('Well'), [3]],
	])('%s', async (_name, before, after, wanted) => {
		const well = before.operation === 'approve' ? decided : posted;
		const { failed, retry, writtenFirst, writtenThen } = await runAndRetry(
			[thirdRefused(well), well],
			{ first: before, second: after },
		);
		expect(failed.error?.message).toMatch(/^1 of 3 items failed/);
		expect(writtenFirst).toEqual([1, 2, 3]);
		expect(retry.status).toBe('success');
		expect(writtenThen).toEqual(wanted);
		const rows = jsonOf(retry, 'Write');
		const again = rows.filter(({ not_sent_again: kept }) => kept);
		expect(again).toMatchObject(
			wanted.length === 3
				? []
				: [1, 2].map((task_id) => ({
						task_id,
						not_sent_again: { state: 'done', execution_id: failed.id },
					})),
		);
		const hints = (retry.runData.Write?.at(-1)?.hints ?? []).map(({ message }) => message);
		expect(hints.join().includes(`already sent in execution ${failed.id}.`)).toBe(
			wanted.length === 1,
		);
	});

	it('sends all with another credential', async () => {
		const { retry, writtenThen } = await runAndRetry([thirdRefused(posted), posted], {
			first,
			otherCredential: true,
		});
		expect(retry.status).toBe('success');
		expect(writtenThen).toEqual([1, 2, 3]);
	});

	it('fails with the other decision for what was decided', async () => {
		const { failed, retry, writtenThen } = await runAndRetry([thirdRefused(decided), decided], {
			first: approve(),
			second: { ...approve(), decision: 'reject' },
		});
		expect(writtenThen).toEqual([3]);
		expect(retry.error?.description).toContain(
			`was approved in execution ${failed.id} and is not decided again`,
		);
	});
});

describe('an execution whose first item has an unknown outcome, retried from the list', () => {
	it.each([
		['of a comment', comment('Comment'), posted, 'Check the task for the comment'],
		['of a decision', approve(), decided, 'The task is at step b'],
	])('%s, sends the others only, and says what to do', async (_name, first, well, facts) => {
		const { failed, retry, writtenFirst, writtenThen } = await runAndRetry(
			[firstLost(well), well],
			{ first },
		);
		expect([writtenFirst, writtenThen]).toEqual([[1], [2, 3]]);
		expect(retry.error?.message).toMatch(/^Outcome unknown for 1 of 3 items/);
		expect(retry.error?.description).toContain(`It was sent in execution ${failed.id}`);
		expect(retry.error?.description).toContain(facts);
		expect(retry.error?.description).toContain('send this one item in a new execution');
	});
});
