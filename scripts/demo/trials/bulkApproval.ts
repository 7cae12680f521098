import { bulkApprovalSummary, checkBulkApproval, stepsOf, withOutcome } from '../../bulkApproval';
import { jsonOf } from '../../n8n/executions';
import { listTasks, requestsBetween } from '../../service';
import { runRecipe } from '../stage';
import type { Trial } from '../trial';

/** Between two looks at the sandbox. */
export const trial: Trial = {
	recipe: 'bulk-approval',
	changesMost: true,
	async run(stage, recipe) {
		const { tasks: active } = await listTasks(stage.sandbox);
		const before = await listTasks(stage.sandbox, { include_inactive: true });
		const execution = await runRecipe(stage, recipe);
		const after = await listTasks(stage.sandbox, { include_inactive: true });

		const summary = bulkApprovalSummary.parse(jsonOf(execution, 'Summary')[0]);
		const steps = stepsOf(jsonOf(execution, 'Settings')[0]);
		const observed = { active, steps, before: before.tasks, after: after.tasks };
		const approved = withOutcome(summary, 'approved').length;
		const refused = withOutcome(summary, 'refused').length;
		const requests = requestsBetween(before, after);
		return {
			did: `${approved} approved, ${refused} refused, ${requests} requests`,
			items: summary.tasks.length,
			checks: checkBulkApproval(observed, summary),
		};
	},
};
