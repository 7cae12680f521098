import { z } from 'zod';
import { itemsOf, jsonOf } from '../../n8n/executions';
import { check, runRecipe } from '../stage';
import type { Trial } from '../trial';

const hashed = z.object({
	hashes: z.array(z.object({ file: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});

export const trial: Trial = {
	recipe: 'evidence-pack',
	async run(stage, recipe) {
		const execution = await runRecipe(stage, recipe);
		const { hashes } = hashed.parse(jsonOf(execution, 'Add Manifest')[0]);
		const [pack] = itemsOf(execution, 'Create Archive');
		const names = hashes.map(({ file }) => file.toLowerCase());
		return {
			did: 'packed a task',
			items: hashes.length,
			checks: [
				check('There is an archive', pack?.binary?.data?.fileExtension === 'zip'),
				check(
					'The task and its documents are in the manifest, each under a name of its own',
					names.includes('task.json') &&
						names.length > 1 &&
						!names.includes('manifest.json') &&
						new Set(names).size === names.length,
				),
			],
		};
	},
};
