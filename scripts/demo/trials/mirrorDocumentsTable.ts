import { jsonOf } from '../../n8n/executions';
import { check, runRecipe } from '../stage';
import type { Trial } from '../trial';

export const trial: Trial = {
	recipe: 'mirror-documents-table',
	async run(stage, recipe) {
		const first = jsonOf(await runRecipe(stage, recipe), 'Compare');
		const again = jsonOf(await runRecipe(stage, recipe), 'Compare');
		return {
			did: 'filled a Data Table, and looked again',
			items: first.length,
			checks: [
				check('All are copied', first.length > 0),
				check('What has not changed is not written again', again.length === 0),
			],
		};
	},
};
