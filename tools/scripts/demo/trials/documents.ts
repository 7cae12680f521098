import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../../n8n/executions';
import { withDatabase } from '../database';
import { askService, listTasks } from '../service';
import { runRecipe } from '../stage';
import type { Trial } from '../trial';

const copyDocuments: Trial = {
	recipe: 'copy-documents',
	run: async (stage, recipe) =>
		await withDatabase(stage, recipe, [], async (query) => {
			const copy = async () => jsonOf(await runRecipe(stage, recipe), 'Write Documents')[0];
			const first = await copy();
			await query(`INSERT INTO contract_documents VALUES (0, '{}', now(), now(), NULL)`);
			await query(`UPDATE contract_documents SET content = '{}' WHERE document_id =
				(SELECT max(document_id) FROM contract_documents)`);
			const again = await copy();
			const [count] = await query('SELECT count(*) - 1 FROM contract_documents');
			const gone = await query(
				'SELECT document_id FROM contract_documents WHERE gone_at IS NOT NULL',
			);
			return {
				'All are copied': Number(count) > 1 && first?.new === count,
				'Only a document that changed gets a new time': again?.new === '0' && again.changed === '1',
				'A document that is no longer listed is marked, and stays':
					again?.gone === '1' && gone.join() === '0',
			};
		}),
};

const filedCopies = z.array(z.object({ fileName: z.string(), file_id: z.string() }));
const signed = z.object({
	documents: z.array(z.object({ file_id: z.string(), download_url: z.string() })),
});

const fileSignedCopies: Trial = {
	recipe: 'file-signed-copies',
	async run(stage, recipe) {
		const run = async () => {
			const execution = await runRecipe(stage, recipe);
			const saved = filedCopies.parse(jsonOf(execution, 'Write File'));
			const asked = jsonOf(execution, 'Keep Unsaved Tasks').map(({ task_id }) => Number(task_id));
			return { saved, failed: jsonOf(execution, 'Tell What Failed'), asked };
		};
		stage.sandbox.addFault({ endpoint: 'listSignedDocuments', kind: 'error', status: 404 });
		const [first, second, third] = [await run(), await run(), await run()];
		const filed = [...first.saved, ...second.saved];
		const { tasks } = await listTasks(stage.sandbox, { include_inactive: true });
		const changedAt = new Map(tasks.map(({ task_id, updated_at }) => [task_id, updated_at]));
		const different: string[] = [];
		for (const { task_id } of tasks.filter(({ status }) => status === 'completed')) {
			const answer = await askService(stage.sandbox, `/tasks/${task_id}/signed-documents`);
			for (const { file_id, download_url } of signed.parse(answer).documents) {
				const original = await (await fetch(download_url)).arrayBuffer();
				const fileName = filed.find((one) => one.file_id === file_id)?.fileName ?? 'none';
				const copy = await readFile(path.resolve(stage.n8nFolder, fileName)).catch(() => undefined);
				if (!copy?.equals(Buffer.from(original))) different.push(file_id);
			}
		}
		return {
			'One task that fails is told, and does not stop the others':
				first.failed.length === 1 && first.saved.length > 1,
			'The next run has nothing to tell': second.failed.length === 0,
			'Every signed document is saved, byte by byte': different,
			'No file is saved twice': third.saved.map(({ fileName }) => fileName),
			'No task is asked about again, also none without documents for a day': third.asked.filter(
				(id) => Date.parse(String(changedAt.get(id))) < Date.now() - 86_400_000,
			),
		};
	},
};

const digest = z.object({
	documents: z.array(z.object({ document_id: z.number(), date: z.string(), problem: z.string() })),
});

const found = z.object({
	documents: z.array(
		z.object({
			document_id: z.number(),
			fields: z.array(
				z.object({ org_field_id: z.number(), value: z.unknown(), is_unclear: z.boolean() }),
			),
		}),
	),
});

const renewalsAhead: Trial = {
	recipe: 'renewals-ahead',
	async run(stage, recipe) {
		const { documents } = digest.parse(jsonOf(await runRecipe(stage, recipe), 'Write Digest')[0]);
		const answer = await askService(stage.sandbox, '/core/documents/search', { limit: 200 });
		const unsure = found.parse(answer).documents.filter(({ fields }) => {
			const field = fields.find(({ org_field_id }) => org_field_id === 102);
			return !field || field.is_unclear || field.value === null;
		});
		const toCheck = documents.filter(({ problem }) => problem !== '');
		const dates = documents.filter(({ problem }) => problem === '').map(({ date }) => date);
		const days = (count: number) =>
			new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
		return {
			'No document without a clear date is left out': unsure
				.map(({ document_id }) => document_id)
				.filter((id) => !toCheck.some(({ document_id }) => document_id === id)),
			'None is listed twice':
				new Set(documents.map(({ document_id }) => document_id)).size === documents.length,
			'Only dates in the next days are listed, the nearest first':
				dates.every((date) => date >= days(-1) && date <= days(91)) &&
				dates.join() === dates.toSorted().join(),
		};
	},
};

export const trials = [copyDocuments, fileSignedCopies, renewalsAhead];
