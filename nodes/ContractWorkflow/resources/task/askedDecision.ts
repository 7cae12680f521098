import type { InputOf, OutputOf, approveTask } from '../../../../src';
import { condition, getTask } from '../../../../src';
import { Explained, WrongField } from '../../../shared/explained';
import { isRecord } from '../../../shared/propertyValue';
import type { Guard } from '../../operation';
import { taskTarget } from '../../properties/locators';
import type { AskedAt } from '../../question/question';
import { haveSameRuns, planStandingOf, standingFields } from '../../run/standing';
import type { Standing } from './heldBack';
import { standingOf, standingText } from './heldBack';
import type { PlanParameters } from './plannedDecision';
import { ifUpdatedSince, onlyAsPlanned } from './plannedDecision';

type Decision = InputOf<typeof approveTask>;
type Task = OutputOf<typeof getTask>['task'];

/** The task no longer is where it was when a person was asked about it; no decision was sent. */
class NotAsAsked extends Explained {
	override readonly name = 'NotAsAsked';

	constructor(
		what: string,
		readonly standing: Standing,
	) {
		super(
			`${what} since the question was asked, so it is not decided. The answer was about the task as it was then.`,
			`${standingText(standing)} Nothing was sent. Ask again.`,
			{ task: standing },
		);
	}
}

const parsed = (given: unknown): unknown => {
	if (typeof given !== 'string') return given;
	try {
		return JSON.parse(given);
	} catch {
		return undefined;
	}
};

/** By the ID of its comment a question's `asked` is told from the `task` of a plan. */
const isAskedAt = (value: unknown): value is AskedAt =>
	isRecord(value) &&
	typeof value.activity_log_id === 'number' &&
	standingFields.every((field) => field in value) &&
	(value.step_run_ids === null || Array.isArray(value.step_run_ids));

/**
 * The question behind which a task is decided; undefined where "Only as Planned" holds none.
 * @throws {WrongField} for one about another task, and for what a question cannot hold a decision to.
 */
export const askedDecision = (parameters: PlanParameters): AskedAt | undefined => {
	const asked = parsed(parameters.onlyAsPlanned);
	if (!isAskedAt(asked)) return undefined;
	const { id = '' } = taskTarget(parameters);
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

const stepText = (id: string | null): string => (id === null ? 'at no step' : `at the step ${id}`);

/** @throws {NotAsAsked} for a task that is not where it was when the question was asked. */
const checkAsked = (task: Task, asked: AskedAt): void => {
	const now = planStandingOf(task);
	const changed = (what: string): never => {
		throw new NotAsAsked(what, standingOf(task));
	};
	if (now.current_step_id !== asked.current_step_id) {
		const [before, after] = [stepText(asked.current_step_id), stepText(now.current_step_id)];
		changed(`The task was ${before} and is ${after}: it has moved`);
	}
	if (!haveSameRuns(asked, now)) changed('The task has other step runs: it has moved');
	if (now.status !== asked.status) {
		changed(`The status of the task was ${asked.status} and is ${now.status}: it has changed`);
	}
};

/** Holds a decision to where the task was when a person was asked about it, and to its own guard. */
export const askedGuard = (
	{ params }: Decision,
	asked: AskedAt,
	own: Guard<Decision>,
): Guard<Decision> => ({
	...own,
	precondition: condition(getTask, { params }, (answer) => {
		checkAsked(answer.task, asked);
		own.precondition?.judge(answer);
	}),
	passedOver: (error) =>
		error instanceof NotAsAsked
			? { json: { ...error.standing, skipped: true, reason: error.message }, skipped: true }
			: own.passedOver?.(error),
});
