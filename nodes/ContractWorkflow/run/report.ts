import type { INodeExecutionData } from 'n8n-workflow';
import { isTool } from '../../shared/toolNode';
import { worded } from '../../shared/words/errors';
import { shownAs } from '../../shared/words/nodeError';
import type { Output } from '../surroundings';
import type { FailedItem } from './outcome';
import { FromBefore, failedItemOf, operationName, subjectOf } from './outcome';
import type { Item, Results, Run } from './run';
import type { Failure, Outcome } from './someFailed';
import { errorOfRun, partialWorkText } from './someFailed';

/** Records the outcomes of the items of a run. */
export interface Report extends Results {
	/** How an item would fail with an error. */
	failedAs(index: number, error: unknown): FailedItem;
	/** What happened to several items if some failed and the node continues. */
	partialWork(): readonly string[];
	/**
	 * The output of the node, in input order.
	 * @throws {NodeOperationError} with what failed, and what happened to the other items, unless the
	 * node continues after a failure.
	 */
	end(): INodeExecutionData[];
	/** Whether no retry can follow this try. */
	isFinal(): boolean;
}

/** The words of a failure of an item. */
const failureAt = (run: Run, item: Item | undefined, index: number, error: unknown): Failure => {
	const { properties, words, write } = run.operation;
	const labelAt = (names: readonly string[]) =>
		item && words?.labelOf?.(names, item.parameters, item.input);
	const subject = subjectOf(item?.target);
	const text = worded(error, {
		properties,
		...words,
		whereToLook: write?.whereToLook,
		labelAt,
		subject,
		mask: run.access.mask,
		shownIn: 'run',
	});
	return { index, text, subject };
};

const failedItem = (run: Run, item: Item | undefined, { index, text }: Failure): FailedItem =>
	failedItemOf(shownAs(text, { node: run.context.getNode(), itemIndex: index }), text.error, {
		operation: operationName(run),
		target: item?.target,
	});

/** What happened in an error of an item, as a title. */
export const titleOfFailure = (run: Run, item: Item, error: unknown): string =>
	failureAt(run, item, item.index, error).text.message;

/**
 * The output item of an input item that failed, for "continue on fail" and the error output. It has
 * only the field `error`. Every n8n version then sends it unchanged to the error output, and merges
 * it with the input item there. If an item has an error beside its json, n8n reduces it to the
 * message.
 */
const failedOutput = (failed: FailedItem): Output => ({ json: { error: { ...failed } } });

/**
 * An empty report.
 * @param itemAt returns what the run has prepared so far
 */
export const createReport = (run: Run, itemAt: (index: number) => Item | undefined): Report => {
	const { context, tally, operation } = run;
	const node = context.getNode();
	const goesOn = context.continueOnFail();
	const { length } = context.getInputData();
	const outputs = new Map<number, readonly Output[]>();
	const failures = new Map<number, Failure>();

	/** What became of the items so far. */
	const outcome = (): Outcome => {
		const ended = [...outputs.keys()].filter((index) => !failures.has(index));
		const done = ended.filter((index) => !outputs.get(index)?.some(({ skipped }) => skipped));
		const inputs = done.flatMap((index) => itemAt(index)?.input ?? []);
		return {
			total: length,
			failures: [...failures.values()].sort((one, other) => one.index - other.index),
			done: done.length,
			skipped: ended.length - done.length,
			doneWord: (inputs.length > 0 && operation.words?.done?.(inputs)) || 'done',
			isSafe: run.endpoint.safe,
			isTool: isTool(node),
		};
	};
	return {
		failedAs: (index, error) => {
			const item = itemAt(index);
			return failedItem(run, item, failureAt(run, item, index, error));
		},
		done(index, given) {
			outputs.set(index, given);
			const what = 'skipped. See the reason in each item.';
			for (const { skipped } of given) if (skipped) tally.count(what);
		},
		fail(index, error) {
			const failure = failureAt(run, itemAt(index), index, error);
			failures.set(index, failure);
			if (goesOn) outputs.set(index, [failedOutput(failedItem(run, itemAt(index), failure))]);
			return goesOn || error instanceof FromBefore;
		},
		partialWork: () =>
			goesOn && length > 1 && failures.size > 0 ? [partialWorkText(outcome())] : [],
		end() {
			if (!goesOn && failures.size > 0) throw errorOfRun(outcome(), true, run);
			const inOrder = [...outputs].sort(([one], [other]) => one - other);
			return inOrder.flatMap(([item, given]) =>
				given.map(({ json, binary }) => ({
					json: { ...json },
					...(binary && { binary }),
					pairedItem: { item },
				})),
			);
		},
		refuse() {
			throw errorOfRun(outcome(), false, run);
		},
		// Retry On Fail may run the node again even if it continued after errors.
		isFinal: () => !node.retryOnFail && (failures.size === 0 || goesOn),
	};
};
