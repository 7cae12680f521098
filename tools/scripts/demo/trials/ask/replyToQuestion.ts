import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { webhookCredential, webhookSecret } from '../../../n8n/credentials';
import { sendTo } from '../../../n8n/pages/forms';
import { executionsOf } from '../../../n8n/publication';
import { askService } from '../../service';
import { bodiesSentTo, check, control, publishRecipe } from '../../stage';
import type { Stage, Trial } from '../../trial';

const posted = z.object({ activity_log_id: z.number() });
const deliveryLog = z.object({
	deliveries: z.array(z.object({ status: z.enum(['pending', 'delivered', 'failed']) })),
});
const replied = z.object({ reply_to: z.number(), comment: z.string() });

const deliveryBoundMs = 30_000;

/** Waits until the sandbox has delivered as many comments. */
const awaitDeliveries = async (stage: Stage, expected: number): Promise<void> => {
	const deadline = Date.now() + deliveryBoundMs;
	for (;;) {
		const { deliveries } = await control(stage, '/deliveries', deliveryLog);
		if (deliveries.filter(({ status }) => status === 'delivered').length >= expected) return;
		if (Date.now() > deadline) throw new Error('The comments were not delivered to n8n.');
		await pause(50, undefined, { signal: stage.signal });
	}
};

export const trial: Trial = {
	recipe: 'reply-to-question',
	credentials: [webhookCredential],
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const trigger = recipe.nodes.find(({ webhookId }) => webhookId !== undefined);
		const address = `${stage.n8n.url}/webhook/${trigger?.webhookId}/webhook`;
		// It listens once it refuses a request without the secret.
		await sendTo(address, () => ({ method: 'POST' }));
		await control(stage, '/webhooks', z.unknown(), { url: `${address}?token=${webhookSecret}` });
		const comments = '/tasks/10001/comment';
		const ids: number[] = [];
		for (const comment of ['Who decides this next?', 'And who signs it?']) {
			const answer = await askService(stage.sandbox, comments, { comment });
			ids.push(posted.parse(answer).activity_log_id);
			await awaitDeliveries(stage, ids.length * 2);
		}
		const repeat = { task_id: 10001, activity_log_id: ids[0], comment: 'Who decides this next?' };
		await fetch(`${address}?token=${webhookSecret}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(repeat),
			signal: stage.signal,
		});
		const runs = await executionsOf(stage.n8n, recipe.id, ids.length + 1);
		const bodies = await bodiesSentTo(stage, comments);
		const replies = bodies.flatMap((body) => replied.safeParse(body).data ?? []);
		const answered = replies.map(({ reply_to }) => reply_to);
		return {
			did: 'answered questions in their threads',
			items: replies.length,
			checks: [
				{
					promise: 'Every question has one reply below it, also if it is delivered again',
					brokenBy: ids.filter((id) => answered.filter((other) => other === id).length !== 1),
				},
				check('The replies start nothing', runs.length === ids.length + 1),
			],
		};
	},
};
