import { z } from 'zod';
import { upsertCredential } from '../n8n/credentials';
import { readExecution } from '../n8n/executions';
import { messageAt, press, startTool, withNothingBehind } from '../n8n/tools';
import { importWorkflow } from '../n8n/workflows';
import { listTasks } from '../service';
import type { Trial } from './stage';
import { bodiesSentTo, check, ended } from './stage';

const person = 'Ask a Person';

/** Without a language model: each tool is run with what a model would hand it. */
export const agent: Trial = {
	recipe: 'agent-asks-before-approving',
	async run(stage, recipe) {
		const { n8n, sandbox } = stage;
		const id = 'cwAgentToolsOnly';
		const { baseUrl, apiKey } = sandbox;
		const data = { baseUrl, apiKey };
		const credential = { name: 'Sandbox', type: 'contractWorkflowApi', data };
		const tools = withNothingBehind({ ...recipe, id }, 'Contract Assistant');
		await importWorkflow(n8n, tools, [await upsertCredential(n8n, credential)]);

		const { tasks } = await listTasks(sandbox);
		const waiting = tasks.filter(({ current_step_id }) => current_step_id === 'director_approval');
		const [declined, approved] = waiting.map(({ task_id }) => String(task_id));
		const readings = [
			['Get Tasks', {}],
			['Get Task', { task_id: z.string().parse(approved) }],
			['Get Tasks by External ID', { external_source_id: 'CRM-2025-0001' }],
		] as const;
		const silent: string[] = [];
		for (const [name, query] of readings) {
			const run = await startTool(n8n, id, name, { name, query: { ...query } });
			const { runData } = ended(await readExecution(n8n, run));
			if (!JSON.stringify(runData[name]).includes('task_id')) silent.push(name);
		}

		const decide = async (taskId: string | undefined, button: string) => {
			const sentTo = `/tasks/${taskId}/approve`;
			const query = { task_id: z.string().parse(taskId), decision: 'approve', comment: '' };
			const run = await startTool(n8n, id, person, { name: 'Approve or Reject', query });
			const question = await messageAt(n8n, run, person);
			const before = (await bodiesSentTo(stage, sentTo)).length;
			await press(question, button);
			ended(await readExecution(n8n, run));
			return { before, after: (await bodiesSentTo(stage, sentTo)).length };
		};
		const no = await decide(declined, 'Decline');
		const yes = await decide(approved, 'Approve');
		return {
			did: 'read by its tools, and asked twice',
			items: readings.length + 2,
			checks: [
				{ promise: 'The tools that read give tasks', brokenBy: silent },
				check('Nothing is decided before a person answers', no.before + yes.before === 0),
				check('Nothing is decided after no', no.after === 0),
				check('One decision is sent after yes', yes.after === 1),
			],
		};
	},
};
