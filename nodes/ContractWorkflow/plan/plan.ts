import type { IExecuteFunctions } from 'n8n-workflow';
import type { Task } from '../../../src';
import { ApiError, getTask, shownRequest } from '../../../src';
import type { ItemReader } from '../../shared/fields/parameters';
import { property } from '../../shared/fields/property';
import { isBlank, wrong } from '../../shared/fields/propertyValue';
import type { Place } from '../../shared/task/place';
import { placeOf, stepOf, taskIdIn } from '../../shared/task/place';
import { inSentences } from '../../shared/words/explained';
import { isOfItem } from '../run/access';
import { failureAt } from '../run/report';
import { guarded } from '../run/send';
import type { Offered } from '../run/startRun';
import type { Item, Run } from '../run/types';

/** Whether a run returns plans of its items and sends no writes. */
export const dryRun = property({
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to return plans and send nothing',
});

/**
 * How models tend to spell it. n8n drops parameters that a node does not have, and the item would be
 * sent. So these exist, are never shown, and any value in them is refused.
 */
export const misspelledDryRuns = ['dry_run', 'dryrun', 'DryRun'].map((name) =>
	property({ ...dryRun, name, type: 'hidden', default: '' }),
);

/**
 * Whether this is a dry run. The expression is evaluated for every item, so that an item meant for
 * a dry run is never sent.
 * @throws {WrongField} when an item has no boolean, or items differ.
 */
const readDryRun = (context: IExecuteFunctions, reader: ItemReader): boolean => {
	const { parameters } = context.getNode();
	if (misspelledDryRuns.some(({ name }) => !isBlank(parameters[name]))) {
		wrong(dryRun, `must be written "${dryRun.name}" in the JSON of the node`);
	}
	const isDryAt = (index: number) => reader([dryRun], index)[dryRun.name] === true;
	const [first = true, ...others] = [...context.getInputData().keys()].map(isDryAt);
	const other = others.findIndex((isDry) => isDry !== first) + 1;
	if (other === 0) return first;
	return wrong(
		dryRun,
		`must be the same for all items, but is ${first} for item 0 and ${!first} for item ${other}`,
	);
};

/** The prediction for one item. What is not known is absent. */
interface Planned {
	readonly verdict: 'would_send' | 'would_skip' | 'would_fail';
	readonly reason: unknown;
	/** What to do if the item would fail, or before it is sent. */
	readonly advice: string | null;
}

/** Statuses with which the service reports a wrong request (section 4). */
const statusesOfItem = new Set([400, 404, 422]);

/**
 * Whether an error would occur in every run. If the service does not respond or refuses the key,
 * the item only cannot be planned.
 */
const isForeseen = (error: unknown): boolean =>
	isOfItem(error) ||
	(error instanceof ApiError && error.isDocumented && statusesOfItem.has(error.status));

const taskOf = async ({ ask, target }: Item): Promise<Task | undefined> =>
	target?.kind === 'task'
		? (await ask(getTask, { params: { task_id: target.id } })).task
		: undefined;

/** The counts of a run, for the hint above its plans. */
const totalText = (verdicts: ReadonlyArray<Planned['verdict']>): string => {
	const count = (wanted: Planned['verdict']) => verdicts.filter((one) => one === wanted).length;
	return `Dry run: nothing was sent. Would send: ${count('would_send')}, would skip: ${count('would_skip')}, would fail: ${count('would_fail')}.`;
};

/** A plan as an output item: a row of a table, in the order in which a person reads it. */
const outputOf = (
	{ resource, operation, context, endpoint }: Run,
	index: number,
	{ verdict, reason, advice }: Planned,
	item: Item | undefined,
	place: Place,
) => {
	const isOfTask = endpoint.path.includes('{task_id}');
	const json = {
		verdict,
		...(isOfTask && {
			task_id: taskIdIn(item?.target?.id),
			task_title: place.task_title,
			current_step_name: place.current_step_name,
		}),
		...(item && operation.write?.planColumns?.(item.parameters, item.input)),
		reason,
		advice,
		...(isOfTask && {
			...{ updated_at: place.updated_at, task_url: place.task_url, ...stepOf(place) },
		}),
		resource,
		operation: operation.value,
		dry_run: true,
		// As text: n8n's table shows an object on many lines.
		request: item ? JSON.stringify(shownRequest(endpoint, item.input)) : null,
	};
	// A later node that carries out the plan also needs the files.
	const { binary } = (operation.takesFiles && context.getInputData()[index]) || {};
	return { json, ...(binary && { binary }) };
};

/**
 * What a dry run does in place of sending, and its report: one plan for each item.
 * @param report records the plans, and errors that prevent one
 * @param itemAt returns what the run has prepared so far
 */
const createPlan: Offered['planning']['begin'] = (run, report, itemAt) => {
	const verdicts: Array<Planned['verdict']> = [];
	const places = new Map<number, Place>();
	let isComplete = true;
	const add = (index: number, one: Planned) => {
		verdicts.push(one.verdict);
		const place = places.get(index) ?? placeOf({});
		report.done(index, [outputOf(run, index, one, itemAt(index), place)]);
	};
	const judge = guarded(async ({ item, precondition }) => {
		const task = await taskOf(item);
		if (task) precondition?.judge({ status: 200, headers: {}, body: { task } });
		const refusal = task && run.operation.write?.foresee?.(task);
		if (refusal) throw refusal;
		return [{ json: { reason: null } }];
	});
	return {
		/** Judges an item in place of sending it, by the state of its task. */
		write: async (attempt) => {
			places.set(attempt.item.index, placeOf((await taskOf(attempt.item)) ?? {}));
			return await judge(attempt);
		},
		done(index, [output]) {
			const { reason, advice = null } = output?.json as Omit<Planned, 'verdict'>;
			add(index, { verdict: output?.skipped ? 'would_skip' : 'would_send', reason, advice });
		},
		/** Plans an item that would fail. False if the error prevents a plan, and no new one may start. */
		fail(index, error) {
			if (!isForeseen(error)) {
				isComplete = report.fail(index, error) && isComplete;
				return isComplete;
			}
			const { text } = failureAt(run, index, itemAt(index), error);
			const advice = inSentences(...text.details, text.advice, text.addition);
			add(index, { verdict: 'would_fail', reason: text.message, advice });
			return true;
		},
		refuse: () => report.refuse(),
		/**
		 * The plans in input order.
		 * @throws the error that prevented a plan, unless the node continues after errors.
		 */
		end: () => (isComplete ? report.end(totalText(verdicts)) : report.refuse()),
	};
};

/** How the node runs without sending. */
export const planning: Offered['planning'] = { isDryRun: readDryRun, begin: createPlan };
