import type { CallOptions, Client, InputOf, OutputOf } from '../../src';
import { ApiError, approveTask, getTask, isOutcomeUnknown } from '../../src';
import type { Output } from './operation';

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

/** The task is not at the step that it was to be decided at; no decision was sent. */
export class NotDecided extends Error {
	override readonly name = 'NotDecided';

	constructor(
		step: string,
		readonly standing: Standing,
	) {
		super(`The task is not at the step ${step}, so it was not decided`);
	}
}

/** It is not known whether a decision was carried out; `cause` says what happened. */
export class DecisionUnknown extends Error {
	override readonly name = 'DecisionUnknown';

	constructor(
		override readonly cause: unknown,
		/** Where the task stood after that, if it could be read. */
		readonly standing: Standing | undefined,
	) {
		super('It is not known whether the decision was carried out');
	}
}

/** What must hold for a decision, and what to do if it does not. */
export interface Guard {
	/** The step that the task must be at. */
	readonly step: string | undefined;
	/** Whether a task that was decided already is passed over instead of being an error. */
	readonly skips: boolean;
}

type Decision = InputOf<typeof approveTask>;

const look = async (
	client: Client,
	{ params }: Decision,
	options: CallOptions = {},
): Promise<Standing> => {
	const { task } = await client.call(getTask, { params }, options);
	const { task_id, status, current_step_id, current_step_name, updated_at } = task;
	return { task_id, status, current_step_id, current_step_name, updated_at };
};

/** Calls approve once; looks at the task, once, when it is not known what became of the call. */
const send = async (client: Client, input: Decision) =>
	await client.call(approveTask, input).catch(async (error: unknown) => {
		if (!isOutcomeUnknown(error)) throw error;
		// A look that fails, too, adds nothing to what is told.
		const standing = await look(client, input, { once: true }).catch(() => undefined);
		throw new DecisionUnknown(error, standing);
	});

/**
 * Decides a task (POST /tasks/{task_id}/approve, section 4). The request names no step, so that a
 * second one would decide the next step: it is never repeated, and `guard` can hold it to one step.
 * @throws {NotDecided} when the task is not at that step.
 * @throws {DecisionUnknown} when the outcome is unknown.
 */
export const decide = async (
	client: Client,
	input: Decision,
	{ step, skips }: Guard,
): Promise<readonly Output[]> => {
	if (step !== undefined) {
		const standing = await look(client, input);
		if (standing.current_step_id !== step) {
			const refusal = new NotDecided(step, standing);
			if (!skips) throw refusal;
			return [{ json: { ...standing, skipped: true, reason: refusal.message }, skipped: true }];
		}
	}
	const json = await send(client, input).catch((error: unknown) => {
		if (!skips || !(error instanceof ApiError) || error.status !== 409) throw error;
		return { task_id: Number(input.params.task_id), skipped: true, reason: error.message };
	});
	return [{ json, skipped: 'skipped' in json }];
};
