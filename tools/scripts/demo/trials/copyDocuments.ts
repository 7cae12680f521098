import { jsonOf } from '../../n8n/executions';
import { withDatabase } from '../database';
import { check, runRecipe } from '../stage';
import type { Trial } from '../trial';

const gone = 'document_id, gone_at IS NOT NULL FROM contract_documents WHERE document_id = 0';

export const trial: Trial = {
	recipe: 'copy-documents',
	run: async (stage, recipe) =>
		await withDatabase(stage, recipe, async ({ query }) => {
			const copy = async () => jsonOf(await runRecipe(stage, recipe), 'Write Documents')[0];
			const first = await copy();
			await query(`INSERT INTO contract_documents VALUES (0, '{}', now(), now(), NULL)`);
			await query(`UPDATE contract_documents SET content = '{}' WHERE document_id =
				(SELECT max(document_id) FROM contract_documents)`);
			const again = await copy();
			const [count = '0'] = await query('SELECT count(*) FROM contract_documents');
			return {
				did: 'filled a PostgreSQL database, and filled it again',
				items: Number(count) - 1,
				checks: [
					check('All are copied', Number(count) > 1 && Number(first?.new) === Number(count) - 1),
					check(
						'Only a document that changed gets a new time',
						again?.new === '0' && again.changed === '1',
					),
					check(
						'A document that is no longer listed is marked, and stays',
						again?.gone === '1' && (await query(`SELECT ${gone}`)).join() === '0\tt',
					),
				],
			};
		}),
};
