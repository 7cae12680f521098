import type { Task } from '../../src';
import { stepRunOf } from '../shared/rows/stepRuns';

/** The fields that describe the state of a task (section 2). */
const fields = [
	'task_id',
	'task_title',
	'status',
	'current_step_id',
	'current_step_name',
	'workflow_state_id',
	'updated_at',
] as const;

/** The state of a task; null for what the service did not report. */
export type TaskState = {
	readonly [Field in (typeof fields)[number]]: Task[Field] | null;
} & { readonly current_step_run_id: string | null };

export const taskStateOf = (task: Task): TaskState => {
	const given: Readonly<Partial<Task>> = task;
	const known = fields.map((field) => [field, given[field] ?? null] as const);
	return { ...Object.fromEntries(known), current_step_run_id: stepRunOf(task) } as TaskState;
};

/** The state of a task, as a sentence. */
export const describeState = ({ status, updated_at, ...task }: TaskState): string => {
	const { current_step_id: id, current_step_name: name } = task;
	const step = id === null ? 'has no current step' : `is at step ${id}`;
	return `The task ${step}${name ? ` (${name})` : ''}. Its status is ${status}. It was last updated at ${updated_at}.`;
};

/** Maximum characters of a step name in a title. */
const longestStep = 30;

/** The state of a task, as a clause: `is on hold at "Legal approval"`. */
export const whereIs = ({ status, ...task }: TaskState): string => {
	const step = task.current_step_name ?? task.current_step_id;
	const words = `is ${(status ?? 'in an unknown state').replaceAll('_', ' ')}`;
	return step === null ? words : `${words} at "${step.slice(0, longestStep)}"`;
};
