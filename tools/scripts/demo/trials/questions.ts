import { upsertCredential } from '../../n8n/credentials';
import { jsonOf, readExecution } from '../../n8n/executions';
import { sendTo } from '../../n8n/pages/forms';
import { answer, linkIn, runBehind, until, waits } from '../../n8n/pages/questions';
import { publish } from '../../n8n/publication';
import { startTool, withNothingBehind } from '../../n8n/tools';
import { importWorkflow } from '../../n8n/workflows';
import { listTasks } from '../service';
import { bodiesSentTo, ended, isSameJson } from '../stage';
import type { Promises, Stage, Trial } from '../trial';

/** The comments that were sent to a task with a link, oldest first. */
const questionsIn = (stage: Stage, task: string): string[] =>
	bodiesSentTo(stage, `/tasks/${task}/comment`)
		.map((body) => (body as { readonly comment: string }).comment)
		.filter((comment) => linkIn(comment).includes('round='));

const task = '10001';
const asker = 'dana@nordwind.example';
const messages = ['Write Yes Message', 'Write No Message', 'Write Timeout Message'];

const askInTheTask: Trial = {
	recipe: 'ask-in-the-task',
	async run(stage, recipe) {
		await publish(stage.n8n, recipe.id);
		const promises: Record<string, Promises[string]> = {};
		for (const [question, pressed, said, node] of [
			['May the draft go out, <!channel>?', 'approve', 'yes', 'Write Yes Message'],
			['May the term be ten years?', 'decline', 'no', 'Write No Message'],
		] as const) {
			const before = questionsIn(stage, task).length;
			await sendTo(`${stage.n8n.url}/form/ask-in-a-task`, () => {
				const form = new FormData();
				[task, question, asker].forEach((value, index) => form.set(`field-${index}`, value));
				return { method: 'POST', body: form };
			});
			await until(() => questionsIn(stage, task).length > before);
			const [comment = '', ...more] = questionsIn(stage, task).slice(before);
			const link = linkIn(comment);
			await waits(stage.n8n, runBehind(link));
			await fetch(link);
			await answer(link, { answer: pressed, text: 'As agreed' });
			const run = ended(await readExecution(stage.n8n, runBehind(link)));
			const message = {
				to: asker,
				subject: `Task ${task}: ${said}`,
				text: `${question}\n\nThe answer is ${said}. As agreed`.replace('<', '‹').replace('>', '›'),
			};
			promises[`One comment asks, and says for whom: ${question}`] =
				more.length === 0 &&
				comment.startsWith(`${question} (`) &&
				comment.endsWith(`Asked by ${asker}`);
			promises[`Opening the link answers nothing, and the person gets the ${said} only`] =
				isSameJson(jsonOf(run, node), [message]) &&
				messages.every((name) => name === node || run.runData[name] === undefined);
		}
		return promises;
	},
};

const workflowId = 'cwAgentAskToolsOnly';

/** Asks to approve a task, as the agent would, and answers in the task: the decisions sent. */
const decide = async (stage: Stage, taskId: string, pressed: string) => {
	const { n8n } = stage;
	const decisions = () => bodiesSentTo(stage, `/tasks/${taskId}/approve`).length;
	const earlier = decisions();
	const query = { task_id: taskId, decision: 'approve', comment: '' };
	const tool = { name: 'Approve or Reject', query };
	const run = await startTool(n8n, workflowId, 'Ask in the Task', tool);
	await until(() => questionsIn(stage, taskId).length > 0);
	await waits(n8n, run);
	const before = decisions() - earlier;
	const link = linkIn(questionsIn(stage, taskId).at(-1));
	await answer(link, { answer: pressed, text: '' });
	ended(await readExecution(n8n, run));
	return { before, after: decisions() - earlier };
};

/** Without a language model: the tool runs with the input of a model. */
const agentAsksInTheTask: Trial = {
	recipe: 'agent-asks-in-the-task',
	async run(stage, recipe) {
		const { baseUrl, apiKeys } = stage.sandbox;
		const data = { baseUrl, apiKey: apiKeys.main };
		const credential = { name: 'Sandbox', type: 'contractWorkflowApi', data };
		const tools = withNothingBehind({ ...recipe, id: workflowId }, 'Contract Assistant');
		await importWorkflow(stage.n8n, tools, [await upsertCredential(stage.n8n, credential)]);
		const { tasks } = await listTasks(stage.sandbox);
		const [declined, approved] = tasks
			.filter(({ current_step_id }) => current_step_id === 'finance_approval')
			.map(({ task_id }) => String(task_id));
		const no = await decide(stage, String(declined), 'decline');
		const yes = await decide(stage, String(approved), 'approve');
		return {
			'Nothing is decided before somebody answers': no.before + yes.before === 0,
			'Nothing is decided after no': no.after === 0,
			'One decision is sent after yes': yes.after === 1,
		};
	},
};

export const trials = [askInTheTask, agentAsksInTheTask];
