import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isStopped } from '../../shared/client/clock';
import { toNodeError } from '../../shared/words/nodeError';
import { inLanes, oneByOneOnOverload, pace } from './lanes';
import { failedItemOf } from './outcome';
import { prepareAll } from './prepare';
import type { Report } from './report';
import { createReport } from './report';
import { guarded, send } from './send';
import type { Offered } from './startRun';
import { startRun } from './startRun';
import type { Item, Protection, ReadyItem, Run, Write } from './types';

/** Writes all items in lanes. */
const sendAll = async (
	{ context, isDry, limits, operation }: Run,
	write: Write,
	report: Pick<Report, 'done' | 'fail'>,
	items: Iterable<ReadyItem>,
): Promise<void> => {
	const sendOne = async (item: ReadyItem): Promise<boolean> => {
		if (isStopped(context)) return false;
		try {
			const outputs = await write({ item });
			const [output] = outputs;
			if (output && !isDry && !isStopped(context)) await item.pause?.(output.json);
			report.done(item.index, outputs);
			return true;
		} catch (error) {
			return report.fail(item.index, error);
		}
	};
	const laneOf = ({ target }: Item): string | undefined =>
		operation.write?.inOrder && target ? `${target.kind} ${target.id}` : undefined;
	await inLanes(items, limits.mostParallel, sendOne, { laneOf, begins: pace() });
};

/** Prepares all items, sends them in lanes, and returns their outputs in input order. */
const runAll = async (
	run: Run,
	protections: readonly Protection[],
	planning: Offered['planning'],
): Promise<INodeExecutionData[]> => {
	const items = new Map<number, ReadyItem>();
	const itemAt = (index: number) => items.get(index);
	const report = createReport(run, itemAt);
	const plan = run.isDry ? planning.begin(run, report, itemAt) : undefined;
	await prepareAll(run, protections, plan ?? report, items);
	const inOrder = [...items.values()].sort((one, other) => one.index - other.index);
	const write = run.context.continueOnFail() ? oneByOneOnOverload(send(run)) : send(run);
	await sendAll(run, plan?.write ?? guarded(write), plan ?? report, inOrder);
	if (plan) return plan.end();

	const isFinal = report.isFinal() && !isStopped(run.context);
	for (const { end } of protections) end?.(isFinal);
	return report.end();
};

/**
 * Marks every item as failed with the error that prevents the run. Throwing is not an option if the
 * node continues after errors: n8n then passes the input items on as if they were done.
 */
const allFailed = (context: IExecuteFunctions, error: unknown): INodeExecutionData[] => {
	const node = context.getNode();
	return context.getInputData().map(({ binary }, item) => {
		const nodeError = toNodeError(error, { node, itemIndex: item, shownIn: 'run' });
		const json = { error: failedItemOf(nodeError, error) };
		return { json, ...(binary && { binary }), pairedItem: { item } };
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
	const started = await startRun(context, offered).catch((error: unknown) => {
		if (goesOn) return allFailed(context, error);
		throw toNodeError(error, { node: context.getNode(), itemIndex: 0, shownIn: 'run' });
	});
	if (Array.isArray(started)) return started;
	const { run, protections } = started;
	return await runAll(run, protections, offered.planning);
};
