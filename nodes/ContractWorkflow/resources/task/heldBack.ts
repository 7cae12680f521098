import type { OutputOf, getTask } from '../../../../src';
import { Explained } from '../../../shared/explained';

type Task = OutputOf<typeof getTask>['task'];

/** Where a task stands, as far as it matters for a decision (section 2). */
export type Standing = Pick<
	Task,
	'task_id' | 'status' | 'current_step_id' | 'current_step_name' | 'updated_at'
>;

/** Where a task stands, as a sentence. */
export const standingText = ({ status, current_step_id: id, ...task }: Standing): string => {
	const step = id === null ? 'has no current step' : `is at the step ${id}`;
	const name = task.current_step_name ? ` (${task.current_step_name})` : '';
	return `The task ${step}${name}, its status is ${status}, and it was last updated at ${task.updated_at}.`;
};

/** What of a task tells where it stands. */
export const standingOf = ({
	task_id,
	status,
	current_step_id,
	current_step_name,
	updated_at,
}: Task): Standing => ({ task_id, status, current_step_id, current_step_name, updated_at });

/** The step that was meant by what is no ID of one. */
export interface Mistaken {
	/** What was given in its place. */
	readonly what: string;
	readonly id: string;
	readonly name: string | null;
}

/** The task is not at the step that it was to be decided at; no decision was sent. */
export class NotDecided extends Explained {
	override readonly name = 'NotDecided';

	constructor(
		step: string,
		readonly standing: Standing,
	) {
		super(
			`The task is not at the step ${step}, so it is not decided`,
			`${standingText(standing)} Nothing was sent. To pass over such tasks set "If Already Decided" to Skip.`,
			{ task: standing },
		);
	}
}

/** The task no longer is where the plan saw it; no decision was sent. */
export class NotAsPlanned extends Explained {
	override readonly name = 'NotAsPlanned';

	constructor(
		what: string,
		readonly standing: Standing,
	) {
		super(
			`${what} since the plan, so it is not decided. What did that is not known.`,
			`${standingText(standing)} Nothing was sent.`,
			{ task: standing },
		);
	}
}

/** What was given as a step is something else of the task that was looked at; nothing was sent. */
export class NotAStep extends Explained {
	override readonly name = 'NotAStep';

	constructor(given: string, { what, id, name }: Mistaken, standing: Standing) {
		super(
			`"Only If Current Step Is" needs the ID of a step, but ${given} is ${what} of this task`,
			`The ID of that step${name ? ` (${name})` : ''} is ${id}. ${standingText(standing)} Nothing was sent. Take the ID from step_id or current_step_id.`,
			{ task: standing },
		);
	}
}
