import { jsonOf } from '../../../n8n/executions';
import { withDatabase } from '../../database';
import { crm, newDeal, postDeal } from '../../deals';
import { readTask } from '../../service';
import { bodiesSentTo, check, publishRecipe, runRecipe } from '../../stage';
import type { Trial } from '../../trial';

export const trial: Trial = {
	recipe: 'claim-deal-launch',
	credentials: [crm],
	run: async (stage, recipe) =>
		await withDatabase(
			stage,
			recipe,
			async ({ query }) => {
				await runRecipe(stage, recipe);
				await publishRecipe(stage, recipe);
				const deal = newDeal();
				const post = async () => await postDeal(stage, 'crm-deal-won-once', deal);
				const answers = await Promise.all([post(), post(), post()]);
				const repeat = await post();
				const { variables } = await readTask(stage.sandbox, repeat.task_id ?? 0);
				const named = variables.find(({ variable_id: id }) => id === 'counterparty')?.value;
				const launches = await bodiesSentTo(stage, '/workflows/wf_mutual_nda/latest/initiate');
				const sent = launches.filter((body) => JSON.stringify(body).includes(deal.deal_id));

				// The state that n8n leaves if it ends before the outcome is recorded.
				await query(
					"UPDATE contract_claims SET state = 'claimed', claimed_at = now() - interval '1 hour'",
				);
				const open = jsonOf(await runRecipe(stage, recipe), 'Create Summary');
				return {
					did: `started task ${repeat.task_id} for a deal that was posted four times`,
					items: 1,
					checks: [
						check('One task is created', repeat.task_id !== null && named === deal.counterparty),
						check('A repeated deal starts nothing, also at the same time', sent.length === 1),
						check(
							'A repeated deal is answered with the task, or as claimed',
							repeat.state === 'done' &&
								answers.every(
									({ task_id: id, state }) => id === repeat.task_id || state === 'claimed',
								),
						),
						check(
							'An open claim is listed with its task',
							open.length === 1 && JSON.stringify(open).includes(`/${repeat.task_id}"`),
						),
					],
				};
			},
			[crm],
		),
};
