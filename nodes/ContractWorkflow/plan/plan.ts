import type { INodeExecutionData } from 'n8n-workflow';
import { ApiError, getTask, shownRequest } from '../../../src';
import { isStopped } from '../../shared/client/clock';
import { beforeDetails } from '../../shared/words/nodeError';
import { isOfItem } from '../run/access';
import { inLanes } from '../run/lanes';
import type { Report } from '../run/report';
import type { Item, Protection, Results, Run, Write } from '../run/run';
import { within } from '../run/send';
import { showHints } from '../run/tally';
import type { Output } from '../surroundings';
import type { TaskState } from '../taskState';
import { taskStateOf } from '../taskState';

type Verdict = 'would_send' | 'would_skip' | 'would_fail';

/** The prediction for one item. */
interface Foreseen {
	readonly verdict: Verdict;
	readonly reason: string | null;
	/** What to do if the item would fail, or needs another credential. */
	readonly advice: string | null;
}

/** The plan of one item. What is not known is absent. */
interface Planned extends Foreseen {
	readonly item?: Item;
	readonly state?: TaskState;
}

/** The plans of a dry run, item by item. */
export interface Plan extends Pick<Results, 'fail' | 'refuse'> {
	/**
	 * Reads the state of the items' tasks, and returns the plans in input order.
	 * @throws the error that prevented a plan, unless the node continues after errors.
	 */
	end(items: ReadonlyArray<Item | undefined>): Promise<INodeExecutionData[]>;
}

/** Statuses with which the service reports a wrong request (section 4). */
const statusesOfItem = new Set([400, 404, 422]);

/** Whether a response means that the item is wrong, so that a retry would get the same response. */
const isRefusedItem = (error: unknown): boolean =>
	error instanceof ApiError && error.isDocumented && statusesOfItem.has(error.status);

/**
 * Whether the error that stopped the preparation of an item would occur in every run. If the
 * service does not respond or refuses the key, the item only cannot be planned.
 */
const isForeseen = (error: unknown): boolean => isRefusedItem(error) || isOfItem(error);

/** Words errors as the node would. */
type Words = (error: unknown) => { readonly message: string; readonly description: string };

const fails = (words: Words, error: unknown): Foreseen => {
	const { message, description: advice } = words(error);
	// As a tool, the message also contains the advice.
	const [reason = message] = message.split(beforeDetails);
	return { verdict: 'would_fail', reason, advice };
};

/** A plan made with a read-only credential is sent with another credential. */
const adviceForOther =
	'The credential of this dry run is read-only. To apply the plan, use a credential with the permissions Read and Write.';
const hintForOther =
	'The credential is read-only, so it cannot apply these plans. They show the result with the permissions Read and Write.';

const taskOf = async ({ access, target }: Item) =>
	target?.kind === 'task'
		? await access.ask(getTask, { params: { task_id: target.id ?? '' } })
		: undefined;

/** Judges an item in place of sending it. */
const foresee =
	({ operation, toolRefusal }: Run): Write =>
	async ({ item, precondition }) => {
		if (toolRefusal) throw toolRefusal;
		const read = await taskOf(item);
		if (read) precondition?.judge(read);
		const refusal = read && operation.write?.foresee?.(read.task);
		if (refusal) throw refusal;
		return [{ json: { reason: null } }];
	};

/** Plans one item that is ready to be sent. */
const planItem = async (item: Item, write: Write, words: Words): Promise<Planned> => {
	const read = await taskOf(item).catch((error: unknown) => {
		if (isRefusedItem(error)) return { error };
		throw error;
	});
	if (read && 'error' in read) return { item, ...fails(words, read.error) };
	const planned = { item, ...(read && { state: taskStateOf(read.task) }) };
	try {
		const [output] = await write({ item });
		const { reason } = output?.json as { readonly reason: string | null };
		return output?.skipped
			? { ...planned, verdict: 'would_skip', reason, advice: null }
			: {
					...planned,
					verdict: 'would_send',
					reason,
					advice: item.access.mayWrite ? null : adviceForOther,
				};
	} catch (error) {
		return { ...planned, ...fails(words, error) };
	}
};

/** The counts of a run, for the hint above its plans. */
const totalText = (planned: readonly Planned[]): string => {
	const count = (wanted: Verdict) => planned.filter(({ verdict }) => verdict === wanted).length;
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

/** An empty plan. `report` records errors that prevent a plan. */
export const createPlan = (run: Run, protections: readonly Protection[], report: Report): Plan => {
	const { context, limits, tally } = run;
	const planned = new Map<number, Planned>();
	const write = within(protections, foresee(run));
	const wordsAt =
		(index: number): Words =>
		(error) =>
			report.failedAs(index, error);
	return {
		fail(index, error) {
			if (!isForeseen(error)) return report.fail(index, error);
			planned.set(index, fails(wordsAt(index), error));
			return true;
		},
		refuse: () => report.refuse(),
		async end(items) {
			let goesOn = true;
			const work = async (index: number): Promise<boolean> => {
				const item = items[index];
				if (!item) return true;
				if (isStopped(context)) return false;
				try {
					planned.set(index, await planItem(item, write, wordsAt(index)));
					return true;
				} catch (error) {
					goesOn = report.fail(index, error) && goesOn;
					return goesOn;
				}
			};
			await inLanes(items.length, () => undefined, limits.mostParallel, work);
			if (!goesOn) report.refuse();
			showHints(context, [
				totalText([...planned.values()]),
				...(run.access.isAnyReadOnly() ? [hintForOther] : []),
				...tally.sentences(),
			]);
			for (const [index, one] of planned) report.done(index, [outputOf(run, one, index)]);
			return report.end(report.outputs());
		},
	};
};
