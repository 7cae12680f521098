import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INode, INodeParameters } from 'n8n-workflow';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { Fate } from '../faults/faultServer';
import { json, keyedServers } from '../faults/faultServer';
import { packageType } from './published';
import { contractWorkflow, session } from './stack';
import { toolWays } from './tool.ways';

const { serve, stopAll } = keyedServers();
afterEach(stopAll);

let n8n: N8n;
beforeAll(() => {
	n8n = session();
});

const taskId = { __rl: true, mode: 'id', value: "={{ $fromAI('task_id', '', 'string') }}" };
const text = "={{ $fromAI('text', '', 'string') }}";
const get: INodeParameters = { resource: 'task', operation: 'get', taskId };
const comment: INodeParameters = { resource: 'task', operation: 'comment', taskId, comment: text };
const approve: INodeParameters = {
	resource: 'task',
	operation: 'approve',
	taskId,
	decideIf: 'always',
	comment: text,
};

const input = { task_id: '7', text: 'All clear' };
const commentLine = 'POST /tasks/7/comment';

/** A node that n8n runs up to three times. */
const retried: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 5 };

const answers: Readonly<Record<string, unknown>> = {
	'GET /tasks/7': { task: { task_id: 7, status: 'pending', current_step_id: 'b', updated_at: '' } },
	'POST /tasks/7/comment': { success: true, activity_log_id: 1, message: 'Posted' },
	'POST /tasks/7/approve': {
		task_id: 7,
		approved: true,
		status: 'in_progress',
		message: 'Decided',
	},
};
const answered: Fate = {
	atBody: (response, { line }) => json(200, answers[line])(response),
};
const lost: Fate = { atBody: (response) => response.socket?.resetAndDestroy() };
const firstLost = (index: number): Fate => (index === 0 ? lost : answered);

interface Calls {
	/** What becomes of each request that reaches the service. */
	readonly fates?: (index: number) => Fate;
	readonly settings?: Partial<INode>;
	/** How often the tool is called. */
	readonly calls?: number;
}

describe.each(toolWays)('as a tool of $name', (way) => {
	/** Calls the tool, each time with the same input, and gives the requests that it sent as well. */
	const call = async (
		parameters: INodeParameters,
		{ fates = () => answered, settings = {}, calls = 1 }: Calls,
	) => {
		const server = await serve(fates);
		const credential = await upsertCredential(n8n, {
			name: 'Tool with retries',
			type: 'contractWorkflowApi',
			data: { baseUrl: server.url, apiKey: 'key_1' },
		});
		const tool: INode = {
			...contractWorkflow('Tool', parameters, credential),
			type: packageType('contractWorkflowTool'),
			...settings,
		};
		const inputs = Array.from({ length: calls }, () => input);
		const called = await way.call(n8n, tool, inputs);
		return { ...called, lines: server.requests.map(({ line }) => line) };
	};

	/** What the caller is told of an error, as far as n8n hands it on. */
	const wordsOf = (title: string, advice: string) =>
		({
			nothing: '',
			all: expect.stringMatching(new RegExp(`${title}[^]*${advice}`)),
		})[way.tells];

	it.each([
		['Comment', comment],
		['Approve or Reject', approve],
	])('%s with Retry On Fail sends nothing, and names the way out', async (name, parameters) => {
		const fates = firstLost;
		const { told, shown, lines } = await call(parameters, { fates, settings: retried });
		expect(lines).toEqual([]);
		const wayOut = 'Turn off Retry On Fail in the settings of the tool';
		expect(told).toEqual([wordsOf('cannot be a tool while', wayOut)]);
		const title = `"${name}" cannot be a tool while "Retry On Fail" is on`;
		expect(shown.at(-1)).toContain(title);
		expect(shown.at(-1)).toContain(wayOut);
	});

	it('Get with Retry On Fail reads', async () => {
		const { told, lines } = await call(get, { settings: retried });
		expect(lines).toEqual(['GET /tasks/7']);
		expect(told).toEqual([expect.stringContaining('pending')]);
	});

	it('two calls with the same comment send two', async () => {
		const { told, lines } = await call(comment, { calls: 2 });
		expect(lines).toEqual([commentLine, commentLine]);
		expect(told).toEqual([expect.stringContaining('Posted'), expect.stringContaining('Posted')]);
	});

	it('two calls with the same comment and one key send one, and both are told of it', async () => {
		const { told, lines } = await call({ ...comment, idempotencyKey: 'task-7' }, { calls: 2 });
		expect(lines).toEqual([commentLine]);
		expect(told).toContainEqual(expect.stringContaining('Posted'));
		expect(told).toContainEqual(expect.stringContaining('not_sent_again'));
	});

	it('a comment whose answer is lost is sent once', async () => {
		const { told, shown, lines } = await call(comment, { fates: firstLost });
		expect(lines).toEqual([commentLine]);
		expect(told).toEqual([
			wordsOf('The connection broke', 'The request may have been carried out'),
		]);
		expect(shown).toEqual([expect.stringContaining('The request may have been carried out')]);
	});

	it('of two calls with the same comment, the first without an answer, each sends one', async () => {
		const { told, shown, lines } = await call(comment, { fates: firstLost, calls: 2 });
		expect(lines).toEqual([commentLine, commentLine]);
		expect(told).toContainEqual(expect.stringContaining('Posted'));
		expect(shown).toEqual([expect.stringContaining('The request may have been carried out')]);
	});
});
