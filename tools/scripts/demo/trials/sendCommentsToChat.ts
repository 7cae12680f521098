import { webhookCredential } from '../../n8n/credentials';
import { executionsOf } from '../../n8n/publication';
import { withChat } from '../chat';
import { commentedTask, postComment, receiveComments } from '../comments';
import { listTasks } from '../service';
import { changeSettings, check, ended } from '../stage';
import type { Trial } from '../trial';

const comment = 'Clause 4 is agreed – 第四条.';

export const trial: Trial = {
	recipe: 'send-comments-to-chat',
	credentials: [webhookCredential],
	run: async (stage, recipe) =>
		await withChat(async (chat_url, texts) => {
			await changeSettings(stage, recipe, { chat_url });
			await receiveComments(stage, recipe);
			await postComment(stage, comment);
			const runs = await executionsOf(stage.n8n, recipe.id, 1);
			runs.forEach(ended);
			const { tasks } = await listTasks(stage.sandbox, { include_inactive: true });
			const task = tasks.find(({ task_id }) => task_id === commentedTask);
			const [text = ''] = texts;
			return {
				did: `told the chat: ${text.slice(0, 60)}`,
				items: texts.length,
				checks: [
					check('One comment makes one message', texts.length === 1),
					{
						promise: 'The message has the comment, and the title and the link of its task',
						brokenBy: [comment, String(task?.task_title), String(task?.task_url)].filter(
							(part) => !text.includes(part),
						),
					},
				],
			};
		}),
};
