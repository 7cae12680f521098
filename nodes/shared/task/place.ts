import type { Client, Row } from '../../../src';
import { getTask, isRecord } from '../../../src';
import { shown, textIn } from '../fields/propertyValue';
import { Explained, supplement } from '../words/explained';

/** The ID of a task, the same for each spelling: 42, `042` of a link, ` 42` of a table. */
export const taskIdIn = (value: unknown): number | null => {
	const id = Number(textIn(value));
	return Number.isSafeInteger(id) ? id : null;
};

/** The step runs of a task (section 2). They are not validated, so any field may be missing. */
export const stepRunsIn = ({ step_runs: runs }: Row): readonly Row[] =>
	Array.isArray(runs) ? runs.filter(isRecord) : [];

const currentRunsIn = (task: Row): readonly Row[] =>
	stepRunsIn(task).filter(({ step_id: id }) => id === task.current_step_id);

const finished: readonly unknown[] = ['completed', 'failed', 'rejected', 'cancelled'];

/** Whether a step run is not over (section 3). */
const isOpen = ({ status }: Row): boolean => !finished.includes(status);

/**
 * The run of the current step. A task that is read alone does not name it (section 2): then it is
 * the only run of that step which is not finished. Null if there is none, or several.
 */
const stepRunOf = (row: Row): string | null => {
	const given = textIn(row.current_step_run_id);
	if (given !== undefined) return given;
	const [run, ...others] = currentRunsIn(row).filter(isOpen);
	return others.length === 0 ? (textIn(run?.step_run_id) ?? null) : null;
};

/** What distinguishes a step of a task from all other ones; null for what a row does not show. */
export const stepOf = (row: Row) => ({
	current_step_id: textIn(row.current_step_id) ?? null,
	current_step_run_id: stepRunOf(row),
	workflow_state_id: textIn(row.workflow_state_id) ?? null,
});

/** Where a task is, from a task or from any row about it; null for what the row does not show. */
export const placeOf = (row: Row) => ({
	task_id: taskIdIn(row.task_id),
	task_title: textIn(row.task_title) ?? null,
	task_url: textIn(row.task_url) ?? null,
	status: textIn(row.status) ?? null,
	current_step_name: textIn(row.current_step_name) ?? null,
	...stepOf(row),
	updated_at: textIn(row.updated_at) ?? null,
});

export type Place = ReturnType<typeof placeOf>;

/** A task with its title and its link, as far as an item shows them, itself or in its `task`. */
export const namedTask = (id: string | number, item: Row) => {
	const task_id = Number(id);
	const shown = [item, item.task].filter(isRecord).map(placeOf);
	const own = shown.find((one) => one.task_id === task_id);
	return { task_id, task_title: own?.task_title ?? null, task_url: own?.task_url ?? null };
};

/** The place of a task, as sentences. */
export const describePlace = ({ status, updated_at, ...task }: Place): string => {
	const { current_step_id: id, current_step_name: name } = task;
	const step = id === null ? 'has no current step' : `is at step ${id}`;
	return `The task ${step}${name === null ? '' : ` (${name})`}. Its status is ${status}. It was last updated at ${updated_at}.`;
};

/** Maximum characters of a step name in a title. */
const longestStep = 30;

/** The place of a task, as a clause: `is on hold at "Legal approval"`. */
export const whereIs = ({ status, ...task }: Place): string => {
	const step = task.current_step_name ?? task.current_step_id;
	const words = `is ${(status ?? 'in an unknown state').replaceAll('_', ' ')}`;
	return step === null ? words : `${words} at "${step.slice(0, longestStep)}"`;
};

/** A task that is at another step than expected, as a title. */
export const notAtStep = (now: Place, expected: string): string =>
	`Task ${now.task_id} ${whereIs(now)}; expected step: ${shown(expected)}`;

/** Whether a task left its step since a run of it, and came back. */
const cameBack = (run: string | null, task: Row): boolean => {
	if (run === null || stepRunsIn(task).length === 0) return false;
	const runs = currentRunsIn(task);
	const own = runs.find(({ step_run_id: id }) => textIn(id) === run);
	return own === undefined || (!isOpen(own) && runs.some(isOpen));
};

/**
 * Why a task is not at the step where it was seen, as a title; undefined if it is. What was not
 * seen counts as unchanged, but for the step.
 */
export const whyMoved = (seen: Place, task: Row): string | undefined => {
	const now = placeOf(task);
	const { current_step_id: id, current_step_name: name, workflow_state_id: state } = seen;
	if (now.current_step_id === null || now.current_step_id !== id) {
		const isNameShared = name === null || name === now.current_step_name;
		return notAtStep(now, (isNameShared ? id : name) ?? 'none');
	}
	if (state !== null && (now.workflow_state_id ?? state) !== state) {
		return `Task ${now.task_id} is not the one that was reviewed: its workflow_state_id differs`;
	}
	return cameBack(seen.current_step_run_id, task)
		? `Task ${now.task_id} left its step and came back after the review`
		: undefined;
};

/** When a task was updated, in milliseconds since 1970; undefined if that is not shown. */
export const updateOf = ({ updated_at: time }: Place): number | undefined =>
	Date.parse(time ?? '') || undefined;

/** Why a task is not as it was seen, as a title; undefined if it was not updated since. */
export const whyChanged = (seen: Place, task: Row): string | undefined => {
	const now = placeOf(task);
	const reviewed = updateOf(seen);
	if (updateOf(now) === reviewed) return undefined;
	const shows = new Date(reviewed ?? 0).toISOString();
	return `Task ${now.task_id} was updated after the review, which shows ${shows}`;
};

/** Of the nine statuses (section 3): those in which a task is running and not on hold. */
const runningStatuses: readonly unknown[] = ['created', 'in_progress', 'pending'];

/**
 * Whether a task waits for a decision: it is running, and at an approval step according to
 * `current_step_type` (section 2). A new task can be at one while it is `pending` (section 4,
 * Workflows).
 */
export const waitsForApproval = ({ current_step_type: type, status }: Row): boolean =>
	type === 'approval' && runningStatuses.includes(status);

/** A task is not where a write needs it; nothing was sent. */
export class Elsewhere extends Explained {}

/** The error about a task, with the place of the task now. If that cannot be read, the error alone. */
export const withPlace = async (
	client: Client,
	task_id: string,
	error: unknown,
): Promise<unknown> => {
	const place = await client.call(getTask, { params: { task_id } }).then(
		({ task }) => placeOf(task),
		() => undefined,
	);
	return place
		? supplement(error, { addition: describePlace(place), facts: { task: place } })
		: error;
};
