import { z } from 'zod';
import { jsonOf } from '../../../n8n/executions';
import { owner } from '../../../n8n/owner';
import { submitForm } from '../../../n8n/pages/forms';
import { listTasks, readTask } from '../../service';
import { bodiesSentTo, check, ended, publishRecipe, refusesStrangers } from '../../stage';
import type { Trial } from '../../trial';

const atLeastThree = z.tuple([z.string(), z.string(), z.string()]).rest(z.string());

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
		const [first, second, third] = atLeastThree.parse(
			waiting.map(({ task_id }) => String(task_id)),
		);
		const elsewhere = tasks.find(({ current_step_id: id }) => id === 'finance_approval')?.task_id;
		const rows = [
			...[`${first},approve`, `${second},reject`, `${elsewhere},approve`],
			...[`${third},approve`, `${third},reject`],
		];
		const list = [
			'task_id,decision,step,user_email',
			...rows.map((row) => `${row},legal_approval,amara.okafor@meridian.example`),
		];
		const sentTo = async (ids: ReadonlyArray<number | string | undefined>) =>
			(await Promise.all(ids.map((id) => bodiesSentTo(stage, `/tasks/${id}/approve`)))).flat();
		const { length: earlier } = await sentTo([third, elsewhere]);
		const refuses = await refusesStrangers(stage, 'form/decide-by-list');
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
				check('Nobody can use it without a login', refuses),
				check('Every row is decided as it says', told.approved === 1 && told.rejected === 1),
				check(
					'A decision is in the name of the person who is signed in',
					JSON.stringify((await sentTo([first])).at(-1)).includes(owner.email),
				),
				check(
					'A task at another step than its row, or in two rows, is not decided',
					(await sentTo([third, elsewhere])).length === earlier,
				),
				check(
					'The summary shows who decided each row, and the outcome',
					told.rows.length === rows.length &&
						told.rows.every(({ by, reason }) => by !== '' && reason !== ''),
				),
				check(
					'The same list decides nothing twice',
					again.approved + again.rejected === 0 && steps(after) === steps(later),
				),
			],
		};
	},
};
