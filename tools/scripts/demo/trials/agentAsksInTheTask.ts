import { upsertCredential } from '../../n8n/credentials';
import { readExecution } from '../../n8n/executions';
import { answer, linkIn, until, waits } from '../../n8n/pages/questions';
import { startTool, withNothingBehind } from '../../n8n/tools';
import type { WorkflowFile } from '../../n8n/workflows';
import { importWorkflow } from '../../n8n/workflows';
import { listTasks } from '../service';
import { atLeastTwo, bodiesSentTo, check, ended } from '../stage';
import type { Stage, Trial } from '../trial';

const workflowId = 'cwAgentAskToolsOnly';

/** Imports the recipe without the nodes after its agent, so that each tool can run alone. */
const importTools = async ({ n8n, sandbox }: Stage, recipe: WorkflowFile): Promise<void> => {
	const { baseUrl, apiKey } = sandbox;
	const data = { baseUrl, apiKey };
	const credential = { name: 'Sandbox', type: 'contractWorkflowApi', data };
	const tools = withNothingBehind({ ...recipe, id: workflowId }, 'Contract Assistant');
	await importWorkflow(n8n, tools, [await upsertCredential(n8n, credential)]);
};

/**
 * Asks to approve a task, as the agent would, and answers in the task.
 * @returns how many decisions were sent before the answer, and how many in all
 */
const decide = async (stage: Stage, taskId: string, pressed: string) => {
	const { n8n } = stage;
	const decisions = async () => (await bodiesSentTo(stage, `/tasks/${taskId}/approve`)).length;
	const comments = async () =>
		(await bodiesSentTo(stage, `/tasks/${taskId}/comment`)) as Array<{ readonly comment: string }>;
	const earlier = await decisions();
	const query = { task_id: taskId, decision: 'approve', comment: '' };
	const run = await startTool(n8n, workflowId, 'Ask in the Task', {
		name: 'Approve or Reject',
		query,
	});
	await until(async () => (await comments()).length > 0);
	await waits(n8n, run);
	const before = (await decisions()) - earlier;
	const link = linkIn((await comments()).at(-1)?.comment);
	await answer(link, { answer: pressed, text: '' });
	ended(await readExecution(n8n, run));
	return { before, after: (await decisions()) - earlier };
};

/** Without a language model: the tool runs with the input of a model. */
export const trial: Trial = {
	recipe: 'agent-asks-in-the-task',
	async run(stage, recipe) {
		await importTools(stage, recipe);
		const { tasks } = await listTasks(stage.sandbox);
		const waiting = tasks.filter(({ current_step_id }) => current_step_id === 'finance_approval');
		const [declined, approved] = atLeastTwo.parse(waiting.map(({ task_id }) => String(task_id)));
		const no = await decide(stage, declined, 'decline');
		const yes = await decide(stage, approved, 'approve');
		return {
			did: 'asked twice in the task',
			items: 2,
			checks: [
				check('Nothing is decided before somebody answers', no.before + yes.before === 0),
				check('Nothing is decided after no', no.after === 0),
				check('One decision is sent after yes', yes.after === 1),
			],
		};
	},
};
