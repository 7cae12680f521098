import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ListedTask } from './service';

/** The output of the node `Create Summary` of the recipe `bulk-approval`. */
export const bulkApprovalSummary = z.object({
	tasks: z.array(
		z.object({
			task_id: z.number(),
			step: z.string(),
			outcome: z.enum(['approved', 'refused', 'unknown']),
			reason: z.string(),
		}),
	),
});

type Summary = z.infer<typeof bulkApprovalSummary>;

/** One promise of a recipe. */
export interface Check {
	readonly promise: string;
	/** What breaks the promise, such as the ids of tasks. */
	readonly brokenBy: ReadonlyArray<number | string>;
}

/** The tasks of the service around a run of the recipe. */
export interface Observed {
	/** The active tasks before the run: the recipe processes these. */
	readonly active: ListedTask[];
	/** The ids of the steps that the recipe approves. */
	readonly steps: readonly string[];
	/** All tasks, before and after. */
	readonly before: ListedTask[];
	readonly after: ListedTask[];
}

/**
 * The ids of the steps that the recipe approves, from its node `Settings`.
 * @throws ZodError when the node returned none
 */
export const stepsOf = (settings: unknown): string[] => {
	const { steps } = z.object({ steps: z.string().min(1) }).parse(settings);
	return steps.split(',').map((step) => step.trim());
};

const idsOf = (tasks: Array<{ task_id: number }>) => tasks.map(({ task_id }) => task_id);

/** The ids of the tasks that the summary reports with this outcome. */
export const withOutcome = (
	{ tasks }: Summary,
	wanted: Summary['tasks'][number]['outcome'],
): number[] => idsOf(tasks.filter(({ outcome }) => outcome === wanted));

/**
 * Compares the state of the service with what the recipe `bulk-approval` promises and reports.
 * @param summary the output of the recipe's last node
 */
export const checkBulkApproval = (
	{ active, steps, before, after }: Observed,
	summary: Summary,
): Check[] => {
	const earlier = new Map(before.map((task) => [task.task_id, task]));
	const later = new Map(after.map((task) => [task.task_id, task]));
	const isUnchanged = (id: number) => isDeepStrictEqual(earlier.get(id), later.get(id));
	const hasMovedOn = (id: number) =>
		later.has(id) && later.get(id)?.current_step_run_id !== earlier.get(id)?.current_step_run_id;
	const waiting = idsOf(
		active.filter(
			({ status, current_step_type: type, current_step_id: id }) =>
				status !== 'on_hold' && type === 'approval' && id !== null && steps.includes(id),
		),
	);
	const reported = idsOf(summary.tasks);
	const withoutReason = idsOf(summary.tasks.filter(({ reason }) => reason === ''));
	const brokenBy: Record<string, number[]> = {
		'Every task that waited at one of the steps is in the summary, once': waiting.filter(
			(id) => reported.filter((other) => other === id).length !== 1,
		),
		'No other task is in the summary': reported.filter((id) => !waiting.includes(id)),
		'The summary shows at which step each task was decided': idsOf(
			summary.tasks.filter(({ step }) => step === ''),
		),
		'The outcome of every decision is known': withOutcome(summary, 'unknown'),
		'Every task reported as approved has moved on or ended': withOutcome(
			summary,
			'approved',
		).filter((id) => !hasMovedOn(id)),
		'Every task reported as refused is unchanged and has a reason': withOutcome(
			summary,
			'refused',
		).filter((id) => !isUnchanged(id) || withoutReason.includes(id)),
		'No other task was changed': [...new Set([...earlier.keys(), ...later.keys()])].filter(
			(id) => !reported.includes(id) && !isUnchanged(id),
		),
	};
	return Object.entries(brokenBy).map(([promise, ids]) => ({ promise, brokenBy: ids }));
};
