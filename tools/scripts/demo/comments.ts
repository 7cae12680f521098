import { z } from 'zod';
import { webhookSecret } from '../n8n/credentials';
import { sendTo } from '../n8n/pages/forms';
import { publish } from '../n8n/publication';
import type { WorkflowFile } from '../n8n/workflows';
import { askService } from './service';
import type { Stage } from './trial';

/** The task on which the demo comments. */
export const commentedTask = 10001;

/**
 * Publishes a recipe, and lets the sandbox deliver comments to its trigger.
 * @returns the address of the trigger, with the secret
 */
export const receiveComments = async (stage: Stage, recipe: WorkflowFile): Promise<string> => {
	await publish(stage.n8n, recipe.id);
	const trigger = recipe.nodes.find(({ webhookId }) => webhookId !== undefined);
	const address = `${stage.n8n.url}/webhook/${trigger?.webhookId}/webhook`;
	// It listens once it refuses a request without the secret.
	await sendTo(address, () => ({ method: 'POST' }));
	const url = `${address}?token=${webhookSecret}`;
	stage.sandbox.subscribe({ url });
	return url;
};

const posted = z.object({ activity_log_id: z.number() });

/** Posts a comment, as a person does, and gives its id. */
export const postComment = async ({ sandbox }: Stage, comment: string): Promise<number> => {
	const answer = await askService(sandbox, `/tasks/${commentedTask}/comment`, { comment });
	return posted.parse(answer).activity_log_id;
};

/** Delivers a comment again, as a service does that got no answer. */
export const deliverAgain = async ({ signal }: Stage, url: string, id: number, comment: string) =>
	await fetch(url, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ task_id: commentedTask, activity_log_id: id, comment }),
		signal,
	});
