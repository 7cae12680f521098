import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isStopped } from './clock';
import { toNodeError } from './errors';
import type { Prepared, Run } from './execution';
import { checkDistinct, laneOf, prepare, send, startRun } from './execution';
import type { Journal } from './journal';
import { journalOf } from './journal';
import { inLanes } from './lanes';
import type { Failure } from './outcome';
import { FailedBefore, failedItem, failureOf, isUnknown, itemsSoFar } from './outcome';
import { createTally, showTally } from './tally';

/** Makes all items ready to be sent; one that is wrong is told to `onFailure`. */
const prepareAll = async (
	context: IExecuteFunctions,
	run: Run,
	onFailure: (error: unknown, itemIndex: number) => void,
): Promise<Array<Prepared | undefined>> => {
	const prepared: Array<Prepared | undefined> = [];
	const taken = new Set<string>();
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		try {
			const item = await prepare(context, run, itemIndex);
			checkDistinct(item, taken);
			prepared[itemIndex] = item;
		} catch (error) {
			onFailure(error, itemIndex);
		}
	}
	return prepared;
};

/** Sends an item, unless an earlier try of the same run sent it and may have been heard. */
const sendOnce = async (
	run: Run,
	item: Prepared,
	itemIndex: number,
	journal: Journal,
	failureOfItem: (error: unknown) => Failure,
): Promise<INodeExecutionData[]> => {
	const target = JSON.stringify(item.input.params ?? {});
	const request = `${run.operation.value} ${run.baseUrl} ${target}`;
	const before = journal.read(itemIndex, request);
	if (before) {
		if ('failure' in before) throw new FailedBefore(before.failure);
		run.tally.finishedBefore();
		return before.json.map((json) => ({ json, pairedItem: { item: itemIndex } }));
	}
	const items = await send(run, item, itemIndex).catch((error: unknown) => {
		if (isUnknown(error)) journal.unknown(itemIndex, request, failureOfItem(error));
		throw error;
	});
	journal.finished(itemIndex, request, items);
	return items;
};

/**
 * Runs the node: checks all items, sends them in lanes, and gives their outputs in input order.
 * Items that fail come out as such where the node goes on; else nothing new is begun after the
 * first failure, what is under way is awaited, and one error tells what became of every item.
 */
export const runItems = async (context: IExecuteFunctions): Promise<INodeExecutionData[]> => {
	const node = context.getNode();
	const count = context.getInputData().length;
	const goesOn = context.continueOnFail();
	const tally = createTally(() => Date.now());
	const run = await startRun(context, tally).catch((error: unknown) => {
		throw toNodeError(error, { node, itemIndex: 0 });
	});
	const results: INodeExecutionData[][] = [];
	const failures = new Map<number, unknown>();
	const failureAt = (itemIndex: number) => (error: unknown) =>
		failureOf(toNodeError(error, { node, run, itemIndex }), error);
	const fail = (error: unknown, itemIndex: number) => {
		failures.set(itemIndex, error);
		results[itemIndex] = [failedItem(failureAt(itemIndex)(error), itemIndex)];
	};

	const prepared = await prepareAll(context, run, (error, itemIndex) => {
		if (!goesOn) throw toNodeError(error, { node, run, itemIndex });
		fail(error, itemIndex);
	});

	// What reads, or changes nothing more when it is repeated, may be sent again by another try.
	const journal = run.endpoint.safe ? undefined : journalOf(context);
	await inLanes(
		count,
		(itemIndex) => {
			const item = prepared[itemIndex];
			return item && laneOf(run, item);
		},
		run.options.mostParallel,
		async (itemIndex) => {
			const item = prepared[itemIndex];
			if (isStopped(context)) return false;
			if (!item) return true;
			try {
				results[itemIndex] = journal
					? await sendOnce(run, item, itemIndex, journal, failureAt(itemIndex))
					: await send(run, item, itemIndex);
				return true;
			} catch (error) {
				if (goesOn) fail(error, itemIndex);
				else failures.set(itemIndex, error);
				return goesOn;
			}
		},
	);
	showTally(context, tally);

	const [first] = goesOn ? [] : [...failures].sort(([one], [other]) => one - other);
	if (first) {
		const [itemIndex, error] = first;
		const otherItems = itemsSoFar(count, results, failures);
		throw toNodeError(error, { node, run, itemIndex, otherItems });
	}
	// Retry On Fail may run the node again even after it went on.
	const isLast = !node.retryOnFail && (failures.size === 0 || goesOn);
	if (isLast && !isStopped(context)) journal?.close();
	return results.flat();
};
