import { jsonOf } from '../../../n8n/executions';
import { check, runRecipe } from '../../stage';
import type { Trial } from '../../trial';
import { commentWithReceipts } from '../../writing';

export const trial: Trial = {
	recipe: 'check-receipts',
	async run(stage, recipe) {
		await runRecipe(stage, recipe);
		const items = [10001, 10002, 10003].map((task_id) => ({ task_id, text: 'Reviewed' }));
		await commentWithReceipts(stage, items);
		await commentWithReceipts(stage, items);
		const [whole] = jsonOf(await runRecipe(stage, recipe), 'Report Intact Chain');
		return {
			did: 'stored receipts, and checked them',
			items: 2 * items.length,
			checks: [
				check('The chain of several runs is whole', /none is broken/.test(JSON.stringify(whole))),
			],
		};
	},
};
