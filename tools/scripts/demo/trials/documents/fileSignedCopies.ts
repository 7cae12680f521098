import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../../../n8n/executions';
import { askService } from '../../service';
import { check, runRecipe } from '../../stage';
import type { Trial } from '../../trial';

const filedCopy = z.object({ fileName: z.string(), task_id: z.number(), file_id: z.string() });
const signed = z.object({
	documents: z.array(z.object({ file_id: z.string(), download_url: z.string() })),
});

export const trial: Trial = {
	recipe: 'file-signed-copies',
	async run(stage, recipe) {
		const run = async () =>
			z.array(filedCopy).parse(jsonOf(await runRecipe(stage, recipe), 'Write File'));
		const filed = await run();
		const again = await run();
		const different: string[] = [];
		for (const { fileName, task_id, file_id } of filed) {
			const answer = await askService(stage.sandbox, `/tasks/${task_id}/signed-documents`);
			const document = signed.parse(answer).documents.find((one) => one.file_id === file_id);
			const original = await (await fetch(document?.download_url ?? '')).arrayBuffer();
			const copy = await readFile(path.resolve(stage.n8nFolder, fileName));
			if (!copy.equals(Buffer.from(original))) different.push(fileName);
		}
		return {
			did: 'saved the files, and checked again',
			items: filed.length,
			checks: [
				check('There are files', filed.length > 0),
				{ promise: 'Every file has the bytes of the service', brokenBy: different },
				{
					promise: 'No file is saved twice',
					brokenBy: again.map(({ fileName }) => fileName),
				},
			],
		};
	},
};
