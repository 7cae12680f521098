import { ApiError, getTask, shownRequest } from '../../../src';
import { isStopped } from '../../shared/client/clock';
import { beforeDetails } from '../../shared/words/nodeError';
import { isOfItem } from '../run/access';
import { inLanes } from '../run/lanes';
import type { Report } from '../run/report';
import type { Item, Run, Write } from '../run/run';
import type { Output } from '../surroundings';
import type { TaskState } from '../taskState';
import { taskStateOf } from '../taskState';

/** The prediction for one item. What is not known is absent. */
interface Planned {
	readonly verdict: 'would_send' | 'would_skip' | 'would_fail';
	readonly reason: unknown;
	/** What to do if the item would fail, or needs another credential. */
	readonly advice: string | null;
	readonly item?: Item;
	readonly state?: TaskState | undefined;
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

/** A plan made with a read-only credential is sent with another credential. */
const adviceForOther =
	'The credential of this dry run is read-only. To apply the plan, use a credential with the permissions Read and Write.';

const taskOf = async ({ access, target }: Item) =>
	target?.kind === 'task'
		? await access.ask(getTask, { params: { task_id: target.id ?? '' } })
		: undefined;

/** Judges an item in place of sending it. */
const foresee =
	({ operation }: Run): Write =>
	async ({ item, precondition }) => {
		const read = await taskOf(item);
		if (read) precondition?.judge(read);
		const refusal = read && operation.write?.foresee?.(read.task);
		if (refusal) throw refusal;
		return [{ json: { reason: null } }];
	};

/** The counts of a run, for the hint above its plans. */
const totalText = (verdicts: ReadonlyArray<Planned['verdict']>): string => {
	const count = (wanted: Planned['verdict']) => verdicts.filter((one) => one === wanted).length;
	return `Dry run: nothing was sent. Would send: ${count('would_send')}, would skip: ${count('would_skip')}, would fail: ${count('would_fail')}.`;
};

/** A plan as an output item: a row of a table, in the order in which a person reads it. */
const outputOf = (run: Run, { item, state, ...foreseen }: Planned, index: number): Output => {
	const { resource, operation, context, endpoint } = run;
	const isOfTask = endpoint.path.includes('{task_id}');
	const json = {
		verdict: foreseen.verdict,
		...(isOfTask && {
			task_id: item ? Number(item.target?.id) : null,
			task_title: state?.task_title ?? null,
			current_step_name: state?.current_step_name ?? null,
		}),
		...(item && operation.write?.planColumns?.(item.parameters, item.input)),
		reason: foreseen.reason,
		advice: foreseen.advice,
		...(isOfTask && {
			current_step_id: state?.current_step_id ?? null,
			current_step_run_id: state?.current_step_run_id ?? null,
			workflow_state_id: state?.workflow_state_id ?? null,
			updated_at: state?.updated_at ?? null,
		}),
		resource,
		operation: operation.value,
		dry_run: true,
		request: item ? shownRequest(endpoint, item.input) : null,
	};
	// A later node that carries out the plan also needs the files.
	const { binary } = (operation.takesFiles && context.getInputData()[index]) || {};
	return { json, ...(binary && { binary }) };
};

/**
 * An empty plan of a dry run, which gets the items that are wrong while they are prepared.
 * @param within wraps what judges an item
 * @param report records errors that prevent a plan
 */
export const createPlan = (run: Run, within: (innermost: Write) => Write, report: Report) => {
	const { context, limits } = run;
	const verdicts: Array<Planned['verdict']> = [];
	const write = within(foresee(run));
	const add = (index: number, one: Planned) => {
		verdicts.push(one.verdict);
		report.done(index, [outputOf(run, one, index)]);
	};
	/** Plans an item that would fail. False if the error prevents a plan, and no new one may start. */
	const fail = (index: number, error: unknown, known: Pick<Planned, 'item' | 'state'> = {}) => {
		if (!isForeseen(error)) return report.fail(index, error);
		const { message, description } = report.failedAs(index, error);
		// As a tool, the message also contains the advice.
		const [reason] = message.split(beforeDetails);
		add(index, { ...known, verdict: 'would_fail', reason, advice: description });
		return true;
	};
	return {
		fail,
		refuse: () => report.refuse(),
		/**
		 * Reads the state of the items' tasks, and returns the plans in input order.
		 * @throws the error that prevented a plan, unless the node continues after errors.
		 */
		async end(items: readonly Item[]) {
			let goesOn = true;
			const work = async (item: Item): Promise<boolean> => {
				if (isStopped(context)) return false;
				let state: TaskState | undefined;
				try {
					const read = await taskOf(item);
					state = read && taskStateOf(read.task);
					const [output] = await write({ item });
					const { reason } = output?.json as { readonly reason: unknown };
					const verdict = output?.skipped ? 'would_skip' : 'would_send';
					const needsOther = verdict === 'would_send' && !item.access.mayWrite;
					add(item.index, {
						...{ item, state, verdict, reason },
						advice: needsOther ? adviceForOther : null,
					});
				} catch (error) {
					goesOn = fail(item.index, error, { item, state }) && goesOn;
				}
				return goesOn;
			};
			await inLanes(items, limits.mostParallel, work);
			if (!goesOn) report.refuse();
			return report.end(totalText(verdicts));
		},
	};
};
