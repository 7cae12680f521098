import { jsonOf } from '../n8n/executions';
import { withDatabase } from './database';
import { check, runRecipe } from './stage';
import type { Trial } from './trial';

const notAgain = 'Unchanged rows are not written again';

/** Fills a PostgreSQL table with a recipe, and runs the recipe again. */
export const twiceIntoDatabase =
	(table: string): Trial['run'] =>
	async (stage, recipe) =>
		await withDatabase(stage, recipe, async ({ query }) => {
			const [first] = jsonOf(await runRecipe(stage, recipe), 'Merge Rows');
			const [again] = jsonOf(await runRecipe(stage, recipe), 'Merge Rows');
			const [count = '0'] = await query(`SELECT count(*) FROM ${table}`);
			return {
				did: 'filled a PostgreSQL database, and checked it again',
				items: Number(count),
				checks: [
					check('All are copied', Number(count) > 0 && first?.new === count),
					check(notAgain, again?.new === '0' && again.changed === '0' && again.gone === '0'),
				],
			};
		});

/** Fills a Data Table with a recipe, and runs the recipe again. */
export const twiceIntoDataTable: Trial['run'] = async (stage, recipe) => {
	const first = jsonOf(await runRecipe(stage, recipe), 'Compare Rows');
	const again = jsonOf(await runRecipe(stage, recipe), 'Compare Rows');
	return {
		did: 'filled a Data Table, and checked it again',
		items: first.length,
		checks: [check('All are copied', first.length > 0), check(notAgain, again.length === 0)],
	};
};
