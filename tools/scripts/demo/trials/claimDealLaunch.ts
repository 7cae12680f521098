import { z } from 'zod';
import { jsonOf } from '../../n8n/executions';
import type { WorkflowFile } from '../../n8n/workflows';
import { withDatabase } from '../database';
import { crm, newDeal, postDeal } from '../deals';
import { readTask } from '../service';
import {
	bodiesSentTo,
	check,
	control,
	endDryRun,
	publishRecipe,
	refusesStrangers,
	runRecipe,
} from '../stage';
import type { Stage, Trial } from '../trial';

/** The launches that the sandbox received for a deal. */
const launchesOf = async (stage: Stage, id: string): Promise<number> =>
	(await bodiesSentTo(stage, '/workflows/wf_mutual_nda/latest/initiate')).filter((body) =>
		JSON.stringify(body).includes(id),
	).length;

/** Posts a new deal twice, at whose first launch the service fails: the states, and the launches. */
const postFailing = async (stage: Stage, fault: object) => {
	await control(stage, '/faults', z.unknown(), { endpoint: 'initiateWorkflow', ...fault });
	const deal = newDeal();
	const post = async () => (await postDeal(stage, 'crm-deal-won-once', deal)).state;
	const states = [await post(), await post()].join();
	return { states, launches: await launchesOf(stage, deal.deal_id) };
};

/** What is listed as open after n8n ended everywhere before an outcome was recorded. */
const openClaims = async (
	stage: Stage,
	recipe: WorkflowFile,
	query: (sql: string) => Promise<string[]>,
) => {
	await query(
		"UPDATE contract_claims SET state = 'claimed', claimed_at = now() - interval '1 hour'",
	);
	return jsonOf(await runRecipe(stage, recipe), 'Get Open Claims');
};

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
				const tried = await post();
				const sentByDryRun = await launchesOf(stage, deal.deal_id);
				await endDryRun(stage, recipe);
				await publishRecipe(stage, recipe);
				const answers = await Promise.all([post(), post(), post()]);
				const repeat = await post();
				const { variables } = await readTask(stage.sandbox, repeat.task_id ?? 0);
				const named = variables.find(({ variable_id: id }) => id === 'counterparty')?.value;
				const sent = await launchesOf(stage, deal.deal_id);
				const unknown = await postFailing(stage, { kind: 'reset', applied: true });
				const refused = await postFailing(stage, { kind: 'error', status: 501 });
				const refuses = await refusesStrangers(stage, 'webhook/crm-deal-won-once');
				const open = await openClaims(stage, recipe, query);
				return {
					did: `started task ${repeat.task_id} for a deal that was posted four times`,
					items: 1,
					checks: [
						check(
							'The first run shows what would happen, and sends nothing',
							tried.state === 'would_send' && sentByDryRun === 0,
						),
						check('One task is created', repeat.task_id !== null && named === deal.counterparty),
						check('A repeated deal starts nothing, also at the same time', sent === 1),
						check(
							'A repeated deal is answered with the task, or as claimed',
							repeat.state === 'done' &&
								answers.every(
									({ task_id: id, state }) => id === repeat.task_id || state === 'claimed',
								),
						),
						check(
							'A deal of unknown outcome is not sent again',
							unknown.states === 'unknown,unknown' && unknown.launches === 1,
						),
						check(
							'A deal that the service refused is sent again',
							refused.states === 'failed,done' && refused.launches === 2,
						),
						check('Nobody without the secret can start one', refuses),
						check(
							'Open claims are listed with their deal and execution',
							open.some(({ deal_id: id }) => id === deal.deal_id) &&
								open.every(({ execution_id: id }) => Boolean(id)),
						),
					],
				};
			},
			[crm],
		),
};
