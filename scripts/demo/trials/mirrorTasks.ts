import { jsonOf } from '../../n8n/executions';
import { withMirrorDatabase } from '../mirror';
import { check, runRecipe } from '../stage';
import type { Trial } from '../trial';

export const trial: Trial = {
	recipe: 'mirror-tasks',
	run: async (stage, recipe) =>
		await withMirrorDatabase(stage, recipe, async ({ query }) => {
			const [first] = jsonOf(await runRecipe(stage, recipe), 'Merge');
			const [again] = jsonOf(await runRecipe(stage, recipe), 'Merge');
			const [count = '0'] = await query('SELECT count(*) FROM contract_tasks');
			return {
				did: 'filled a PostgreSQL, and looked again',
				items: Number(count),
				checks: [
					check('All are copied', Number(count) > 0 && first?.new === count),
					check(
						'What has not changed is not written again',
						again?.new === '0' && again.changed === '0' && again.gone === '0',
					),
				],
			};
		}),
};
