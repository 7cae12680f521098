import { upsertCredential } from '../../../n8n/credentials';
import { readExecution } from '../../../n8n/executions';
import { messageAt, press, startTool, withNothingBehind } from '../../../n8n/tools';
import type { WorkflowFile } from '../../../n8n/workflows';
import { importWorkflow } from '../../../n8n/workflows';
import { listTasks } from '../../service';
import { atLeastTwo, bodiesSentTo, check, ended } from '../../stage';
import type { Stage, Trial } from '../../trial';

const workflowId = 'cwAgentToolsOnly';
const person = 'Ask a Person';
const planner = 'Plan a Decision';

/** Imports the recipe without the nodes after its agent, so that each tool can run alone. */
const importTools = async ({ n8n, sandbox }: Stage, recipe: WorkflowFile): Promise<void> => {
	const { baseUrl, apiKey } = sandbox;
	const data = { baseUrl, apiKey };
	const credential = { name: 'Sandbox', type: 'contractWorkflowApi', data };
	const tools = withNothingBehind({ ...recipe, id: workflowId }, 'Contract Assistant');
	await importWorkflow(n8n, tools, [await upsertCredential(n8n, credential)]);
};

/** Whether a tool that reads returns tasks. */
const givesTasks = async ({ n8n }: Stage, name: string, query: Record<string, string>) => {
	const run = await startTool(n8n, workflowId, name, { name, query });
	const { runData } = ended(await readExecution(n8n, run));
	return JSON.stringify(runData[name]).includes('task_id');
};

/**
 * Asks to approve a task, as the agent would, and sends the person's answer.
 * @returns how many decisions were sent before the answer, and how many in all
 */
const decide = async (stage: Stage, taskId: string, button: string) => {
	const { n8n } = stage;
	const decisions = async () => (await bodiesSentTo(stage, `/tasks/${taskId}/approve`)).length;
	const earlier = await decisions();
	const decision = { task_id: taskId, decision: 'approve', comment: '' };
	const planning = await startTool(n8n, workflowId, planner, { name: planner, query: decision });
	const { runData } = ended(await readExecution(n8n, planning));
	const told = runData[planner]?.at(-1)?.data?.ai_tool?.[0]?.[0]?.json;
	const query = { ...decision, plan: JSON.stringify(told?.response ?? told) };
	const run = await startTool(n8n, workflowId, person, { name: 'Approve or Reject', query });
	const question = await messageAt(n8n, run, person);
	const before = (await decisions()) - earlier;
	await press(question, button);
	ended(await readExecution(n8n, run));
	return { before, after: (await decisions()) - earlier };
};

/** Without a language model: each tool runs with the input of a model. */
export const trial: Trial = {
	recipe: 'agent-asks-before-approving',
	async run(stage, recipe) {
		await importTools(stage, recipe);
		const { tasks } = await listTasks(stage.sandbox);
		const waiting = tasks.filter(({ current_step_id }) => current_step_id === 'director_approval');
		const [declined, approved] = atLeastTwo.parse(waiting.map(({ task_id }) => String(task_id)));
		const readings: ReadonlyArray<[string, Record<string, string>]> = [
			['Get Tasks', {}],
			['Get Task', { task_id: approved }],
			['Get Tasks by External ID', { external_source_id: 'CRM-2025-0001' }],
		];
		const silent: string[] = [];
		for (const [name, query] of readings) {
			if (!(await givesTasks(stage, name, query))) silent.push(name);
		}
		const no = await decide(stage, declined, 'Decline');
		const yes = await decide(stage, approved, 'Approve');
		return {
			did: 'read by its tools, planned, and asked twice',
			items: readings.length + 2,
			checks: [
				{ promise: 'The tools that read give tasks', brokenBy: silent },
				check(
					'Nothing is decided by a plan, nor before a person answers',
					no.before + yes.before === 0,
				),
				check('Nothing is decided after no', no.after === 0),
				check('One decision is sent after yes', yes.after === 1),
			],
		};
	},
};
