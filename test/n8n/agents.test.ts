import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { listTasks } from '../../tools/scripts/demo/service';
import { packageType } from './published';
import type { ScriptedModel, ToolCall } from './scriptedModel';
import { modelFor, startScriptedModel } from './scriptedModel';
import { keyOf, session } from './stack';

/* Calls of tools by n8n Agents, which run a node by itself, without a workflow. */

/** What a tool returns there. */
interface Answer {
	readonly data: readonly [{ readonly json: IDataObject }];
}

/** What a model gives for Reviewed Item, of what it was told of the task and of another one. */
type Given<Result> = (own: Answer, other: Answer) => Result;

/** What was told, in any shape: one decision. By turns of the model. */
const right: ReadonlyArray<Given<readonly object[][]>> = [
	(own) => [[own]],
	({ data }) => [[data[0]]],
	(own) => [[own], [own]],
];
const changed =
	(more: IDataObject): Given<object> =>
	({ data: [{ json }] }) => ({ ...json, ...more });
/** What was not told of this task at its step: no decision. */
const wrong: ReadonlyArray<Given<object>> = [
	changed({ current_step_id: 'invented' }),
	changed({ verdict: 'would_send', decision: 'reject' }),
	(_own, other) => other,
	({ data: [{ json }] }) => ({ task_id: json.task_id, verdict: 'would_send' }),
	() => ({ answer: 'The person agreed' }),
];
const cases = [
	...right,
	...wrong.map((give): (typeof right)[number] => (own, other) => [[give(own, other)]]),
];

const fromModel = (name: string, type = 'string') => `={{ $fromAI('${name}', '', '${type}') }}`;
const ofTask = (operation: string, more: INodeParameters = {}): INodeParameters => ({
	...{ resource: 'task', operation, ...more },
	taskId: { __rl: true, mode: 'id', value: fromModel('task_id') },
});
const tools: Readonly<Record<string, INodeParameters>> = {
	get_task: ofTask('get'),
	approve: ofTask('approve', { reviewedItem: fromModel('reviewed_item', 'json') }),
	comment_once: ofTask('comment', { comment: 'Hi', idempotencyKey: 'd-1' }),
};
const callOf = (name: string, task_id: number, more: object = {}): ToolCall => ({
	...{ name, arguments: { task_id: String(task_id), ...more } },
});

const calls: ToolCall[] = [];
let sandbox: Sandbox;
let model: ScriptedModel;
let tasks: number[];
beforeAll(async () => {
	sandbox = await createSandbox({ rateLimit: 100_000 });
	model = await startScriptedModel(calls);
	const all = await listTasks(sandbox);
	tasks = all.tasks
		.filter((one) => one.current_step_type === 'approval' && one.status !== 'on_hold')
		.map(({ task_id }) => task_id);
});
afterAll(async () => {
	await model.stop();
	await sandbox.stop();
});

/** Sends a request to n8n's interface. */
const ask = async (method: string, path: string, given?: object): Promise<string> => {
	const { url, cookie } = session();
	const headers = { 'content-type': 'application/json', connection: 'close', cookie };
	const body = given && JSON.stringify(given);
	return await (await fetch(`${url}/rest${path}`, { method, headers, body })).text();
};
const answered = z.object({ data: z.object({ id: z.string(), configHash: z.string() }).partial() });
const dataIn = (text: string) => answered.parse(JSON.parse(text)).data;

/** What n8n streams of a run: a tool returned, or its call waits for a person (`payload`). */
const event = z.object({
	...{ type: z.string().optional(), toolCallId: z.string().default(''), output: z.unknown() },
	payload: z.object({ runId: z.string(), toolCallId: z.string() }).optional(),
});

/** Makes an agent. Gives what has its model make calls in one turn, and returns what it is told. */
const makeAgent = async (requireApproval: boolean) => {
	const { id: key, name } = await keyOf(session(), sandbox);
	const { account } = await modelFor(session(), 'Agent', model);
	const agents = `/projects/${dataIn(await ask('GET', '/projects/personal')).id}/agents/v2`;
	const agent = `${agents}/${dataIn(await ask('POST', agents, { name: 'Agent' })).id}`;
	const { configHash: baseConfigHash } = dataIn(await ask('GET', `${agent}/config`));
	const credentials = { contractWorkflowApi: { id: key, name } };
	const type = { nodeType: packageType('contractWorkflowTool'), nodeTypeVersion: 1 };
	const config = {
		...{ name: 'Agent', model: 'openai/x', credential: account.id, instructions: 'Go on' },
		config: { toolCallConcurrency: 10 },
		tools: Object.entries(tools).map(([tool, nodeParameters]) => ({
			...{ type: 'node', name: tool, description: tool },
			requireApproval: requireApproval && tool !== 'get_task',
			node: { ...type, nodeParameters, credentials },
		})),
	};
	await ask('PUT', `${agent}/config`, { config, baseConfigHash });
	return async (wanted: readonly ToolCall[]): Promise<readonly unknown[]> => {
		calls.splice(0, calls.length, ...wanted);
		const told = new Map<string, unknown>();
		const allowed = new Set<string>();
		/** Reads a stream, and says yes to each call that waits. */
		const read = async (stream: string): Promise<void> => {
			for (const [, text = ''] of stream.matchAll(/^data: (.*)$/gm)) {
				const { type: what, toolCallId, output, payload } = event.parse(JSON.parse(text));
				if (what === 'tool-result') told.set(toolCallId, output);
				if (!payload || allowed.has(payload.toolCallId)) continue;
				allowed.add(payload.toolCallId);
				const given = { ...payload, resumeData: { approved: true } };
				await read(await ask('POST', `${agent}/chat/resume`, given));
			}
		};
		await read(await ask('POST', `${agent}/chat`, { message: 'Go on' }));
		expect([told.size, allowed.size]).toEqual([
			wanted.length,
			wanted.filter((one) => requireApproval && one.name !== 'get_task').length,
		]);
		return [...told.values()];
	};
};

const sentTo = (path: RegExp): string[] => {
	const requests = sandbox.requests().filter((one) => path.test(one.path));
	return requests.map((one) => `${one.status} ${one.path}`).sort();
};

describe.each([
	['without a person', false],
	['with the approval of a person', true],
])('%s', (_name, requireApproval) => {
	let use: Awaited<ReturnType<typeof makeAgent>>;
	beforeAll(async () => {
		use = await makeAgent(requireApproval);
		sandbox.clearRequests();
	});

	it('only what was told of a task decides it, once', async () => {
		const own = tasks.splice(0, cases.length);
		const told = (await use(own.map((task) => callOf('get_task', task)))) as Answer[];
		const answerOf = (task: number | undefined): Answer =>
			told.find(({ data }) => data[0].json.task_id === task) as Answer;
		const turns = cases.map((give, index) =>
			give(answerOf(own[index]), answerOf(own.at(index - 1))),
		);
		for (const turn of [0, 1]) {
			const ofCase = (task: number, index: number) =>
				(turns[index]?.[turn] ?? []).map((reviewed_item) =>
					callOf('approve', task, { reviewed_item }),
				);
			await use(own.flatMap(ofCase));
		}
		const decided = own.filter((_task, index) => index < right.length);
		expect(sentTo(/\/approve$/)).toEqual(
			decided.map((task) => `200 /tasks/${task}/approve`).sort(),
		);
	});

	it('Send Once Per is refused in words', async () => {
		const [told] = await use([callOf('comment_once', 10001)]);
		expect(told).toContain('"Send Once Per" does not work in n8n Agents: remove it from the tool');
		expect(sentTo(/\/comment$/)).toEqual([]);
	});
});
