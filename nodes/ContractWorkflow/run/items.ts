import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isStopped } from '../../shared/client/clock';
import { toNodeError } from '../../shared/words/nodeError';
import { createPlan } from '../plan/plan';
import { isOfItem } from './access';
import { inLanes, laneOf } from './lanes';
import type { FailedItem } from './outcome';
import { failedItemOf } from './outcome';
import { prepareItem } from './prepareItem';
import type { Report } from './report';
import { createReport } from './report';
import type { Item, Offered, Protection, Results, Run } from './run';
import { send as sendOne, within } from './send';
import { startRun } from './start/startRun';
import { createTally, showHints } from './tally';

/** The items that are ready to be sent, by index. */
type Items = Array<Item | undefined>;

/**
 * Prepares all items into `items`. A wrong item fails. Requests during the preparation only read.
 * @throws {NodeOperationError} with the errors of all items, unless the node continues.
 */
const prepareAll = async (
	run: Run,
	protections: readonly Protection[],
	results: Pick<Results, 'fail' | 'refuse'>,
	items: Items,
): Promise<void> => {
	const { context, limits } = run;
	let goesOn = true;
	const fail = (index: number, error: unknown) => {
		goesOn = results.fail(index, error) && goesOn;
	};
	const prepare = async (index: number): Promise<boolean> => {
		if (isStopped(context)) return false;
		try {
			items[index] = await prepareItem(run, protections, index);
			return true;
		} catch (error) {
			fail(index, error);
			return goesOn || isOfItem(error);
		}
	};
	await inLanes(context.getInputData().length, () => undefined, limits.mostParallel, prepare);
	for (const [index, item] of items.entries()) {
		if (!item) continue;
		try {
			for (const protection of protections) protection.compare?.(item);
		} catch (error) {
			fail(index, error);
			items[index] = undefined;
		}
	}
	if (!goesOn) results.refuse();
};

/** Sends all items in lanes, within the safeguards of each. */
const sendAll = async (
	run: Run,
	protections: readonly Protection[],
	report: Report,
	items: Items,
): Promise<void> => {
	const { context, limits } = run;
	const write = within(protections, sendOne(run));
	let goesOn = true;
	const send = async (item: Item): Promise<boolean> => {
		if (!goesOn || isStopped(context)) return false;
		try {
			report.done(item.index, await write({ item }));
		} catch (error) {
			goesOn = report.fail(item.index, error) && goesOn;
		}
		return goesOn;
	};
	const ready = items.filter((item) => item !== undefined);
	const laneAt = (at: number): string | undefined => {
		const lane = ready[at] && laneOf(run, ready[at]);
		// Tasks of two organizations may have one ID.
		return lane && `${ready[at]?.access.identity} ${lane}`;
	};
	const sendAt = async (at: number) => !ready[at] || (await send(ready[at]));
	await inLanes(ready.length, laneAt, limits.mostParallel, sendAt);
};

/** Prepares all items, sends them in lanes, and returns their outputs in input order. */
const runAll = async (
	run: Run,
	protections: readonly Protection[],
	report: Report,
	items: Items,
): Promise<INodeExecutionData[]> => {
	const { context, tally } = run;
	const plan = run.isDry ? createPlan(run, protections, report) : undefined;
	await prepareAll(run, protections, plan ?? report, items);
	if (plan) return await plan.end(items);

	await sendAll(run, protections, report, items);
	const isFinal = report.isFinal() && !isStopped(context);
	let outputs = report.outputs();
	for (const { end } of protections) outputs = (await end?.(outputs, isFinal)) ?? outputs;
	showHints(context, [report.partialWork() ?? [], tally.sentences()].flat());
	return report.end(outputs);
};

/**
 * Marks every item as failed with the error that ended the run. Throwing is not an option if the
 * node continues after errors: n8n then passes the input items on as if they were done.
 */
const allFailed = (
	context: IExecuteFunctions,
	error: unknown,
	outcome: FailedItem['outcome'],
): INodeExecutionData[] => {
	const node = context.getNode();
	return context.getInputData().map((_, itemIndex) => {
		const nodeError = toNodeError(error, { node, itemIndex, shownIn: 'run' });
		const failed = { ...failedItemOf(nodeError, error, {}), outcome };
		return { json: { error: failed }, pairedItem: { item: itemIndex } };
	});
};

/**
 * Runs the node: prepares all items, sends them in lanes, and returns their outputs in input order.
 * If the node continues after errors, failed items are returned as errors. Otherwise, after the
 * first failure, the node starts no new item, waits for the requests in flight, and throws one
 * error that reports on every item. A dry run returns plans and sends no writes.
 */
export const runItems = async (
	context: IExecuteFunctions,
	offered: Offered,
): Promise<INodeExecutionData[]> => {
	const goesOn = context.continueOnFail();
	const started = await startRun(context, offered, createTally()).catch((error: unknown) => {
		if (goesOn) return allFailed(context, error, 'failed');
		throw toNodeError(error, { node: context.getNode(), itemIndex: 0, shownIn: 'run' });
	});
	if (Array.isArray(started)) return started;
	const { run, protections } = started;
	const items: Items = [];
	const report = createReport(run, (index) => items[index]);
	return await runAll(run, protections, report, items).catch((error: unknown) => {
		// A run that continues after errors throws here only because of a bug, so it is unknown what
		// was sent.
		if (goesOn) return allFailed(context, error, run.endpoint.writes ? 'unknown' : 'failed');
		throw error;
	});
};
