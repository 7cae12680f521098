import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isStopped } from '../../shared/client/clock';
import { toNodeError } from '../../shared/words/nodeError';
import { createPlan } from '../plan/plan';
import { inLanes } from './lanes';
import { failedItemOf } from './outcome';
import { prepareAll } from './prepare';
import type { Report } from './report';
import { createReport } from './report';
import type { Item, Offered, Protection, Run } from './run';
import { send as sendOne, within } from './send';
import { startRun } from './start/startRun';
import { createTally } from './tally';

/** Sends all items in lanes, within the safeguards of each. */
const sendAll = async (
	run: Run,
	protections: readonly Protection[],
	report: Report,
	items: Iterable<Item>,
): Promise<void> => {
	const { context, limits, operation } = run;
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
	// Tasks of two organizations may have one ID.
	const laneOf = ({ access, target }: Item): string | undefined =>
		operation.write?.inOrder && target?.id !== undefined
			? `${access.identity} ${target.kind} ${target.id}`
			: undefined;
	await inLanes(items, limits.mostParallel, send, laneOf);
};

/** Prepares all items, sends them in lanes, and returns their outputs in input order. */
const runAll = async (
	run: Run,
	protections: readonly Protection[],
): Promise<INodeExecutionData[]> => {
	const { context, tally } = run;
	const items = new Map<number, Item>();
	const report = createReport(run, (index) => items.get(index));
	const plan = run.isDry ? createPlan(run, protections, report) : undefined;
	await prepareAll(run, protections, plan ?? report, items);
	const inOrder = [...items.values()].sort((one, other) => one.index - other.index);
	if (plan) return await plan.end(inOrder);

	await sendAll(run, protections, report, inOrder);
	const isFinal = report.isFinal() && !isStopped(context);
	for (const { end } of protections) await end?.(isFinal);
	tally.show(context, ...report.partialWork());
	return report.end();
};

/**
 * Marks every item as failed with the error that prevents the run. Throwing is not an option if the
 * node continues after errors: n8n then passes the input items on as if they were done.
 */
const allFailed = (context: IExecuteFunctions, error: unknown): INodeExecutionData[] => {
	const node = context.getNode();
	return context.getInputData().map((_, itemIndex) => {
		const nodeError = toNodeError(error, { node, itemIndex, shownIn: 'run' });
		const failed = { ...failedItemOf(nodeError, error, {}) };
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
		if (goesOn) return allFailed(context, error);
		throw toNodeError(error, { node: context.getNode(), itemIndex: 0, shownIn: 'run' });
	});
	if (Array.isArray(started)) return started;
	const { run, protections } = started;
	return await runAll(run, protections);
};
