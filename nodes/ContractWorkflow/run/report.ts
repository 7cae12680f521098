import type { INodeExecutionData } from 'n8n-workflow';
import { worded } from '../../shared/words/errors';
import { shownAs } from '../../shared/words/nodeError';
import type { Output } from '../operation';
import { FromBefore, doneWord, failedItemOf, operationName, subjectOf } from './outcome';
import type { Failure, Outcome } from './someFailed';
import { errorOfRun, partialWorkText } from './someFailed';
import type { Item, Run } from './types';

/** Records the outcomes of the items of a run. */
export interface Report {
	done(index: number, outputs: readonly Output[]): void;
	/** Records a failure. False if no new item may be started after it. */
	fail(index: number, error: unknown): boolean;
	/** @throws what is wrong with the items; nothing was sent. */
	refuse(): never;
	/**
	 * The output of the node, in input order, with one hint above it.
	 * @param total what the hint begins with; by default what happened to the items, if some failed
	 * @throws {NodeOperationError} with what failed, and what happened to the other items, unless the
	 * node continues after a failure.
	 */
	end(total?: string): INodeExecutionData[];
	/** Whether no retry can follow this try. */
	isFinal(): boolean;
}

/** The failure of an item, in words. The item is undefined if it was not prepared. */
export const failureAt = (
	run: Run,
	index: number,
	item: Item | undefined,
	error: unknown,
): Failure => {
	const { properties, words, write } = run.operation;
	const target = item?.target;
	const text = worded(error, {
		properties,
		...words,
		whereToLook: write?.whereToLook,
		input: item?.input,
		subject: subjectOf(target),
		mask: run.access.mask,
		shownIn: 'run',
	});
	return { index, text, target };
};

const skippedItem = 'skipped. See the reason in each item.';
const nothingFound =
	'As nothing was found, no node after this one runs, and a loop ends here. To go on, switch on "Always Output Data" in the Settings of the node.';

/**
 * An empty report.
 * @param itemAt returns what the run has prepared so far
 */
export const createReport = (run: Run, itemAt: (index: number) => Item | undefined): Report => {
	const { context, tally } = run;
	const node = context.getNode();
	const goesOn = context.continueOnFail();
	const indexes = [...context.getInputData().keys()];
	const outputs = new Map<number, readonly Output[]>();
	const failures = new Map<number, Failure>();

	const wordOf = (index: number): string => {
		const given = outputs.get(index);
		if (!given) return 'not started';
		return given.some(({ skipped }) => skipped) ? 'skipped' : doneWord(run, itemAt(index));
	};
	const outcome = (sent: Outcome['sent']): Outcome => ({
		failures: [...failures.values()].sort((one, other) => one.index - other.index),
		others: indexes.filter((index) => !failures.has(index)).map(wordOf),
		sent,
	});
	return {
		done(index, given) {
			outputs.set(index, given);
			for (const { skipped } of given) if (skipped) tally.count(skippedItem);
		},
		fail(index, error) {
			const failure = failureAt(run, index, itemAt(index), error);
			failures.set(index, failure);
			// With "error" alone in its json, every n8n version sends it unchanged to the error output, and
			// merges it with the input item there. Of an error beside json, n8n keeps only the message.
			if (goesOn) {
				const { target } = failure;
				const of = { operation: operationName(run), ...(target && { target }) };
				const shown = shownAs(failure.text, { node, itemIndex: index });
				const { binary } = context.getInputData()[index] ?? {};
				outputs.set(index, [{ json: { error: failedItemOf(shown, error, of) }, binary }]);
			}
			return goesOn || error instanceof FromBefore;
		},
		end(total) {
			const isPartial = goesOn && indexes.length > 1 && failures.size > 0;
			const isEmpty = [...outputs.values()].every(({ length }) => length === 0);
			if (isEmpty && failures.size === 0 && !node.alwaysOutputData) tally.remark(nothingFound);
			tally.show(total ?? (isPartial ? partialWorkText(outcome('some')) : ''));
			if (!goesOn && failures.size > 0) throw errorOfRun(outcome('some'), run);
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
			throw errorOfRun(outcome('nothing'), run);
		},
		// Retry On Fail may run the node again even if it continued after errors.
		isFinal: () => !node.retryOnFail && (failures.size === 0 || goesOn),
	};
};
