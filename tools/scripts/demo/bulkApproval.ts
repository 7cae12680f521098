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

export type BulkApprovalSummary = z.infer<typeof bulkApprovalSummary>;

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
	{ tasks }: BulkApprovalSummary,
	wanted: BulkApprovalSummary['tasks'][number]['outcome'],
): number[] => idsOf(tasks.filter(({ outcome }) => outcome === wanted));

/** What happened to individual tasks between two reads of the service. */
const compare = ({ before, after }: Pick<Observed, 'before' | 'after'>) => {
	const earlier = new Map(before.map((task) => [task.task_id, task]));
	const later = new Map(after.map((task) => [task.task_id, task]));
	return {
		everyTask: [...new Set([...earlier.keys(), ...later.keys()])],
		isUnchanged: (id: number) => isDeepStrictEqual(earlier.get(id), later.get(id)),
		hasMovedOn: (id: number) => {
			const [then, now] = [earlier.get(id), later.get(id)];
			return now !== undefined && now.current_step_run_id !== then?.current_step_run_id;
		},
	};
};

/** What the recipe promises about its summary. */
const checkReport = ({ active, steps }: Observed, summary: BulkApprovalSummary): Check[] => {
	const waiting = idsOf(
		active.filter(
			({ status, current_step_type: type, current_step_id: id }) =>
				status !== 'on_hold' && type === 'approval' && id !== null && steps.includes(id),
		),
	);
	const reported = idsOf(summary.tasks);
	return [
		{
			promise: 'Every task that waited at one of the steps is in the summary, once',
			brokenBy: waiting.filter((id) => reported.filter((other) => other === id).length !== 1),
		},
		{
			promise: 'No other task is in the summary',
			brokenBy: reported.filter((id) => !waiting.includes(id)),
		},
		{
			promise: 'The summary shows at which step each task was decided',
			brokenBy: idsOf(summary.tasks.filter(({ step }) => step === '')),
		},
		{
			promise: 'The outcome of every decision is known',
			brokenBy: withOutcome(summary, 'unknown'),
		},
	];
};

/** What the recipe promises about the tasks. */
const checkTasks = (observed: Observed, summary: BulkApprovalSummary): Check[] => {
	const { everyTask, isUnchanged, hasMovedOn } = compare(observed);
	const reported = idsOf(summary.tasks);
	const withoutReason = idsOf(summary.tasks.filter(({ reason }) => reason === ''));
	return [
		{
			promise: 'Every task reported as approved has moved on or ended',
			brokenBy: withOutcome(summary, 'approved').filter((id) => !hasMovedOn(id)),
		},
		{
			promise: 'Every task reported as refused is unchanged and has a reason',
			brokenBy: withOutcome(summary, 'refused').filter(
				(id) => !isUnchanged(id) || withoutReason.includes(id),
			),
		},
		{
			promise: 'No other task was changed',
			brokenBy: everyTask.filter((id) => !reported.includes(id) && !isUnchanged(id)),
		},
	];
};

/**
 * Compares the state of the service with what the recipe `bulk-approval` promises and reports.
 * @param summary the output of the recipe's last node
 */
export const checkBulkApproval = (observed: Observed, summary: BulkApprovalSummary): Check[] => [
	...checkReport(observed, summary),
	...checkTasks(observed, summary),
];
