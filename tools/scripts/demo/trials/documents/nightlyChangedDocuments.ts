import { jsonOf } from '../../../n8n/executions';
import { check, runRecipe } from '../../stage';
import type { Trial } from '../../trial';

export const trial: Trial = {
	recipe: 'nightly-changed-documents',
	async run(stage, recipe) {
		const written = jsonOf(await runRecipe(stage, recipe), 'Write to Table');
		const again = jsonOf(await runRecipe(stage, recipe), 'Write to Table');
		const ids = written.map(({ document_id }) => document_id);
		return {
			did: 'filled a Data Table, and checked it again',
			items: written.length,
			checks: [
				check('Documents are found, each once', ids.length > 0 && new Set(ids).size === ids.length),
				{
					promise: 'Unchanged documents do not come again',
					brokenBy: again.map(({ document_id }) => Number(document_id)),
				},
			],
		};
	},
};
