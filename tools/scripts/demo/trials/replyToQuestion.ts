import { z } from 'zod';
import { webhookCredential } from '../../n8n/credentials';
import { until } from '../../n8n/pages/questions';
import { executionsOf } from '../../n8n/publication';
import {
	allDelivered,
	commentedTask,
	deliverAgain,
	postComment,
	receiveComments,
} from '../comments';
import { bodiesSentTo, check } from '../stage';
import type { Trial } from '../trial';

const replied = z.object({ reply_to: z.number(), comment: z.string() });

const questions = ['Who decides this next?', 'And who signs it?'];

export const trial: Trial = {
	recipe: 'reply-to-question',
	credentials: [webhookCredential],
	async run(stage, recipe) {
		const { url, subscription_id } = await receiveComments(stage, recipe);
		const answered = async () =>
			(await bodiesSentTo(stage, `/tasks/${commentedTask}/comment`)).flatMap(
				(body) => replied.safeParse(body).data?.reply_to ?? [],
			);
		const ids: number[] = [];
		for (const question of questions) {
			const id = await postComment(stage, question);
			ids.push(id);
			await until(async () => (await answered()).includes(id));
		}
		await allDelivered(stage, subscription_id);
		await deliverAgain(stage, url, ids[0] ?? 0, questions[0] ?? '');
		const runs = await executionsOf(stage.n8n, recipe.id, ids.length + 1);
		const replies = await answered();
		return {
			did: 'answered questions in their threads',
			items: replies.length,
			checks: [
				{
					promise: 'Every question has one reply below it, also if it is delivered again',
					brokenBy: ids.filter((id) => replies.filter((other) => other === id).length !== 1),
				},
				check('The replies start nothing', runs.length === ids.length + 1),
			],
		};
	},
};
