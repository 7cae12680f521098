import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { itemsOf, readExecution, runWorkflow } from '../../tools/scripts/n8n/executions';
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
const comment = (text: string, options: INodeParameters = {}): INodeParameters => ({
	resource: 'task',
	operation: 'comment',
	taskId,
	comment: text,
	options: { performance: oneByOne, safety: options },
});
const approve = (text: string): INodeParameters => ({
	resource: 'task',
	operation: 'approve',
	taskId,
	decideIf: 'always',
	comment: text,
	options: { performance: oneByOne },
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
const decided = (task_id: number) => ({
	atBody: json(200, { task_id, approved: true, status: 'in_progress', message: 'Decided' }),
});
const refused = () => ({ atBody: json(404, { detail: 'Task not found' }) });
const lost = (): Fate => ({ atBody: (response) => response.socket?.resetAndDestroy() });

const thirdRefused = (well: (task: number) => Fate) => (task: number) =>
	task === 3 ? refused() : well(task);
const firstLost = (well: (task: number) => Fate) => (task: number) =>
	task === 1 ? lost() : well(task);

describe('an execution that failed at its third item, retried from the list', () => {
	it('sends the third only, and says of the others which execution finished them', async () => {
		const { failed, retry, writtenFirst, writtenThen } = await runAndRetry(
			[thirdRefused(posted), posted],
			{ first: comment('=Comment {{ $json.id }}') },
		);
		expect(failed.error?.message).toBe('1 of 3 items failed (2 commented)');
		expect(failed.error?.description).toMatch(
			/^Task 3 \[item 2\] was not found\. .+ use Retry in /,
		);
		expect(writtenFirst).toEqual([1, 2, 3]);
		expect(retry.status).toBe('success');
		expect(writtenThen).toEqual([3]);
		const items = itemsOf(retry, 'Write').map(({ json: row }) => row);
		expect(items.map(({ success }) => success)).toEqual([true, true, true]);
		expect(items.map((row) => row.not_sent_again)).toStrictEqual([
			{ execution_id: failed.id, reason: expect.stringContaining(failed.id) },
			{ execution_id: failed.id, reason: expect.stringContaining(failed.id) },
			undefined,
		]);
	});

	it('sends all with another text: another request is another write', async () => {
		const { retry, writtenThen } = await runAndRetry([thirdRefused(posted), posted], {
			first: comment('=Coment {{ $json.id }}'),
			second: comment('=Comment {{ $json.id }}'),
		});
		expect(retry.status).toBe('success');
		expect(writtenThen).toEqual([1, 2, 3]);
	});

	it('sends no item again whose text is another one each time, and says why', async () => {
		const { failed, retry, writtenThen } = await runAndRetry([thirdRefused(posted), posted], {
			first: comment('=Seen at {{ $now.toISO() }} by {{ $json.id }}'),
		});
		expect(retry.status).toBe('error');
		expect(writtenThen).toEqual([3]);
		expect(retry.error?.description).toContain(
			`Execution ${failed.id} already sent something for this item`,
		);
		expect(retry.error?.description).toContain('"$now" in the fields of this node');
	});

	it('sends all with another credential', async () => {
		const { retry, writtenThen } = await runAndRetry([thirdRefused(posted), posted], {
			first: comment('Comment'),
			otherCredential: true,
		});
		expect(retry.status).toBe('success');
		expect(writtenThen).toEqual([1, 2, 3]);
	});

	it('decides no task again for another comment, and says so', async () => {
		const { retry, writtenThen } = await runAndRetry([thirdRefused(decided), decided], {
			first: approve('As discused'),
			second: approve('As discussed'),
			otherCredential: true,
		});
		expect(retry.status).toBe('success');
		expect(writtenThen).toEqual([3]);
		const [first] = itemsOf(retry, 'Write');
		expect(first?.json).toMatchObject({
			task_id: 1,
			approved: true,
			not_sent_again: { reason: expect.stringContaining('comment, were not sent') },
		});
	});
});

describe('an execution whose first item has an unknown outcome, retried from the list', () => {
	it('sends what was never started, and reports the first without sending it', async () => {
		const { failed, retry, writtenFirst, writtenThen } = await runAndRetry(
			[firstLost(posted), posted],
			{ first: comment('Comment') },
		);
		expect(writtenFirst).toEqual([1]);
		expect(failed.error?.message).toBe('Outcome unknown for 1 of 3 items (2 not started)');
		expect(writtenThen).toEqual([2, 3]);
		expect(retry.status).toBe('error');
		expect(retry.error?.description).toContain(`execution ${failed.id}`);
		expect(retry.error?.message).toBe('Outcome unknown for 1 of 3 items (2 commented)');
	});

	it('looks at the task of a decision again', async () => {
		const { retry, writtenThen } = await runAndRetry([firstLost(decided), decided], {
			first: approve(''),
		});
		expect(writtenThen).toEqual([2, 3]);
		expect(retry.error?.description).toContain('The task is at step b');
	});

	it('sends it again where the builder says so', async () => {
		const { retry, writtenThen } = await runAndRetry([firstLost(posted), posted], {
			first: comment('Comment'),
			second: comment('Comment', { resendUnknown: true }),
		});
		expect(retry.status).toBe('success');
		expect(writtenThen).toEqual([1, 2, 3]);
	});
});

it('Retry On Fail sends no item twice whose text is another one each time', async () => {
	const texts: string[] = [];
	const server = await serve((_index, request) => ({
		atBody(response) {
			texts.push(String(request?.body));
			const isLost = request?.line.includes('/tasks/2/') && texts.length === 2;
			if (isLost) response.socket?.resetAndDestroy();
			else posted().atBody(response);
		},
	}));
	const credential = await upsertCredential(n8n, {
		name: 'Each time another',
		type: 'contractWorkflowApi',
		data: { baseUrl: server.url, apiKey: 'key_1' },
	});
	const write = {
		...contractWorkflow('Write', comment('=At {{ $now.toMillis() }}'), credential),
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 5,
	};
	const id = await saveWorkflow(n8n, nodesWith(write), connections);
	const execution = await runWorkflow(n8n, id, 'Start');
	expect(execution.status).toBe('error');
	const tasks = server.requests.map(({ line }) => line.split('/')[2]);
	expect(tasks).toEqual(['1', '2', '3']);
});
