import { z } from 'zod';
import { jsonOf } from '../../../n8n/executions';
import { submitForm } from '../../../n8n/pages/forms';
import { listTasks, readTask } from '../../service';
import { atLeastTwo, check, ended, publishRecipe } from '../../stage';
import type { Trial } from '../../trial';

const summary = z.object({
	approved: z.number(),
	rejected: z.number(),
	rows: z.array(z.object({ task_id: z.string(), by: z.string(), reason: z.string() })),
});

export const trial: Trial = {
	recipe: 'bulk-approval-from-spreadsheet',
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const { tasks } = await listTasks(stage.sandbox);
		const waiting = tasks.filter(
			({ workflow_id, current_step_id }) =>
				workflow_id === 'wf_vendor_agreement' && current_step_id === 'legal_approval',
		);
		const [first, second] = atLeastTwo.parse(waiting.map(({ task_id }) => String(task_id)));
		const rows = [`${first},approve`, `${second},reject`, '999999,approve'];
		const list = ['task_id,decision,step', ...rows.map((row) => `${row},legal_approval`)];
		const upload = async () => {
			const file = new File([list.join('\n')], 'decisions.csv', { type: 'text/csv' });
			const { execution } = await submitForm(stage.n8n, 'decide-by-list', ['Demo', file]);
			return summary.parse(jsonOf(ended(execution), 'Create Summary')[0]);
		};
		const told = await upload();
		const after = [await readTask(stage.sandbox, first), await readTask(stage.sandbox, second)];
		const again = await upload();
		const later = [await readTask(stage.sandbox, first), await readTask(stage.sandbox, second)];
		const steps = (states: typeof after) => states.map((state) => state.current_step_id).join();
		return {
			did: 'decided a list, and uploaded it again',
			items: told.rows.length,
			checks: [
				check('Every row is decided as it says', told.approved === 1 && told.rejected === 1),
				check(
					'The summary shows who decided each row, and the outcome',
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
