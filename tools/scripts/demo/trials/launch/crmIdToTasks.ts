import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { sendTo } from '../../../n8n/pages/forms';
import { askService } from '../../service';
import { check, publishRecipe, refusesStrangers } from '../../stage';
import type { Trial } from '../../trial';

const found = z.object({
	tasks: z.array(
		z.object({
			task_id: z.number(),
			status: z.string(),
			current_step_name: z.string().nullable(),
		}),
	),
});
const answered = found.extend({ external_source_id: z.string() });

const deal = 'CRM-2025-0001';

/** How the CRM of the demo authenticates. */
const crmHeader = { name: 'X-CRM-Secret', value: 'demo-secret-of-the-crm' };

export const trial: Trial = {
	recipe: 'crm-id-to-tasks',
	credentials: [{ name: 'CRM', type: 'httpHeaderAuth', data: crmHeader }],
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const response = await sendTo(`${stage.n8n.url}/webhook/crm-tasks`, () => ({
			method: 'POST',
			headers: { 'Content-Type': 'application/json', [crmHeader.name]: crmHeader.value },
			body: JSON.stringify({ id: deal }),
		}));
		const { tasks, external_source_id: id } = answered.parse(await response.json());
		const address = `/tasks/by-external-source-id?external_source_id=${deal}`;
		const expected = found.parse(await askService(stage.sandbox, address)).tasks;
		return {
			did: `answered with the tasks of ${deal}`,
			items: tasks.length,
			checks: [
				check(
					'There are two tasks, and the answer names the deal',
					tasks.length === 2 && id === deal,
				),
				check(
					'The answer has the tasks of the deal with their status and step, and no other',
					response.status === 200 && isDeepStrictEqual(tasks, expected),
				),
				check(
					'Nobody without the secret gets an answer',
					await refusesStrangers(stage, 'webhook/crm-tasks'),
				),
			],
		};
	},
};
