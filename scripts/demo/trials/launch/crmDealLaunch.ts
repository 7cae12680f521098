import { z } from 'zod';
import { sendTo } from '../../../n8n/forms';
import { readTask } from '../../service';
import { bodiesSentTo, check, publishRecipe } from '../../stage';
import type { Trial } from '../../trial';

const answer = z.object({ task_id: z.number().nullable(), state: z.string() });

const counterparty = 'Nordwind Logistik GmbH';

/** How the CRM of the demo proves who it is. */
const crmHeader = { name: 'X-CRM-Secret', value: 'demo-secret-of-the-crm' };

export const trial: Trial = {
	recipe: 'crm-deal-launch',
	credentials: [{ name: 'CRM', type: 'httpHeaderAuth', data: crmHeader }],
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		// A demo that is run again is about another deal.
		const deal = { deal_id: `DEMO-${Date.now()}`, counterparty };
		const post = async () => {
			const response = await sendTo(`${stage.n8n.url}/webhook/crm-deal-won`, () => ({
				method: 'POST',
				headers: { 'Content-Type': 'application/json', [crmHeader.name]: crmHeader.value },
				body: JSON.stringify(deal),
			}));
			return answer.parse(await response.json());
		};
		const first = await post();
		const repeats = [await post(), await post()];
		const { variables } = await readTask(stage.sandbox, first.task_id ?? 0);
		const launches = await bodiesSentTo(stage, '/workflows/wf_mutual_nda/latest/initiate');
		const named = variables.find(({ variable_id: id }) => id === 'counterparty')?.value;
		return {
			did: `started task ${first.task_id}, and nothing when the deal came twice more`,
			items: 1,
			checks: [
				check('One task is created', first.task_id !== null),
				check('It has the values of the deal', named === counterparty),
				check(
					'A repeated deal starts nothing',
					launches.filter((body) => JSON.stringify(body).includes(deal.deal_id)).length === 1,
				),
				check(
					// A worker that did not start it knows that it was started, and not the number.
					'A repeated deal is answered as done, with the same task or none',
					repeats.every(
						({ task_id: id, state }) => state === 'done' && (id === first.task_id || id === null),
					),
				),
			],
		};
	},
};
