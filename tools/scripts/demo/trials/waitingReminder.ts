import { z } from 'zod';
import { jsonOf } from '../../n8n/executions';
import { listTasks } from '../service';
import { check, runRecipe } from '../stage';
import type { Trial } from '../trial';

const threeDaysMs = 3 * 24 * 3_600_000;

export const trial: Trial = {
	recipe: 'waiting-reminder',
	async run(stage, recipe) {
		const { tasks } = await listTasks(stage.sandbox);
		const late = tasks.filter(
			({ current_step_type, status, updated_at }) =>
				current_step_type === 'approval' &&
				status !== 'on_hold' &&
				Date.parse(String(updated_at)) < Date.now() - threeDaysMs,
		);
		const reminders = jsonOf(await runRecipe(stage, recipe), 'Write Reminders');
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
