import { z } from 'zod';
import { jsonOf } from '../n8n/executions';
import { submitForm } from '../n8n/forms';
import { askService, listTasks } from '../service';
import type { Stage, Trial } from './stage';
import { atLeastTwo, check, ended, publishRecipe } from './stage';

const task = z.object({
	task: z.object({
		status: z.string(),
		current_step_id: z.string().nullable(),
		variables: z.array(z.object({ variable_id: z.string(), value: z.unknown() })),
	}),
});

const readTask = async ({ sandbox }: Stage, id: number | string) =>
	task.parse(await askService(sandbox, `/tasks/${id}`)).task;

const initiated = z.object({ task_id: z.number() });

const counterparty = 'Nordwind Logistik GmbH';

const intake: Trial = {
	recipe: 'intake-form',
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const draft = new File(['Draft of the agreement'], 'Entwurf – Fassung 2.docx');
		const values = [counterparty, '12500.5', 'Germany', draft, 'dana@nordwind.example'];
		const { page, execution } = await submitForm(stage.n8n, 'request-a-contract', values);
		const created = z.array(initiated).parse(jsonOf(ended(execution), 'Initiate'));
		const id = created[0]?.task_id;
		if (id === undefined) throw new Error(`No task was created. The person was shown: ${page}`);
		const { variables } = await readTask(stage, id);
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

const summary = z.object({
	approved: z.number(),
	rejected: z.number(),
	rows: z.array(z.object({ task_id: z.string(), by: z.string(), reason: z.string() })),
});

const spreadsheet: Trial = {
	recipe: 'bulk-approval-from-spreadsheet',
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const { tasks } = await listTasks(stage.sandbox);
		const waiting = tasks.filter(
			({ workflow_id, current_step_id }) =>
				workflow_id === 'wf_vendor_agreement' && current_step_id === 'legal_approval',
		);
		const [first, second] = atLeastTwo.parse(waiting.map(({ task_id }) => String(task_id)));
		const list = ['task_id,decision', `${first},approve`, `${second},reject`, '999999,approve'];
		const upload = async () => {
			const file = new File([list.join('\n')], 'decisions.csv', { type: 'text/csv' });
			const { execution } = await submitForm(stage.n8n, 'decide-by-list', ['Demo', file]);
			return summary.parse(jsonOf(ended(execution), 'Summary')[0]);
		};
		const told = await upload();
		const after = [await readTask(stage, first), await readTask(stage, second)];
		const again = await upload();
		const later = [await readTask(stage, first), await readTask(stage, second)];
		const steps = (states: typeof after) => states.map((state) => state.current_step_id).join();
		return {
			did: 'decided a list, and uploaded it again',
			items: told.rows.length,
			checks: [
				check('Every row is decided as it says', told.approved === 1 && told.rejected === 1),
				check(
					'The summary tells who decided each row, and what came of it',
					told.rows.length === 3 && told.rows.every(({ by, reason }) => by !== '' && reason !== ''),
				),
				check(
					'The same list decides nothing twice',
					again.approved + again.rejected === 0 && steps(after) === steps(later),
				),
			],
		};
	},
};

/** The recipes that start with a form. */
export const forms = { intake, spreadsheet };
