import { owner } from '../../n8n/owner';
import { submitForm } from '../../n8n/pages/forms';
import { listTasks } from '../service';
import { bodiesSentTo, check, endDryRun, ended, publishRecipe, refusesStrangers } from '../stage';
import type { Trial } from '../trial';

/** The owner of n8n is a member of the sandbox's organization. */
export const trial: Trial = {
	recipe: 'decide-as-yourself',
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const { tasks } = await listTasks(stage.sandbox);
		const [mine] = tasks.filter(
			({ assignee_email, current_step_type, status }) =>
				assignee_email === owner.email &&
				current_step_type === 'approval' &&
				status === 'in_progress',
		);
		if (!mine) throw new Error(`No task waits for ${owner.email}.`);
		const sent = async () => await bodiesSentTo(stage, `/tasks/${mine.task_id}/approve`);
		const { length: earlier } = await sent();
		const refuses = await refusesStrangers(stage, 'form/decide-as-yourself');
		const decide = async () => {
			const { page, execution } = await submitForm(
				stage.n8n,
				'decide-as-yourself',
				[],
				async (tasksPage) => {
					const offered = new RegExp(`value='(${mine.task_id} [^']*)'`).exec(tasksPage);
					return await Promise.resolve([[offered?.[1] ?? ''], 'approve', '']);
				},
			);
			ended(execution);
			return page;
		};
		const tried = await decide();
		const { length: afterDryRun } = await sent();
		await endDryRun(stage, recipe);
		await publishRecipe(stage, recipe);
		const page = await decide();
		const decided = (await sent()).slice(earlier);
		return {
			did: 'signed in, tried it, and decided a task',
			items: decided.length,
			checks: [
				check('Nobody can use it without a login', refuses),
				check(
					'The first run shows what would happen, and sends nothing',
					tried.includes('would be decided') && afterDryRun === earlier,
				),
				check(
					'The last page shows the result, and the link of the task',
					page.includes('1 of 1 decided') && page.includes(String(mine.task_url)),
				),
				check(
					'The decision is made in the name of the person who is signed in',
					decided.length === 1 && JSON.stringify(decided[0]).includes(owner.email),
				),
			],
		};
	},
};
