import { z } from 'zod';
import { webhookCredential } from '../../n8n/credentials';
import { jsonOf } from '../../n8n/executions';
import { executionsOf } from '../../n8n/publication';
import { deliverAgain, postComment, receiveComments } from '../comments';
import { check, ended } from '../stage';
import type { Trial } from '../trial';

const saved = z.object({
	id: z.number(),
	comment_id: z.string(),
	comment: z.string(),
	task_title: z.string().min(1),
	task_url: z.string().url(),
});

const comments = ['The draft is ready.', 'The annex follows.'];

export const trial: Trial = {
	recipe: 'collect-comments',
	credentials: [webhookCredential],
	async run(stage, recipe) {
		const { url } = await receiveComments(stage, recipe);
		const ids: number[] = [];
		for (const comment of comments) {
			ids.push(await postComment(stage, comment));
			await executionsOf(stage.n8n, recipe.id, ids.length);
		}
		await deliverAgain(stage, url, ids[0] ?? 0, comments[0] ?? '');
		const runs = await executionsOf(stage.n8n, recipe.id, ids.length + 1);
		const rows = runs.flatMap((run) => z.array(saved).parse(jsonOf(ended(run), 'Save Comment')));
		const told = rows.map(({ comment_id, comment }) => `${comment_id} ${comment}`);
		return {
			did: `collected ${ids.length} comments`,
			items: ids.length,
			checks: [
				{
					promise: 'Every comment is in the table, with its task',
					brokenBy: ids.filter((id, index) => !told.includes(`${id} ${comments[index]}`)),
				},
				check(
					'A comment that is delivered again has one row',
					rows.length === 3 && new Set(rows.map(({ id }) => id)).size === 2,
				),
			],
		};
	},
};
