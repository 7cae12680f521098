import { Explained } from '../../../../shared/words/explained';
import type { Review, TaskState } from '../../../taskState';
import { describeState, nameOfTask, reportedState, stepText } from '../../../taskState';

/** The step that was meant by a value that is not a step ID. */
export interface Mistaken {
	/** What was given instead. */
	readonly what: string;
	readonly id: string;
	readonly name: string | null;
}

/** The task is not in the state in which it was to be decided; no decision was sent. */
abstract class HeldBack extends Explained {
	constructor(
		message: string,
		readonly state: TaskState,
		next = '',
	) {
		super(message, `${describeState(state)} Nothing was sent.${next}`, {
			task: reportedState(state),
		});
	}
}

/** The task is not at the step of the decision. */
export class NotDecided extends HeldBack {
	override readonly name = 'NotDecided';

	constructor(step: string, state: TaskState) {
		super(
			`${nameOfTask(state)} is at ${stepText(state.current_step_id)}, not at step ${step}`,
			state,
			' To skip such tasks, set "If Already Decided" to Skip.',
		);
	}
}

/** The task has changed since it was reviewed. */
export class NotAsReviewed extends HeldBack {
	override readonly name = 'NotAsReviewed';

	/** @param change how the task has moved, as a sentence without its end */
	constructor(change: string, by: Review['by'], state: TaskState) {
		super(
			by === 'plan'
				? `${change} since the plan was made, so it was not decided.`
				: `${change} since the question was asked, so it was not decided.`,
			state,
			by === 'plan' ? ' Run the dry run again.' : ' Ask again.',
		);
	}
}

/** The given step is something else of the task; nothing was sent. */
export class NotAStep extends Explained {
	override readonly name = 'NotAStep';

	constructor(given: string, { what, id, name }: Mistaken, state: TaskState) {
		super(
			`"Only If Current Step Is" needs a step ID, but ${given} is ${what}`,
			`${describeState(state)} Nothing was sent. Use step_id or current_step_id.`,
			{ task: reportedState(state) },
			[`The ID of that step${name ? ` (${name})` : ''} is ${id}.`],
		);
	}
}
