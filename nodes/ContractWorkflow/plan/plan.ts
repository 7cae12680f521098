import type { INodeExecutionData } from 'n8n-workflow';
import type { Task } from '../../../src';
import { ApiError, getTask } from '../../../src';
import { isStopped } from '../../shared/client/clock';
import { causeOf } from '../../shared/words/explained';
import { beforeDetails } from '../../shared/words/nodeError';
import { isOfItem } from '../run/access';
import { showHints } from '../run/counts/tally';
import { inLanes } from '../run/lanes';
import type { Report } from '../run/report';
import type { Item, Results, Run } from '../run/run';
import { taskIdIn } from '../run/target';
import type { Output } from '../surroundings';
import type { SeenTask } from '../taskState';
import { taskStateOf } from '../taskState';
import { canonicalRequest } from './canonicalRequest';
import { planDigest } from './planDigest';

/** What would happen to an item without a dry run. */
export type Verdict = 'would_send' | 'would_skip' | 'would_fail';

/** The prediction for one item. */
interface Foreseen {
	readonly verdict: Verdict;
	readonly reason: string | null;
	/** What to do if the item would fail, or needs another credential. */
	readonly advice: string | null;
	/** How many requests the item needs. */
	readonly requests: number;
}

/** The plan of one item. */
interface Planned extends Foreseen {
	readonly columns: object;
	readonly task: SeenTask | null;
	/** The request as it would be sent; absent if it could not be built. */
	readonly request?: object;
	readonly request_sha256?: string;
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
const isRefusedItem = (error: unknown): boolean => {
	const cause = causeOf(error);
	return cause instanceof ApiError && cause.isDocumented && statusesOfItem.has(cause.status);
};

/**
 * Whether the error that stopped the preparation of an item would occur in every run. If the
 * service does not respond or refuses the key, the item only cannot be planned.
 */
const isForeseen = (error: unknown): boolean => isRefusedItem(error) || isOfItem(error);

/** The values of an item in separate columns: its task, and those that the operation defines. */
const columnsOf = ({ operation }: Run, { target, parameters }: Item): object => {
	const task_id = taskIdIn(target);
	return {
		...(task_id !== undefined && { task_id }),
		...operation.write?.planColumns?.(parameters),
	};
};

/** Words errors as the node would. */
type Words = (error: unknown) => { readonly message: string; readonly description: string };

const fails = (words: Words, error: unknown, requests = 0): Foreseen => {
	const { message, description: advice } = words(error);
	// As a tool, the message also contains the advice.
	const [reason = message] = message.split(beforeDetails);
	return { verdict: 'would_fail', reason, advice, requests };
};

const skips = ({ json }: Output, requests = 0): Foreseen => {
	const { reason } = json as { readonly reason?: unknown };
	return {
		verdict: 'would_skip',
		reason: typeof reason === 'string' ? reason : null,
		advice: null,
		requests,
	};
};

/** A plan made with a read-only credential is sent with another credential. */
const adviceForOther =
	'The credential of this dry run is read-only. To apply the plan, use a credential with the permissions Read and Write.';
const hintForOther =
	'The credential is read-only, so it cannot apply these plans. They show the result with the permissions Read and Write.';

/** What would happen to an item, given the state of its task. */
const foresee = (run: Run, item: Item, task: Task | undefined, words: Words): Foreseen => {
	const { operation, toolRefusal } = run;
	if (toolRefusal) return fails(words, toolRefusal);
	const guard = operation.write?.guard?.(item.parameters, item.input);
	if (guard?.beforehand) return skips(guard.beforehand);
	const heldBack = (error: unknown, requests: number): Foreseen => {
		const passedOver = guard?.passedOver?.(error);
		return passedOver ? skips(passedOver, requests) : fails(words, error, requests);
	};
	let requests = 1;
	if (guard?.precondition && task) {
		try {
			guard.precondition.judge({ task });
		} catch (error) {
			return heldBack(error, requests);
		}
		requests++;
	}
	const foresight = task && operation.write?.foresee?.(task, item.input);
	if (foresight && 'refusal' in foresight) return heldBack(foresight.refusal, requests);
	const advice = item.access.refusal ? adviceForOther : null;
	return { verdict: 'would_send', reason: foresight?.doubt ?? null, advice, requests };
};

/** Plans one item that is ready to be sent. */
const planItem = async (run: Run, item: Item, words: Words): Promise<Planned> => {
	const { request, sha256: request_sha256 } = await canonicalRequest(run.endpoint, item.input);
	const shown = { columns: columnsOf(run, item), request, request_sha256 };
	const { target, access } = item;
	if (target?.kind !== 'task') {
		return { ...shown, ...foresee(run, item, undefined, words), task: null };
	}
	const looked = Promise.all([
		access.ask(getTask, { params: { task_id: target.id ?? '' } }),
		access.organizationName(),
	]);
	return await looked.then(
		([{ task }, org_name]) => ({
			...shown,
			...foresee(run, item, task, words),
			task: { ...taskStateOf(task), org_name },
		}),
		(error: unknown) => {
			if (!isRefusedItem(error)) throw error;
			return { ...shown, ...fails(words, error, 1), task: null };
		},
	);
};

/** The plans by the index of their item. An item that cannot be planned has none. */
type Plans = ReadonlyMap<number, Planned>;

const count = (planned: Plans, wanted: Verdict): number =>
	[...planned.values()].filter(({ verdict }) => verdict === wanted).length;

/** The counts of a run, for the hint above its plans. */
const totalText = (planned: Plans): string =>
	`Dry run: nothing was sent. Would send: ${count(planned, 'would_send')}, would skip: ${count(planned, 'would_skip')}, would fail: ${count(planned, 'would_fail')}.`;

/** A plan as an output item: a row of a table. */
const outputOf = (run: Run, one: Planned, index: number): Output => {
	const { resource, operation, context } = run;
	const { verdict, reason, advice, columns, task, request, request_sha256, requests } = one;
	// In the order in which a person reads the table: what happens to which task, and why.
	const json = {
		verdict,
		...columns,
		reason,
		advice,
		task,
		request: request ?? null,
		request_sha256: request_sha256 ?? null,
		requests,
		resource,
		operation: operation.value,
		dry_run: true,
	};
	const plan = { ...json, plan_sha256: planDigest(json) };
	// A later node that carries out the plan also needs the files.
	const { binary } = (operation.takesFiles && context.getInputData()[index]) || {};
	return {
		json: plan,
		...(binary && { binary }),
	};
};

/** An empty plan. `report` records errors that prevent a plan. */
export const createPlan = (run: Run, report: Report): Plan => {
	const { context, limits, tally } = run;
	const planned = new Map<number, Planned>();
	const wordsAt =
		(index: number): Words =>
		(error) =>
			report.failedAs(index, error);
	const fail = (index: number, error: unknown): boolean => {
		if (!isForeseen(error)) return report.fail(index, error);
		planned.set(index, { ...fails(wordsAt(index), error), columns: {}, task: null });
		return true;
	};
	return {
		fail,
		refuse: () => report.refuse(),
		async end(items) {
			let goesOn = true;
			const work = async (index: number): Promise<boolean> => {
				const item = items[index];
				if (!item) return true;
				if (isStopped(context)) return false;
				try {
					planned.set(index, await planItem(run, item, wordsAt(index)));
					return true;
				} catch (error) {
					goesOn = report.fail(index, error) && goesOn;
					return goesOn;
				}
			};
			await inLanes(items.length, () => undefined, limits.mostParallel, work);
			if (!goesOn) report.refuse();
			showHints(context, [
				totalText(planned),
				...(run.access.all().some(({ refusal }) => refusal) ? [hintForOther] : []),
				...tally.sentences(),
			]);
			for (const [index, one] of planned) report.done(index, [outputOf(run, one, index)]);
			return report.end(report.outputs());
		},
	};
};
