import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../../n8n/executions';
import { askService, listTasks } from '../service';
import { check, control, runRecipe } from '../stage';
import type { Stage, Trial } from '../trial';

const filedCopy = z.object({ fileName: z.string(), task_id: z.number(), file_id: z.string() });
const signed = z.object({
	documents: z.array(z.object({ file_id: z.string(), download_url: z.string() })),
});

/** Longer than the 255 bytes that a file system takes, in fewer characters. */
const longName = `${'合同'.repeat(60)}.pdf`;

/** Completes a task with a signed document of a long name. */
const completeTask = async ({ sandbox }: Stage): Promise<number> => {
	const { tasks } = await listTasks(sandbox);
	const task = tasks.find(
		({ current_step_id, status }) => current_step_id === 'signature' && status === 'in_progress',
	);
	if (!task) throw new Error('No task waits for a signature.');
	const base64_content = Buffer.from('%PDF-1.7 signed').toString('base64');
	await askService(sandbox, `/tasks/${task.task_id}/upload-signed-document`, {
		step_run_id: task.current_step_run_id,
		file: { filename: longName, base64_content },
	});
	return task.task_id;
};

export const trial: Trial = {
	recipe: 'file-signed-copies',
	async run(stage, recipe) {
		const completed = await completeTask(stage);
		const run = async () => {
			const execution = await runRecipe(stage, recipe);
			const saved = z.array(filedCopy).parse(jsonOf(execution, 'Write File'));
			return { saved, failed: jsonOf(execution, 'Tell What Failed') };
		};
		await control(stage, '/faults', z.unknown(), {
			kind: 'error',
			endpoint: 'listSignedDocuments',
			status: 404,
		});
		const first = await run();
		const second = await run();
		const third = await run();
		const filed = [...first.saved, ...second.saved];
		const { tasks } = await listTasks(stage.sandbox, { include_inactive: true });
		const different: string[] = [];
		for (const { task_id, status } of tasks) {
			if (status !== 'completed') continue;
			const answer = await askService(stage.sandbox, `/tasks/${task_id}/signed-documents`);
			for (const { file_id, download_url } of signed.parse(answer).documents) {
				const original = await (await fetch(download_url)).arrayBuffer();
				const fileName = filed.find((one) => one.file_id === file_id)?.fileName ?? 'none';
				const copy = await readFile(path.resolve(stage.n8nFolder, fileName)).catch(() => undefined);
				if (!copy?.equals(Buffer.from(original))) different.push(file_id);
			}
		}
		const names = filed.map(({ fileName }) => path.basename(fileName));
		return {
			did: 'saved the files, and checked again',
			items: filed.length,
			checks: [
				check(
					'One task that fails is told, and does not stop the others',
					first.failed.length === 1 && first.saved.length > 1,
				),
				check('The next run has nothing to tell', second.failed.length === 0),
				{ promise: 'Every signed document is saved, byte by byte', brokenBy: different },
				check(
					'A name is cut to what a file system takes, and keeps its end',
					filed.some(({ task_id }) => task_id === completed) &&
						names.every((name) => Buffer.byteLength(name) <= 255 && /\.\w+$/.test(name)),
				),
				{
					promise: 'No file is saved twice',
					brokenBy: third.saved.map(({ fileName }) => fileName),
				},
			],
		};
	},
};
