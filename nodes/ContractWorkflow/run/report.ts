import type { INodeExecutionData } from 'n8n-workflow';
import { toNodeError } from '../../shared/words/errors';
import { besideOf } from '../../shared/words/explained';
import type { FailedItem, TargetAt } from './outcome';
import { failedItemOf, failedOutput, isFromBefore, itemsSoFar, wrongItems } from './outcome';
import type { Item, Outputs, Results, Run } from './run';

/** What becomes of the items of a run. */
export interface Report extends Results {
	failedAs(index: number, error: unknown): FailedItem;
	/** What became of several items where some failed and the node goes on; else undefined. */
	partialWork(): string | undefined;
	/** What comes out so far. */
	outputs(): Outputs;
	/**
	 * The output of the node, in input order.
	 * @throws the first failure, with what became of every item, unless the node goes on after one.
	 */
	end(outputs: Outputs): INodeExecutionData[];
	/** Whether no other try can come after this one. */
	isFinal(): boolean;
}

/** How the error of an item reads, before its words are told. */
const wordingOf = (
	{ context, operation, mask }: Run,
	item: Item | undefined,
	itemIndex: number,
) => {
	const { properties, words, write } = operation;
	const labelAt = (names: readonly string[]) => item && words?.labelOf?.(names, item.parameters);
	return {
		node: context.getNode(),
		words: { properties, ...words, whereToLook: write?.whereToLook, labelAt },
		mask,
		itemIndex,
		shownIn: 'run',
	} as const;
};

/** Why an item failed, as it comes out of the node. */
export const failureOf = (run: Run, item: Item, error: unknown): FailedItem =>
	failedItemOf(toNodeError(error, wordingOf(run, item, item.index)), error, item.target);

/** Output items, paired with their input item. */
const paired = (outputs: Outputs): INodeExecutionData[] =>
	outputs.flatMap((given, index) =>
		(given ?? []).map(({ json, binary }) => ({
			json: { ...json },
			...(binary && { binary }),
			pairedItem: { item: index },
		})),
	);

/** A report of which nothing is known yet; `itemAt` gives what is prepared of the run by then. */
export const createReport = (run: Run, itemAt: (index: number) => Item | undefined): Report => {
	const { context, tally } = run;
	const goesOn = context.continueOnFail();
	const { length } = context.getInputData();
	const outputs = Array.from<unknown, Outputs[number]>({ length }, () => undefined);
	const failures = new Map<number, unknown>();
	const targetAt: TargetAt = (index) => itemAt(index)?.target;
	const wordingAt = (index: number) => wordingOf(run, itemAt(index), index);
	const failedAs = (index: number, error: unknown) =>
		failedItemOf(toNodeError(error, wordingAt(index)), error, targetAt(index));
	return {
		failedAs,
		done(index, given) {
			outputs[index] = given;
			for (const { skipped } of given) if (skipped) tally.skipped();
		},
		fail(index, error) {
			failures.set(index, error);
			const beside = besideOf(error);
			if (goesOn) {
				outputs[index] = [{ ...failedOutput(failedAs(index, error)), ...(beside && { beside }) }];
			}
			return goesOn || isFromBefore(error);
		},
		partialWork: () =>
			goesOn && length > 1 && failures.size > 0
				? itemsSoFar(outputs, failures, targetAt)
				: undefined,
		outputs: () => outputs,
		end(given) {
			const [first] = goesOn ? [] : [...failures].sort(([one], [other]) => one - other);
			if (!first) return paired(given);
			const [itemIndex, error] = first;
			const otherItems = itemsSoFar(outputs, failures, targetAt);
			throw toNodeError(error, { ...wordingAt(itemIndex), otherItems });
		},
		refuse() {
			const [first, ...others] = [...failures].sort(([one], [other]) => one - other);
			const [itemIndex, error] = first ?? [0, undefined];
			const alike = others.map(
				([index, other]) => [index, failedAs(index, other).message] as const,
			);
			const otherItems = wrongItems(failedAs(itemIndex, error).message, alike);
			throw toNodeError(error, { ...wordingAt(itemIndex), otherItems });
		},
		// Retry On Fail may run the node again even after it went on.
		isFinal: () => !context.getNode().retryOnFail && (failures.size === 0 || goesOn),
	};
};
