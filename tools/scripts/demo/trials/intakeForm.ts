import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { jsonOf } from '../../n8n/executions';
import { submitForm } from '../../n8n/pages/forms';
import { readTask } from '../service';
import { bodiesSentTo, check, control, endDryRun, ended, publishRecipe } from '../stage';
import type { Trial } from '../trial';

const initiated = z.object({ task_id: z.number() });

/** The request of the recipe, identified by its requester. */
const request = z.object({
	metadata: z.object({ requested_by: z.literal('dana@nordwind.example') }),
	variables: z.array(z.object({ variable_id: z.string() }).passthrough()),
});

const text = 'Draft of the agreement, § 1';
const counterparty = 'Nordwind Logistik GmbH';

const values = { counterparty, contract_value: 12500.5, governing_law: 'Germany' };
const lost = { kind: 'reset', endpoint: 'initiateWorkflow', applied: true };

export const trial: Trial = {
	recipe: 'intake-form',
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const draft = new File([text], 'Entwurf – Fassung 2.docx');
		const filled = [counterparty, '12500.5', 'Germany', draft, 'dana@nordwind.example'];
		const submit = async () => await submitForm(stage.n8n, 'request-a-contract', filled);
		const launches = '/workflows/wf_vendor_agreement/latest/initiate';
		const { length: earlier } = await bodiesSentTo(stage, launches);
		const tried = await submit();
		const { length: afterDryRun } = await bodiesSentTo(stage, launches);
		await endDryRun(stage, recipe);
		await publishRecipe(stage, recipe);
		const { page, execution } = await submit();
		const created = z.array(initiated).parse(jsonOf(ended(execution), 'Initiate Workflow'));
		const id = created[0]?.task_id;
		if (id === undefined) throw new Error(`No task was created. The person was shown: ${page}`);
		const { variables } = await readTask(stage.sandbox, id);
		const sent = await bodiesSentTo(stage, launches);
		await control(stage, '/faults', z.unknown(), lost);
		const unknown = await submit();
		const requests = sent.flatMap((body) => request.safeParse(body).data ?? []);
		const file = requests[0]?.variables.find(({ variable_id }) => variable_id === 'draft');
		return {
			did: `started task ${id} with a file`,
			items: created.length,
			checks: [
				check(
					'The first run shows what would happen, and sends nothing',
					tried.page.includes('It would create a task') && afterDryRun === earlier,
				),
				check('One task is created', created.length === 1),
				check(
					'It has the values of the form',
					Object.entries(values).every(
						([name, value]) =>
							variables.find(({ variable_id }) => variable_id === name)?.value === value,
					),
				),
				check(
					'One request is sent, with who asked and the bytes of the file',
					requests.length === 1 &&
						isDeepStrictEqual(file, {
							variable_id: 'draft',
							type: 'file',
							value: draft.name,
							file_extension: 'docx',
							base64_content: Buffer.from(text).toString('base64'),
						}),
				),
				check(
					'The person sees a thank-you and the number of the task',
					page.includes('Thank you') && page.includes(`task ${id}`),
				),
				check(
					'A person whose request may have arrived is told so',
					unknown.page.includes('It is not known whether a task was created'),
				),
			],
		};
	},
};
