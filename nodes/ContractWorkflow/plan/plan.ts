import type { INodeExecutionData } from 'n8n-workflow';
import type { Task } from '../../../src';
import { ApiError, getTask, isClientError } from '../../../src';
import { isStopped } from '../../shared/client/clock';
import { causeOf } from '../../shared/words/explained';
import { beforeDetails } from '../../shared/words/nodeError';
import type { Access } from '../run/access';
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

/** What would become of an item, were the run no dry one. */
export type Verdict = 'would_send' | 'would_skip' | 'would_fail';

/** What is foreseen of one item. */
interface Foreseen {
	readonly verdict: Verdict;
	readonly reason: string | null;
	/** What to do about it, where the item would fail, or needs another credential. */
	readonly advice: string | null;
	/** How many requests the item takes. */
	readonly requests: number;
}

/** A plan of one item, save what is told of the whole run. */
interface Planned extends Foreseen {
	readonly columns: object;
	readonly task: SeenTask | null;
	/** As it would leave; absent where it could not be made. */
	readonly request?: object;
	readonly request_sha256?: string;
}

/** The plans of a dry run, item by item. */
export interface Plan extends Pick<Results, 'fail' | 'refuse'> {
	/**
	 * Looks where the tasks of the items stand, and gives the plans in input order.
	 * @throws what keeps an item from being planned, unless the node goes on after one.
	 */
	end(items: ReadonlyArray<Item | undefined>): Promise<INodeExecutionData[]>;
}

/** Statuses with which the service says that what it was asked for is wrong (section 4). */
const statusesOfItem = new Set([400, 404, 422]);

/** Whether an answer says that the item is wrong, and so would say it again. */
const isRefusedItem = (error: unknown): boolean => {
	const cause = causeOf(error);
	return cause instanceof ApiError && cause.isDocumented && statusesOfItem.has(cause.status);
};

/**
 * Whether what kept an item from being made ready would do so in every run. A service that does not
 * answer, or refuses the key, only keeps it from being planned.
 */
const isForeseen = (error: unknown): boolean => {
	if (isRefusedItem(error)) return true;
	const cause = causeOf(error);
	return !isClientError(cause) || cause.name === 'InvalidInput';
};

/** What of an item stands in columns of its own: its task, and what the operation says. */
const columnsOf = ({ operation }: Run, { target, parameters }: Item): object => {
	const task_id = taskIdIn(target);
	return {
		...(task_id !== undefined && { task_id }),
		...operation.write?.planColumns?.(parameters),
	};
};

/** Tells the words of errors as the node would. */
type Words = (error: unknown) => { readonly message: string; readonly description: string };

const fails = (words: Words, error: unknown, requests = 0): Foreseen => {
	const { message, description: advice } = words(error);
	// As a tool the advice stands in the message, too.
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

/** What is planned with a credential that allows reading only is sent with another one. */
const adviceForOther =
	'The credential of this dry run is read-only. To apply the plan, use a credential with the permissions Read and Write.';
const hintForOther =
	'The credential is read-only, so it cannot apply these plans. They show the result with the permissions Read and Write.';

/** What would become of an item whose task stands so. */
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

const count = (planned: ReadonlyArray<Planned | undefined>, wanted: Verdict): number =>
	planned.filter((one) => one?.verdict === wanted).length;

const waitText = (seconds: number | null): string => {
	if (seconds === null) return 'The wait for the rate limit is unknown.';
	if (seconds === 0) return 'The rate limit allows them now.';
	return `The rate limit adds about ${seconds} s if nothing else uses it.`;
};

/** What a run would come to, for the hint above its plans. */
const totalText = (
	planned: ReadonlyArray<Planned | undefined>,
	requests: number,
	seconds: number | null,
): string =>
	`Dry run: nothing was sent. Would send: ${count(planned, 'would_send')}, would skip: ${count(planned, 'would_skip')}, would fail: ${count(planned, 'would_fail')}. Requests: ${requests}. ${waitText(seconds)}`;

/** How long the rate limits make a run wait, each key for itself; null where that is not known. */
const secondsOf = (
	planned: ReadonlyArray<Planned | undefined>,
	items: ReadonlyArray<Item | undefined>,
): number | null => {
	const requests = new Map<Access, number>();
	for (const [index, item] of items.entries()) {
		if (!item) continue;
		const { access } = item;
		requests.set(access, (requests.get(access) ?? 0) + (planned[index]?.requests ?? 0));
	}
	const seconds = [...requests].map(([access, sum]) => access.secondsFor(sum));
	return seconds.includes(null) ? null : Math.max(0, ...seconds.map(Number));
};

/** What is told of the whole run, the same in each plan. */
interface OfRun {
	readonly run_requests: number;
	/** How long the rate limit makes them wait; null where that is not known. */
	readonly run_seconds: number | null;
}

/** A plan as it comes out: a row of a table. */
const outputOf = (run: Run, one: Planned, index: number, ofRun: OfRun): Output => {
	const { resource, operation, context } = run;
	const { verdict, reason, advice, columns, task, request, request_sha256, requests } = one;
	// In the order in which a person reads the table: what becomes of what, and why.
	const json = {
		verdict,
		...columns,
		reason,
		advice,
		task,
		request: request ?? null,
		request_sha256: request_sha256 ?? null,
		requests,
		...ofRun,
		resource,
		operation: operation.value,
		dry_run: true,
	};
	const plan = { ...json, plan_sha256: planDigest(json) };
	// A node behind that does what was planned needs the files, too.
	const { binary } = (operation.takesFiles && context.getInputData()[index]) || {};
	return {
		json: plan,
		...(binary && { binary }),
	};
};

/** A plan of which nothing is known yet; `report` takes what keeps an item from being planned. */
export const createPlan = (run: Run, report: Report): Plan => {
	const { context, limits, tally } = run;
	const planned: Array<Planned | undefined> = [];
	const wordsAt =
		(index: number): Words =>
		(error) =>
			report.failedAs(index, error);
	const fail = (index: number, error: unknown): boolean => {
		if (!isForeseen(error)) return report.fail(index, error);
		planned[index] = { ...fails(wordsAt(index), error), columns: {}, task: null };
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
					planned[index] = await planItem(run, item, wordsAt(index));
					return true;
				} catch (error) {
					goesOn = report.fail(index, error) && goesOn;
					return goesOn;
				}
			};
			await inLanes(items.length, () => undefined, limits.mostParallel, work);
			if (!goesOn) report.refuse();
			const run_requests = planned.reduce((sum, one) => sum + (one?.requests ?? 0), 0);
			const run_seconds = secondsOf(planned, items);
			showHints(context, [
				totalText(planned, run_requests, run_seconds),
				...(run.access.all().some(({ refusal }) => refusal) ? [hintForOther] : []),
				...tally.sentences(),
			]);
			for (const [index, one] of planned.entries()) {
				if (one) report.done(index, [outputOf(run, one, index, { run_requests, run_seconds })]);
			}
			return report.end(report.outputs());
		},
	};
};
