import { z } from 'zod';
import { sendTo } from '../../n8n/forms';
import { askService } from '../../service';
import { check, publishRecipe } from '../stage';
import type { Trial } from '../trial';

const found = z.object({ tasks: z.array(z.object({ task_id: z.number() })) });
const idsIn = (answer: unknown) => found.parse(answer).tasks.map(({ task_id }) => task_id);

const deal = 'CRM-2025-0001';

/** How the CRM of the demo proves who it is. */
const crmHeader = { name: 'X-CRM-Secret', value: 'demo-secret-of-the-crm' };

export const trial: Trial = {
	recipe: 'crm-id-to-tasks',
	credentials: [{ name: 'CRM', type: 'httpHeaderAuth', data: crmHeader }],
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const ask = async (headers: Record<string, string>) =>
			await sendTo(`${stage.n8n.url}/webhook/crm-tasks`, () => ({
				method: 'POST',
				headers: { 'Content-Type': 'application/json', ...headers },
				body: JSON.stringify({ id: deal }),
			}));
		const ids = idsIn(await (await ask({ [crmHeader.name]: crmHeader.value })).json());
		const stranger = await ask({});
		const address = `/tasks/by-external-source-id?external_source_id=${deal}`;
		const expected = idsIn(await askService(stage.sandbox, address));
		return {
			did: `answered with the tasks of ${deal}`,
			items: ids.length,
			checks: [
				check('There are tasks', ids.length > 0),
				{
					promise: 'The answer has every task of the deal',
					brokenBy: expected.filter((id) => !ids.includes(id)),
				},
				{
					promise: 'The answer has no other task',
					brokenBy: ids.filter((id) => !expected.includes(id)),
				},
				check('Nobody without the secret gets an answer', stranger.status === 403),
			],
		};
	},
};
