import { z } from 'zod';
import { crm } from '../../n8n/credentials';
import { jsonOf } from '../../n8n/executions';
import { sendTo, submitForm } from '../../n8n/pages/forms';
import { publish } from '../../n8n/publication';
import { withDatabase } from '../database';
import { readTask } from '../service';
import { bodiesSentTo, endDryRun, ended, isSameJson, refusesStrangers, runRecipe } from '../stage';
import type { Stage, Trial } from '../trial';

/** The request of the recipe, identified by its requester. */
const request = z.object({
	metadata: z.object({ requested_by: z.literal('dana@nordwind.example') }),
	variables: z.array(z.object({ variable_id: z.string() }).passthrough()),
});

const text = 'Draft of the agreement, § 1';
const counterparty = 'Nordwind Logistik GmbH';

/** The answer is lost, after the service has carried the request out. */
const lost = { endpoint: 'initiateWorkflow', kind: 'reset', applied: true } as const;

const intakeForm: Trial = {
	recipe: 'intake-form',
	async run(stage, recipe) {
		await publish(stage.n8n, recipe.id);
		const draft = new File([text], 'Entwurf – Fassung 2.docx');
		const filled = [counterparty, '12500.5', 'Germany', draft, 'dana@nordwind.example'];
		const submit = async () => await submitForm(stage.n8n, 'request-a-contract', filled);
		const requests = () =>
			bodiesSentTo(stage, '/workflows/wf_vendor_agreement/latest/initiate').flatMap(
				(body) => request.safeParse(body).data ?? [],
			);
		const tried = await submit();
		const triedRequests = requests();
		await endDryRun(stage, recipe);
		await publish(stage.n8n, recipe.id);
		const { page, execution } = await submit();
		const [created] = jsonOf(ended(execution), 'Initiate Workflow');
		const id = Number(created?.task_id);
		const { variables } = await readTask(stage.sandbox, id);
		const sent = requests();
		stage.sandbox.addFault(lost);
		const unknown = await submit();
		const values = { counterparty, contract_value: 12500.5, governing_law: 'Germany' };
		return {
			'The first run shows what would happen, and sends nothing':
				tried.page.includes('It would create a task') && triedRequests.length === 0,
			'The task has the values of the form': Object.entries(values).every(
				([name, value]) => variables.find((one) => one.variable_id === name)?.value === value,
			),
			'One request is sent, with who asked and the bytes of the file':
				sent.length === 1 &&
				isSameJson(
					sent[0]?.variables.find(({ variable_id }) => variable_id === 'draft'),
					{
						variable_id: 'draft',
						type: 'file',
						value: draft.name,
						file_extension: 'docx',
						base64_content: Buffer.from(text).toString('base64'),
					},
				),
			'The person sees a thank-you and the number of the task':
				page.includes('Thank you') && page.includes(`task ${id}`),
			'A person whose request may have arrived is told so': unknown.page.includes(
				'It is not known whether a task was created',
			),
		};
	},
};

/** A deal that no earlier trial used. */
const newDeal = () => ({ deal_id: `DEMO-${Date.now()}`, counterparty });

const answer = z.object({ task_id: z.number().nullable(), state: z.string() });

/** Posts a deal to the webhook of a recipe, as a CRM does. */
const postDeal = async ({ n8n }: Stage, webhookPath: string, deal: object) => {
	const response = await sendTo(`${n8n.url}/webhook/${webhookPath}`, () => ({
		method: 'POST',
		headers: { 'Content-Type': 'application/json', [crm.data.name]: crm.data.value },
		body: JSON.stringify(deal),
	}));
	return answer.parse(await response.json());
};

/** The launches that the sandbox received for a deal. */
const launchesOf = (stage: Stage, id: string): number =>
	bodiesSentTo(stage, '/workflows/wf_mutual_nda/latest/initiate').filter((body) =>
		JSON.stringify(body).includes(id),
	).length;

const crmDealLaunch: Trial = {
	recipe: 'crm-deal-launch',
	credentials: [crm],
	async run(stage, recipe) {
		await publish(stage.n8n, recipe.id);
		const deal = newDeal();
		const post = async () => await postDeal(stage, 'crm-deal-won', deal);
		const tried = await post();
		await endDryRun(stage, recipe);
		await publish(stage.n8n, recipe.id);
		const first = await post();
		const repeat = await post();
		const { variables } = await readTask(stage.sandbox, first.task_id ?? 0);
		const named = variables.find(({ variable_id }) => variable_id === 'counterparty')?.value;
		return {
			'The first run shows what would happen': tried.state === 'would_send',
			'One task is created, with the values of the deal': named === deal.counterparty,
			'Nobody without the secret can start one': await refusesStrangers(
				stage,
				'webhook/crm-deal-won',
			),
			'A repeated deal starts nothing, and is answered as done':
				launchesOf(stage, deal.deal_id) === 1 && repeat.state === 'done',
		};
	},
};

const claimDealLaunch: Trial = {
	recipe: 'claim-deal-launch',
	credentials: [crm],
	run: async (stage, recipe) =>
		await withDatabase(stage, recipe, [crm], async () => {
			await runRecipe(stage, recipe);
			await endDryRun(stage, recipe);
			await publish(stage.n8n, recipe.id);
			/** Posts a deal several times, and gives the answers and the number of launches. */
			const post = async (times: number) => {
				const deal = newDeal();
				const one = async () => await postDeal(stage, 'crm-deal-won-once', deal);
				const answers = await Promise.all(Array.from({ length: times }, one));
				answers.push(await one());
				const states = answers.map(({ state }) => state);
				return { states, launches: launchesOf(stage, deal.deal_id) };
			};
			const normal = await post(3);
			stage.sandbox.addFault(lost);
			const unknown = await post(1);
			stage.sandbox.addFault({ endpoint: 'initiateWorkflow', kind: 'error', status: 501 });
			const refused = await post(1);
			return {
				'A deal starts one task, also if it is posted again or at the same time':
					normal.launches === 1 &&
					normal.states.at(-1) === 'done' &&
					normal.states.every((state) => ['done', 'claimed'].includes(state)),
				'A deal of unknown outcome is not sent again':
					unknown.states.join() === 'unknown,unknown' && unknown.launches === 1,
				'A deal that the service refused is sent again':
					refused.states.join() === 'failed,done' && refused.launches === 2,
			};
		}),
};

export const trials = [intakeForm, crmDealLaunch, claimDealLaunch];
