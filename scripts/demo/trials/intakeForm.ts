import { z } from 'zod';
import { jsonOf } from '../../n8n/executions';
import { submitForm } from '../../n8n/forms';
import { readTask } from '../../service';
import { check, ended, publishRecipe } from '../stage';
import type { Trial } from '../trial';

const initiated = z.object({ task_id: z.number() });

const counterparty = 'Nordwind Logistik GmbH';

export const trial: Trial = {
	recipe: 'intake-form',
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const draft = new File(['Draft of the agreement'], 'Entwurf – Fassung 2.docx');
		const values = [counterparty, '12500.5', 'Germany', draft, 'dana@nordwind.example'];
		const { page, execution } = await submitForm(stage.n8n, 'request-a-contract', values);
		const created = z.array(initiated).parse(jsonOf(ended(execution), 'Initiate'));
		const id = created[0]?.task_id;
		if (id === undefined) throw new Error(`No task was created. The person was shown: ${page}`);
		const { variables } = await readTask(stage.sandbox, id);
		const valueOf = (name: string) =>
			variables.find(({ variable_id }) => variable_id === name)?.value ?? null;
		return {
			did: `started task ${id} with a file`,
			items: created.length,
			checks: [
				check('One task is created', created.length === 1),
				check('It has the values of the form', valueOf('counterparty') === counterparty),
				check('It has the file', valueOf('draft') !== null),
				check('The person is told its number', page.includes(`task ${id}`)),
			],
		};
	},
};
