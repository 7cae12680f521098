import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isClientError } from '../../../src';
import { isStopped, steadyNow } from '../../shared/clock';
import { toNodeError } from '../../shared/errors';
import { Supplemented } from '../../shared/explained';
import { isTool } from '../../shared/toolNode';
import type { Resource } from '../operation';
import type { Item, Run } from './item';
import { checkOnlyOnce, laneOf, prepareItem, startRun } from './item';
import { journalOf } from './journal';
import { inLanes } from './lanes';
import type { FirstItems } from './oncePerKey';
import { checkKey, releaseKeys } from './oncePerKey';
import type { FailedItem } from './outcome';
import { failedItemOf, failedOutput } from './outcome';
import { createPlan } from './plan';
import { chainReceipts } from './receiptChain';
import type { Report } from './report';
import { createReport } from './report';
import { sendItem } from './send';
import type { Tally } from './tally';
import { createTally, showHints } from './tally';

/** The items that are ready to be sent, each at its place. */
type Items = Array<Item | undefined>;

/** Whether an error is about one item alone, so that what is wrong with the others can be told, too. */
const isOfItem = (error: unknown): boolean =>
	error instanceof Supplemented
		? isOfItem(error.cause)
		: !isClientError(error) || error.name === 'InvalidInput';

/**
 * Makes all items ready to be sent, into `items`; one that is wrong fails. What they ask the service
 * meanwhile changes nothing.
 * @throws {NodeOperationError} that tells what is wrong with all of them, unless the node goes on.
 */
const prepareAll = async (
	run: Run,
	report: Pick<Report, 'fail' | 'refuse'>,
	items: Items,
): Promise<void> => {
	const { context, options } = run;
	let goesOn = true;
	const fail = (index: number, error: unknown) => {
		goesOn = report.fail(index, error) && goesOn;
	};
	const prepare = async (index: number): Promise<boolean> => {
		if (isStopped(context)) return false;
		try {
			items[index] = await prepareItem(run, index);
			return true;
		} catch (error) {
			fail(index, error);
			return goesOn || isOfItem(error);
		}
	};
	await inLanes(context.getInputData().length, () => undefined, options.mostParallel, prepare);
	const taken = new Set<string>();
	const firstItems: FirstItems = new Map();
	for (const [index, item] of items.entries()) {
		if (!item) continue;
		try {
			checkOnlyOnce(run, item, taken);
			checkKey(run, item, firstItems);
		} catch (error) {
			fail(index, error);
			items[index] = undefined;
		}
	}
	if (!goesOn) report.refuse();
};

/** Prepares all items, sends them in lanes, and gives their outputs in input order. */
const runAll = async (
	run: Run,
	report: Report,
	items: Items,
	tally: Tally,
): Promise<INodeExecutionData[]> => {
	const { context } = run;
	if (run.options.releasesKeys) {
		await releaseKeys(run, report);
		showHints(context, tally.sentences());
		return report.end();
	}
	const plan = run.isDry ? createPlan(run, report) : undefined;
	await prepareAll(run, plan ?? report, items);
	const prepared = items.flatMap((item) => (item ? [item.parameters] : []));
	for (const sentence of run.operation.remarks?.(prepared) ?? []) tally.remark(sentence);
	if (plan) return await plan.end(items);

	// What reads, or changes nothing more when it is repeated, may be sent again by another try. As a
	// tool the same call twice is two calls.
	const journal = run.endpoint.safe || isTool(context.getNode()) ? undefined : journalOf(context);
	const send = async (index: number): Promise<boolean> => {
		if (isStopped(context)) return false;
		const item = items[index];
		if (!item) return true;
		try {
			const failedAs = (error: unknown) => report.failedAs(index, error);
			report.done(index, await sendItem(run, item, { journal, failedAs }));
			return true;
		} catch (error) {
			return report.fail(index, error);
		}
	};
	const lane = (index: number) => items[index] && laneOf(run, items[index]);
	await inLanes(context.getInputData().length, lane, run.options.mostParallel, send);
	await run.keys.end();
	showHints(context, [report.partialWork() ?? [], tally.sentences()].flat());

	const outputs = report.end();
	if (report.isFinal() && !isStopped(context)) journal?.close();
	const { receiptsAfter } = run.options;
	return receiptsAfter === undefined ? outputs : chainReceipts(outputs, receiptsAfter);
};

/**
 * Every item as failed with the error that ended the run. An error thrown to n8n would not do where
 * the node goes on after errors: n8n then hands the input items on as if they were done.
 */
const allFailed = (
	context: IExecuteFunctions,
	error: unknown,
	outcome: FailedItem['outcome'],
): INodeExecutionData[] => {
	const node = context.getNode();
	return context.getInputData().map((_, itemIndex) => {
		const nodeError = toNodeError(error, { node, itemIndex, place: 'run' });
		return failedOutput({ ...failedItemOf(nodeError, error, undefined), outcome }, itemIndex);
	});
};

/**
 * Runs the node: checks all items, sends them in lanes, and gives their outputs in input order.
 * Items that fail come out as such where the node goes on; else nothing new is begun after the
 * first failure, what is under way is awaited, and one error tells what became of every item. In a
 * dry run they come out as plans, and nothing that writes is sent.
 */
export const runItems = async (
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> => {
	const tally = createTally(steadyNow);
	const goesOn = context.continueOnFail();
	const run = await startRun(context, resources, tally).catch((error: unknown) => {
		if (goesOn) return allFailed(context, error, 'failed');
		throw toNodeError(error, { node: context.getNode(), itemIndex: 0, place: 'run' });
	});
	if (Array.isArray(run)) return run;
	const items: Items = [];
	const report = createReport(run, (index) => items[index]);
	return await runAll(run, report, items, tally).catch((error: unknown) => {
		// Without a fault of its own a run that goes on throws nothing here, so what was sent is unknown.
		if (goesOn) return allFailed(context, error, run.endpoint.writes ? 'unknown' : 'failed');
		throw error;
	});
};
