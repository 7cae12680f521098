import { z } from 'zod';
import { itemsOf, jsonOf, runWorkflow } from '../../../n8n/executions';
import { askService, listTasks } from '../../service';
import { check, ended, runRecipe } from '../../stage';
import type { Stage, Trial } from '../../trial';

const figures = z.object({
	days_back: z.number(),
	tasks: z.array(z.object({ workflow_id: z.string(), tasks: z.number() })),
	steps: z.array(z.object({ step: z.string(), still_there: z.number() })),
});

const dayMs = 24 * 3_600_000;

const started = z.object({ task_id: z.number() });

/** Completes a task, so that one was completed recently. */
const completeTask = async ({ sandbox }: Stage): Promise<void> => {
	const { task_id } = started.parse(
		await askService(sandbox, '/workflows/wf_kaufvertrag/latest/initiate', {
			variables: [
				{ variable_id: 'gegenpartei', type: 'text', value: 'Nordwind GmbH' },
				{ variable_id: 'kaufpreis', type: 'number', value: '1200' },
			],
		}),
	);
	await askService(sandbox, `/tasks/${task_id}/approve`, { approved: true });
	const { tasks } = await listTasks(sandbox);
	await askService(sandbox, `/tasks/${task_id}/upload-signed-document`, {
		step_run_id: tasks.find((task) => task.task_id === task_id)?.current_step_run_id,
		file: { filename: 'Signed.pdf', base64_content: Buffer.from('%PDF-1.4').toString('base64') },
	});
};

export const trial: Trial = {
	recipe: 'turnaround-times',
	async run(stage, recipe) {
		const { n8n, sandbox, signal } = stage;
		await completeTask(stage);
		ended(await runWorkflow(n8n, recipe.id, 'Every Ten Minutes', { signal }));
		const execution = await runRecipe(stage, recipe);
		const { days_back, tasks, steps } = figures.parse(jsonOf(execution, 'Calculate Figures')[0]);
		const { tasks: all } = await listTasks(sandbox, { include_inactive: true });
		const lately = (id: string) =>
			all.filter(
				({ workflow_id, completed_at, status }) =>
					workflow_id === id &&
					status === 'completed' &&
					Date.parse(String(completed_at)) >= Date.now() - days_back * dayMs,
			).length;
		const { tasks: active } = await listTasks(sandbox);
		const [report] = itemsOf(execution, 'Create File');
		return {
			did: 'measured tasks, and watched steps',
			items: tasks.reduce((sum, row) => sum + row.tasks, 0),
			checks: [
				check('A task that was just completed is among them', lately('wf_kaufvertrag') > 0),
				{
					promise: 'Every task that was completed lately is measured',
					brokenBy: tasks
						.filter((row) => row.tasks !== lately(row.workflow_id))
						.map(({ workflow_id }) => workflow_id),
				},
				check(
					'Every active task is watched at its step',
					steps.reduce((sum, { still_there }) => sum + still_there, 0) ===
						active.filter(({ current_step_id }) => current_step_id !== null).length,
				),
				check('There is a page', report?.binary?.data?.fileExtension === 'html'),
			],
		};
	},
};
