import { z } from 'zod';
import { jsonOf } from '../../../n8n/executions';
import { submitForm } from '../../../n8n/pages/forms';
import { listTasks } from '../../service';
import {
	atLeastTwo,
	bodiesSentTo,
	check,
	ended,
	publishRecipe,
	refusesStrangers,
} from '../../stage';
import type { Trial } from '../../trial';

const summary = z.object({
	approved: z.number(),
	rows: z.array(z.object({ outcome: z.string(), reason: z.string() })),
});

export const trial: Trial = {
	recipe: 'plan-then-decide',
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const { tasks } = await listTasks(stage.sandbox);
		const waiting = tasks.filter(({ current_step_id }) => current_step_id === 'finance_approval');
		const [first, second] = atLeastTwo.parse(waiting.map(({ task_id }) => String(task_id)));
		const list = [
			'task_id,decision',
			`${first},approve`,
			`${second},approve`,
			'{{ 6 * 7 }},approve',
		];
		const sent = async () => [
			...(await bodiesSentTo(stage, `/tasks/${first}/approve`)),
			...(await bodiesSentTo(stage, `/tasks/${second}/approve`)),
		];
		const { length: earlier } = await sent();
		let beforeYes = 0;
		let table = '';
		const upload = async (answer: string) => {
			const file = new File([list.join('\n')], 'decisions.csv', { type: 'text/csv' });
			return await submitForm(stage.n8n, 'plan-decisions', [file], async (page) => {
				table = page;
				beforeYes = (await sent()).length - earlier;
				return ['', answer];
			});
		};
		const refuses = await refusesStrangers(stage, 'form/plan-decisions');
		ended((await upload('No, decide nothing')).execution);
		const afterNo = (await sent()).length - earlier;
		const { execution } = await upload('Yes, decide');
		const told = summary.parse(jsonOf(ended(execution), 'Create Summary')[0]);
		return {
			did: 'planned a list twice, decided it once',
			items: told.rows.length,
			checks: [
				check('Nobody can use it without a login', refuses),
				check('A person sees each row and what would happen', table.split('<tr>').length === 5),
				check('Nothing of the file is evaluated', table.includes('6 * 7')),
				check('Nothing is sent before yes, nor after no', beforeYes + afterNo === 0),
				check(
					'After yes, the planned decisions are sent, and the rest is explained',
					told.approved === 2 && told.rows.every(({ reason }) => reason !== ''),
				),
			],
		};
	},
};
