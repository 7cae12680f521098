import { itemsOf, jsonOf } from '../../../n8n/executions';
import { check, runRecipe } from '../../stage';
import type { Trial } from '../../trial';

export const trial: Trial = {
	recipe: 'evidence-pack',
	async run(stage, recipe) {
		const execution = await runRecipe(stage, recipe);
		const hashed = jsonOf(execution, 'Build Manifest');
		const [pack] = itemsOf(execution, 'Create Archive');
		return {
			did: 'packed a task',
			items: hashed.length,
			checks: [
				check('There is an archive', pack?.binary?.data?.fileExtension === 'zip'),
				check(
					'Each file has its hash',
					hashed.length > 0 &&
						hashed.every(({ sha256 }) => /^"[0-9a-f]{64}"$/.test(JSON.stringify(sha256))),
				),
			],
		};
	},
};
