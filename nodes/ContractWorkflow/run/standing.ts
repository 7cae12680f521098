import type { OutputOf, getTask } from '../../../src';
import { isRecord } from '../../shared/propertyValue';

type Task = OutputOf<typeof getTask>['task'];

/** What a plan says of where a task stands; null is what the service did not tell. */
export const standingFields = [
	'task_id',
	'task_title',
	'status',
	'current_step_id',
	'current_step_name',
	'current_step_type',
	'updated_at',
] as const;

/** Where a task stands, as a plan says it. */
export type PlanStanding = {
	readonly [Field in (typeof standingFields)[number]]: Task[Field] | null;
} & {
	/** A task can come to the same step again: by its runs it is told that it has moved. */
	readonly step_run_ids: readonly string[] | null;
};

/**
 * The step runs of a task (section 2), which come unchecked within it: any of their fields may lack.
 * Undefined where there is no list of them.
 */
export const stepRunsIn = ({
	step_runs: runs,
}: {
	readonly step_runs?: unknown;
}): ReadonlyArray<Partial<Task['step_runs'][number]>> | undefined =>
	Array.isArray(runs) ? runs.filter(isRecord) : undefined;

const stepRunIdsOf = (task: Task): string[] | null =>
	stepRunsIn(task)?.flatMap(({ step_run_id: id }) => (typeof id === 'string' ? [id] : [])) ?? null;

/** Where a task stands (section 2), as a plan says it. */
export const planStandingOf = (task: Task): PlanStanding => {
	const given: Readonly<Partial<Task>> = task;
	const told = standingFields.map((field) => [field, given[field] ?? null] as const);
	return { ...Object.fromEntries(told), step_run_ids: stepRunIdsOf(task) } as PlanStanding;
};

/** Whether two tasks, or one at two times, have the same step runs, in whatever order. */
export const haveSameRuns = (one: PlanStanding, other: PlanStanding): boolean => {
	if (!one.step_run_ids || !other.step_run_ids) return one.step_run_ids === other.step_run_ids;
	const ids = new Set(one.step_run_ids);
	return (
		ids.size === new Set(other.step_run_ids).size && other.step_run_ids.every((id) => ids.has(id))
	);
};
