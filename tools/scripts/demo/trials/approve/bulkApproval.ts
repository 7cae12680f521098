import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { jsonOf } from '../../../n8n/executions';
import { bulkApprovalSummary, checkBulkApproval, stepsOf, withOutcome } from '../../bulkApproval';
import { listTasks } from '../../service';
import { check, control, requestsIn, runRecipe } from '../../stage';
import type { Stage, Trial } from '../../trial';

const inOrder = (ids: readonly number[]): number[] => [...ids].sort((one, other) => one - other);

/** The tasks that received a decision, oldest first. */
const decidedIn = async (stage: Stage): Promise<number[]> =>
	(await requestsIn(stage)).flatMap(({ path }) =>
		path.endsWith('/approve') ? [Number(path.split('/')[2])] : [],
	);

/** As if somebody else had just decided: section 4, Tasks. */
const conflicts = { kind: 'error', endpoint: 'approveTask', status: 409, count: 2 };

/** Between two reads of the sandbox, which refuses some of the decisions. */
export const trial: Trial = {
	recipe: 'bulk-approval',
	changesMost: true,
	async run(stage, recipe) {
		const earlier = await decidedIn(stage);
		const { tasks: active } = await listTasks(stage.sandbox);
		const { tasks: before } = await listTasks(stage.sandbox, { include_inactive: true });
		await control(stage, '/faults', z.unknown(), conflicts);
		const execution = await runRecipe(stage, recipe);
		const { tasks: after } = await listTasks(stage.sandbox, { include_inactive: true });

		const summary = bulkApprovalSummary.parse(jsonOf(execution, 'Create Summary')[0]);
		const steps = stepsOf(jsonOf(execution, 'Settings')[0]);
		const observed = { active, steps, before, after };
		const approved = withOutcome(summary, 'approved');
		const refused = withOutcome(summary, 'refused');
		const decided = (await decidedIn(stage)).slice(earlier.length);
		const again = jsonOf(await runRecipe(stage, recipe), 'Create Summary')[0];
		const decidedAgain = (await decidedIn(stage)).slice(earlier.length + decided.length);
		return {
			did: `${approved.length} approved, ${refused.length} refused`,
			items: summary.tasks.length,
			checks: [
				...checkBulkApproval(observed, summary),
				check(
					'Refused tasks are in the summary, and all others are approved',
					approved.length > 10 && refused.length === conflicts.count,
				),
				check(
					'One decision is sent for each task',
					isDeepStrictEqual(inOrder(decided), inOrder([...approved, ...refused])),
				),
				check(
					'An approved task that reached another approval stays there',
					after.some(
						({ task_id, current_step_type: type }) =>
							approved.includes(task_id) && type === 'approval',
					),
				),
				check(
					'Another run approves no task twice, and approves the refused ones',
					[decidedAgain, withOutcome(bulkApprovalSummary.parse(again), 'approved')].every((ids) =>
						isDeepStrictEqual(inOrder(ids), inOrder(refused)),
					),
				),
			],
		};
	},
};
