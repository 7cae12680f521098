import { z } from 'zod';
import { webhookCredential } from '../../n8n/credentials';
import { jsonOf } from '../../n8n/executions';
import { until } from '../../n8n/pages/questions';
import { executionsOf } from '../../n8n/publication';
import { withChat } from '../chat';
import { commentedTask, deliverAgain, postComment, receiveComments } from '../comments';
import { listTasks } from '../service';
import { bodiesSentTo, changeSettings, ended } from '../stage';
import type { Trial } from '../trial';

const credentials = [webhookCredential];

const replied = z.object({ reply_to: z.number(), comment: z.string() });

const replyToQuestion: Trial = {
	recipe: 'reply-to-question',
	credentials,
	async run(stage, recipe) {
		const question = 'Who decides this next?';
		const url = await receiveComments(stage, recipe);
		const answered = () =>
			bodiesSentTo(stage, `/tasks/${commentedTask}/comment`).flatMap(
				(body) => replied.safeParse(body).data?.reply_to ?? [],
			);
		const id = await postComment(stage, question);
		await until(() => answered().includes(id));
		await deliverAgain(stage, url, id, question);
		// The comment, the reply and the comment again: quiet, because the reply comes back as a comment.
		const runs = await executionsOf(stage.n8n, recipe.id, 2, 3_000);
		return {
			'A question has one reply below it, also if it is delivered again':
				answered().filter((other) => other === id).length === 1,
			'The reply starts nothing': runs.length === 2,
		};
	},
};

const comment = 'Clause 4 is agreed – 第四条.';

const sendCommentsToChat: Trial = {
	recipe: 'send-comments-to-chat',
	credentials,
	run: async (stage, recipe) =>
		await withChat(async (chat_url, texts) => {
			await changeSettings(stage, recipe, { chat_url });
			await receiveComments(stage, recipe);
			await postComment(stage, `${comment} <!channel> & <https://a|b>`);
			(await executionsOf(stage.n8n, recipe.id, 1)).forEach(ended);
			const { tasks } = await listTasks(stage.sandbox, { include_inactive: true });
			const task = tasks.find(({ task_id }) => task_id === commentedTask);
			const escaped = `${comment} &lt;!channel&gt; &amp; &lt;https://a|b&gt;`;
			const parts = [escaped, String(task?.task_title), String(task?.task_url)];
			return {
				'One comment makes one message': texts.length === 1,
				'The message has the comment, without commands of Slack, and the title and the link of its task':
					parts.every((part) => texts[0]?.includes(part)),
			};
		}),
};

const saved = z.object({
	id: z.number(),
	comment_id: z.string(),
	comment: z.string(),
	task_title: z.string().min(1),
	task_url: z.string().url(),
});

const collectComments: Trial = {
	recipe: 'collect-comments',
	credentials,
	async run(stage, recipe) {
		const url = await receiveComments(stage, recipe);
		const ids: number[] = [];
		for (const text of ['The draft is ready.', comment]) {
			ids.push(await postComment(stage, text));
			await executionsOf(stage.n8n, recipe.id, ids.length);
		}
		await deliverAgain(stage, url, ids[1] ?? 0, comment);
		const runs = await executionsOf(stage.n8n, recipe.id, 3);
		const rows = runs.flatMap((run) => z.array(saved).parse(jsonOf(ended(run), 'Save Comment')));
		return {
			'Every comment is in the table, with its task':
				rows.map(({ comment_id }) => comment_id).join() === [...ids, ids[1]].join() &&
				rows[1]?.comment === comment,
			'A comment that is delivered again has one row': new Set(rows.map(({ id }) => id)).size === 2,
		};
	},
};

export const trials = [replyToQuestion, sendCommentsToChat, collectComments];
