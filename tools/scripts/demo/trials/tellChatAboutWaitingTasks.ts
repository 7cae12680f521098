import { executionsOf, unpublish } from '../../n8n/publication';
import { withChat } from '../chat';
import { askService, listTasks } from '../service';
import { changeSettings, check, ended, publishRecipe } from '../stage';
import type { Trial } from '../trial';

export const trial: Trial = {
	recipe: 'tell-chat-about-waiting-tasks',
	run: async (stage, recipe) =>
		await withChat(async (chat_url, texts) => {
			await changeSettings(stage, recipe, { chat_url });
			/** Publishing polls immediately. */
			const poll = async (expected: number) => {
				await publishRecipe(stage, recipe);
				const runs = await executionsOf(stage.n8n, recipe.id, expected);
				await unpublish(stage.n8n, recipe.id);
				runs.forEach(ended);
			};
			await poll(0);
			const { tasks } = await listTasks(stage.sandbox);
			const task = tasks.find(
				({ workflow_id, task_title, current_step_id, status }) =>
					task_title !== null &&
					workflow_id === 'wf_vendor_agreement' &&
					current_step_id === 'legal_approval' &&
					status === 'in_progress',
			);
			if (!task) throw new Error('No task is before its second approval.');
			await askService(stage.sandbox, `/tasks/${task.task_id}/approve`, { approved: true });
			await poll(1);
			const [text = ''] = texts;
			await poll(1);
			return {
				did: `told the chat: ${text.slice(0, 60)}`,
				items: texts.length,
				checks: [
					check('Each wait is told once, and none that was there before', texts.length === 1),
					{
						promise: 'The message has the title, the step and the link of the task',
						brokenBy: [String(task.task_title), 'Finance approval', String(task.task_url)].filter(
							(part) => !text.includes(part),
						),
					},
				],
			};
		}),
};
