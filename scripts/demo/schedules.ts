import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../n8n/executions';
import { executionsOf, unpublish } from '../n8n/publication';
import { listTasks } from '../service';
import type { Trial } from './stage';
import { check, control, publishRecipe, runRecipe } from './stage';

const threeDaysMs = 3 * 24 * 3_600_000;

const reminder: Trial = {
	recipe: 'waiting-reminder',
	async run(stage, recipe) {
		const { tasks } = await listTasks(stage.sandbox);
		const late = tasks.filter(
			({ current_step_type, status, updated_at }) =>
				current_step_type === 'approval' &&
				status !== 'on_hold' &&
				Date.parse(String(updated_at)) < Date.now() - threeDaysMs,
		);
		const reminders = jsonOf(await runRecipe(stage, recipe), 'Reminders');
		const told = reminders.flatMap(({ task_ids }) => z.array(z.number()).parse(task_ids));
		const lateIds = late.map(({ task_id }) => task_id);
		const people = reminders.map(({ to }) => to);
		return {
			did: `reminded of ${told.length} tasks`,
			items: reminders.length,
			checks: [
				{
					promise: 'Every task that waits too long is in one reminder',
					brokenBy: lateIds.filter((id) => told.filter((other) => other === id).length !== 1),
				},
				{
					promise: 'No other task is in a reminder',
					brokenBy: told.filter((id) => !lateIds.includes(id)),
				},
				check('Nobody gets two reminders', new Set(people).size === people.length),
			],
		};
	},
};

const documents: Trial = {
	recipe: 'nightly-changed-documents',
	async run(stage, recipe) {
		const written = jsonOf(await runRecipe(stage, recipe), 'Write to the Table');
		const again = jsonOf(await runRecipe(stage, recipe), 'Write to the Table');
		const ids = written.map(({ document_id }) => document_id);
		return {
			did: 'filled a Data Table, and looked again',
			items: written.length,
			checks: [
				check('Documents are found, each once', ids.length > 0 && new Set(ids).size === ids.length),
				{
					promise: 'What has not changed does not come again',
					brokenBy: again.map(({ document_id }) => Number(document_id)),
				},
			],
		};
	},
};

const filedCopy = z.object({ fileName: z.string(), download_url: z.string() });

const signedCopies: Trial = {
	recipe: 'file-signed-copies',
	async run(stage, recipe) {
		const run = async () =>
			z.array(filedCopy).parse(jsonOf(await runRecipe(stage, recipe), 'Write the File'));
		const filed = await run();
		const again = await run();
		const different: string[] = [];
		for (const { fileName, download_url } of filed) {
			const original = await (await fetch(download_url)).arrayBuffer();
			const copy = await readFile(path.resolve(stage.n8nFolder, fileName));
			if (!copy.equals(Buffer.from(original))) different.push(fileName);
		}
		return {
			did: 'wrote the files, and looked again',
			items: filed.length,
			checks: [
				check('There are files', filed.length > 0),
				{ promise: 'Every file holds the bytes of the service', brokenBy: different },
				{
					promise: 'No file is filed twice',
					brokenBy: again.map(({ fileName }) => fileName),
				},
			],
		};
	},
};

const newVersion = z.object({ version: z.number(), text: z.string() });

const slug = 'terms-of-service';

const clickwrap: Trial = {
	recipe: 'watch-clickwrap',
	async run(stage, recipe) {
		const { n8n } = stage;
		// Publishing polls at once; the first poll only remembers.
		await publishRecipe(stage, recipe);
		await unpublish(n8n, recipe.id);
		const content = 'By using the service you accept these terms, and § 5.';
		const published = z.object({ version: z.number() });
		const { version } = await control(stage, `/clickwraps/${slug}/versions`, published, {
			content,
		});
		await publishRecipe(stage, recipe);
		const runs = await executionsOf(n8n, recipe.id, 1);
		await unpublish(n8n, recipe.id);
		const messages = runs.flatMap((run) => z.array(newVersion).parse(jsonOf(run, 'Message')));
		const [message] = messages;
		return {
			did: `noticed version ${version}`,
			items: messages.length,
			checks: [
				check('One run makes one message', runs.length === 1 && messages.length === 1),
				check(
					'The message has the number and the text of the version',
					message?.version === version && message.text.includes(content),
				),
			],
		};
	},
};

/** The recipes that start at a time. */
export const schedules = { reminder, documents, signedCopies, clickwrap };
