import { WrongField } from '../../../../shared/words/explained';
import type { AskedAt } from '../../../asked';
import type { PlanParameters } from '../../../plan/plannedDecision';
import { ifUpdatedSince, onlyAsPlanned, recordIn } from '../../../plan/plannedDecision';
import { isTaskState } from '../../../taskState';

/** By the ID of its comment a question's `asked` is told from the `task` of a plan. */
const isAskedAt = (value: unknown): value is AskedAt =>
	isTaskState(value) && 'activity_log_id' in value && typeof value.activity_log_id === 'number';

/**
 * The question behind which a task is decided; undefined where "Only as Planned" holds none.
 * @throws {WrongField} for one about another task, and for what a question cannot hold a decision to.
 */
export const askedDecision = (parameters: PlanParameters): AskedAt | undefined => {
	const asked = recordIn(parameters.onlyAsPlanned);
	if (!isAskedAt(asked)) return undefined;
	const { taskId: id } = parameters;
	if (asked.task_id !== Number(id)) {
		throw new WrongField(
			onlyAsPlanned.displayName,
			`is the question about the task ${asked.task_id}, not about ${id}`,
		);
	}
	if (parameters.ifUpdatedSince === 'skip') {
		throw new WrongField(
			ifUpdatedSince.displayName,
			'must be Decide behind a question: the comment that asks may update the task',
		);
	}
	return asked;
};
