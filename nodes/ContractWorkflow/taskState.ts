import type { Task } from '../../src';
import { isRecord } from '../shared/fields/propertyValue';

/** The fields that describe the state of a task (section 2). */
const fields = [
	'task_id',
	'task_title',
	'status',
	'current_step_id',
	'current_step_name',
	'current_step_type',
	'updated_at',
] as const;

/** The state of a task; null for what the service did not report. */
export type TaskState = {
	readonly [Field in (typeof fields)[number]]: Task[Field] | null;
} & {
	/** A task can reach the same step again: its step runs show that it has moved. */
	readonly step_run_ids: readonly string[] | null;
};

/**
 * The step runs of a task (section 2). They are not validated, so any of their fields may be
 * missing. Undefined if there is no list of them.
 */
export const stepRunsIn = ({
	step_runs: runs,
}: {
	readonly step_runs?: unknown;
}): ReadonlyArray<Partial<Task['step_runs'][number]>> | undefined =>
	Array.isArray(runs) ? runs.filter(isRecord) : undefined;

const stepRunIdsOf = (task: Task): string[] | null =>
	stepRunsIn(task)?.flatMap(({ step_run_id: id }) => (typeof id === 'string' ? [id] : [])) ?? null;

export const taskStateOf = (task: Task): TaskState => {
	const given: Readonly<Partial<Task>> = task;
	const known = fields.map((field) => [field, given[field] ?? null] as const);
	return { ...Object.fromEntries(known), step_run_ids: stepRunIdsOf(task) } as TaskState;
};

/**
 * The state of a task when it was reviewed. Other organizations may have tasks with the same ID.
 */
export type SeenTask = TaskState & {
	/** GET /users/org-info (section 2). */
	readonly org_name: string;
};

/** Whether a value is the state of a task, as stored in a plan or a question. */
export const isSeenTask = (value: unknown): value is SeenTask =>
	isRecord(value) &&
	typeof value.org_name === 'string' &&
	fields.every((field) => field in value) &&
	(value.step_run_ids === null || Array.isArray(value.step_run_ids));

/** The part of the state for an output item or an error. */
export const reportedState = ({
	task_id,
	task_title,
	status,
	current_step_id,
	current_step_name,
	updated_at,
}: TaskState) => ({ task_id, task_title, status, current_step_id, current_step_name, updated_at });

/** The state of a task, as a sentence. */
export const describeState = ({ status, updated_at, ...task }: TaskState): string => {
	const { current_step_id: id, current_step_name: name } = task;
	const step = id === null ? 'has no current step' : `is at step ${id}`;
	return `The task ${step}${name ? ` (${name})` : ''}. Its status is ${status}. It was last updated at ${updated_at}.`;
};

/** The name of a task in errors. */
export const nameOfTask = ({ task_id }: TaskState): string =>
	task_id === null ? 'The task' : `Task ${task_id}`;

/** Maximum characters of a step name in a title. */
const longestStep = 30;

/** The state of a task, as a clause: `it is on hold at "Legal approval"`. */
export const whereIs = ({ status, ...task }: TaskState): string => {
	const step = task.current_step_name ?? task.current_step_id;
	const words = `it is ${(status ?? 'in an unknown state').replaceAll('_', ' ')}`;
	return step === null ? words : `${words} at "${step.slice(0, longestStep)}"`;
};

/** Whether two states have the same step runs, in any order. */
const haveSameRuns = (one: TaskState, other: TaskState): boolean => {
	if (!one.step_run_ids || !other.step_run_ids) return one.step_run_ids === other.step_run_ids;
	const ids = new Set(one.step_run_ids);
	return (
		ids.size === new Set(other.step_run_ids).size && other.step_run_ids.every((id) => ids.has(id))
	);
};

export const stepText = (id: string | null): string => (id === null ? 'no step' : `step ${id}`);

/** What was seen of a task before it is decided. */
export interface Review {
	readonly seen: SeenTask;
	readonly by: 'plan' | 'question';
	/** Whether to skip a task that was updated since then, even if it has not moved. */
	readonly isStrict: boolean;
}

/** How a task has moved or changed its status since it was seen; undefined if neither. */
export const changeSince = ({ seen, isStrict }: Review, now: TaskState): string | undefined => {
	const { current_step_id: step, status, updated_at: time } = now;
	if (step !== seen.current_step_id) {
		return `The task has moved from ${stepText(seen.current_step_id)} to ${stepText(step)}`;
	}
	if (!haveSameRuns(seen, now)) return 'The step runs of the task have changed';
	if (status !== seen.status) {
		return `The status of the task has changed from ${seen.status} to ${status}`;
	}
	return isStrict && time !== seen.updated_at
		? `The updated_at of the task has changed from ${seen.updated_at} to ${time}`
		: undefined;
};
