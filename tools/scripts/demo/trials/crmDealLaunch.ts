import { crm, newDeal, postDeal } from '../deals';
import { readTask } from '../service';
import { bodiesSentTo, check, endDryRun, publishRecipe, refusesStrangers } from '../stage';
import type { Trial } from '../trial';

export const trial: Trial = {
	recipe: 'crm-deal-launch',
	credentials: [crm],
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const deal = newDeal();
		const post = async () => await postDeal(stage, 'crm-deal-won', deal);
		const tried = await post();
		await endDryRun(stage, recipe);
		await publishRecipe(stage, recipe);
		const first = await post();
		const repeats = [await post(), await post()];
		const { variables } = await readTask(stage.sandbox, first.task_id ?? 0);
		const refuses = await refusesStrangers(stage, 'webhook/crm-deal-won');
		const launches = await bodiesSentTo(stage, '/workflows/wf_mutual_nda/latest/initiate');
		const named = variables.find(({ variable_id: id }) => id === 'counterparty')?.value;
		return {
			did: `started task ${first.task_id}, and nothing when the deal came twice more`,
			items: 1,
			checks: [
				check('The first run shows what would happen', tried.state === 'would_send'),
				check('One task is created', first.task_id !== null),
				check('It has the values of the deal', named === deal.counterparty),
				check('Nobody without the secret can start one', refuses),
				check(
					'A repeated deal starts nothing',
					launches.filter((body) => JSON.stringify(body).includes(deal.deal_id)).length === 1,
				),
				check(
					'A repeated deal is answered as done',
					repeats.every(({ state }) => state === 'done'),
				),
			],
		};
	},
};
