import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readExecution } from '../../scripts/n8n/executions';
import { owner } from '../../scripts/n8n/owner';
import { messageAt, press, startTool, withNothingBehind } from '../../scripts/n8n/tools';
import { importWorkflow } from '../../scripts/n8n/workflows';
import { requestsTo, useRecipe } from './recipe';

const recipe = useRecipe('agent-asks-before-approving');
const [agent, person, approve] = ['Contract Assistant', 'Ask a Person', 'Approve or Reject'];
const planner = 'Plan a Decision';

beforeEach(() => recipe().sandbox.clearRequests());

const decisions = () => requestsTo(recipe(), /\/approve$/);

it('lets the tool that decides be reached through the person only', () => {
	const { connections } = recipe().file;
	expect(connections[approve]?.ai_tool).toEqual([[{ node: person, type: 'ai_tool', index: 0 }]]);
	const toAgent = Object.entries(connections)
		.filter(([, { ai_tool }]) => ai_tool?.flat().some((target) => target?.node === agent))
		.map(([name]) => name);
	expect(toAgent.sort()).toEqual([
		person,
		'Get Task',
		'Get Tasks',
		'Get Tasks by External ID',
		planner,
	]);
	const named = new Map(recipe().file.nodes.map((node) => [node.name, node.parameters]));
	expect(named.get(planner)?.dryRun).toBe(true);
});

describe('without a language model', () => {
	const id = 'cwAgentToolsOnly';

	beforeAll(async () => {
		const { n8n, file, credential } = recipe();
		await importWorkflow(n8n, { ...withNothingBehind(file, agent), id }, [credential]);
	});

	it.each([
		['Get Tasks', {}, '"current_step_type":"approval"'],
		['Get Task', { task_id: '10002' }, '"task_id":10002'],
		['Get Tasks by External ID', { external_source_id: 'CRM-2025-0001' }, '"task_id":10001'],
	])('%s reads', async (name, query, seen) => {
		const { n8n } = recipe();
		const execution = await readExecution(n8n, await startTool(n8n, id, name, { name, query }));
		expect(execution.status).toBe('success');
		expect(JSON.stringify(execution.runData[name])).toContain(seen);
	});

	/** Runs the tool that plans, then the one that decides, up to where a person is asked. */
	const ask = async (task_id: string) => {
		const { n8n } = recipe();
		const decision = { task_id, decision: 'approve', comment: 'All clear' };
		const planning = await startTool(n8n, id, planner, { name: planner, query: decision });
		const { status, runData } = await readExecution(n8n, planning);
		expect(status).toBe('success');
		const told = runData[planner]?.at(-1)?.data?.ai_tool?.[0]?.[0]?.json;
		const plan = JSON.stringify(told?.response ?? told);
		expect(plan).toContain('"verdict":"would_send"');
		const query = { ...decision, plan };
		const executionId = await startTool(n8n, id, person, { name: approve, query });
		return { executionId, question: await messageAt(n8n, executionId, person) };
	};

	it('decides just what it asked, and once however often yes is pressed', async () => {
		const { executionId, question } = await ask('10002');
		expect(question.text).toContain('May I approve task 10002 at the step legal_approval?');
		expect(question.text).toContain('All clear');
		expect(decisions()).toEqual([]);
		await press(question, 'Approve');
		expect((await readExecution(recipe().n8n, executionId)).status).toBe('success');
		// A second press finds nothing left to do.
		await press(question, 'Approve');
		expect(decisions()).toMatchObject([
			{
				path: '/tasks/10002/approve',
				body: { approved: true, comment: 'All clear', user_email: owner.email },
			},
		]);
	});

	it('decides nothing after yes where the task has moved since the plan', async () => {
		const { executionId, question } = await ask('10062');
		await recipe().ask('/tasks/10062/approve', { approved: true });
		recipe().sandbox.clearRequests();
		await press(question, 'Approve');
		const { status, runData } = await readExecution(recipe().n8n, executionId);
		expect(status).toBe('success');
		expect(JSON.stringify(runData[approve])).toContain(
			'since the plan was made, so it was not decided',
		);
		expect(decisions()).toEqual([]);
	});

	it('shows that a plan is none, and decides nothing after yes', async () => {
		const query = { task_id: '10042', decision: 'approve', comment: '', plan: 'no plan' };
		const run = await startTool(recipe().n8n, id, person, { name: approve, query });
		const question = await messageAt(recipe().n8n, run, person);
		expect(question.text).toContain('at the step (not named in the plan)?');
		await press(question, 'Approve');
		const { runData } = await readExecution(recipe().n8n, run);
		expect(JSON.stringify(runData[approve])).toContain('must be a plan');
		expect(decisions()).toEqual([]);
	});

	it('decides nothing when yes is pressed after no', async () => {
		const { executionId, question } = await ask('10042');
		await press(question, 'Decline');
		expect((await readExecution(recipe().n8n, executionId)).status).toBe('success');
		await press(question, 'Approve');
		expect(decisions()).toEqual([]);
	});
});
