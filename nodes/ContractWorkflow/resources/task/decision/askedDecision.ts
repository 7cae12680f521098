import { WrongField } from '../../../../shared/words/explained';
import type { AskedAt } from '../../../asked';
import type { PlanParameters } from '../../../plan/plannedDecision';
import { applyPlan, recordIn, skipIfUpdated } from '../../../plan/plannedDecision';
import { isSeenTask } from '../../../taskState';

/** The ID of its comment distinguishes a question's `asked` from the `task` of a plan. */
const isAskedAt = (value: unknown): value is AskedAt =>
	isSeenTask(value) && 'activity_log_id' in value && typeof value.activity_log_id === 'number';

/**
 * The question that precedes the decision; undefined if "Apply a Plan" contains none.
 * @throws {WrongField} for a question about another task, or one that a decision cannot be checked
 * against.
 */
export const askedDecision = (parameters: PlanParameters): AskedAt | undefined => {
	const { taskId: id, additionalFields } = parameters;
	const given = recordIn(additionalFields.applyPlan);
	const asked = given?.asked ?? given;
	if (!isAskedAt(asked)) return undefined;
	if (asked.task_id !== Number(id)) {
		throw new WrongField(
			applyPlan.displayName,
			`is a question about task ${asked.task_id}, not about task ${id}`,
		);
	}
	if (additionalFields.skipIfUpdated === true) {
		throw new WrongField(skipIfUpdated.displayName, 'must be off after a question', [
			'The comment with the question may update the task.',
		]);
	}
	return asked;
};
