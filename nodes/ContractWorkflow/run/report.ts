import type { INodeExecutionData } from 'n8n-workflow';
import { toNodeError } from '../../shared/errors';
import type { Item, Run } from './item';
import type { FailedItem, TargetAt } from './outcome';
import { failedItemOf, failedOutput, isFromBefore, itemsSoFar, wrongItems } from './outcome';

/** What becomes of the items of a run. */
export interface Report {
	done(index: number, outputs: INodeExecutionData[]): void;
	/** Takes a failure down; false when nothing new may be begun after it. */
	fail(index: number, error: unknown): boolean;
	failedAs(index: number, error: unknown): FailedItem;
	/** What became of several items where some failed and the node goes on; else undefined. */
	partialWork(): string | undefined;
	/**
	 * The output of the node, in input order.
	 * @throws the first failure, with what became of every item, unless the node goes on after one.
	 */
	end(): INodeExecutionData[];
	/** @throws what is wrong with the items, of which none was sent. */
	refuse(): never;
	/** Whether no other try can come after this one. */
	isFinal(): boolean;
}

/** A report of which nothing is known yet; `itemAt` gives what is prepared of the run by then. */
export const createReport = (
	{ context, operation, mask }: Run,
	itemAt: (index: number) => Item | undefined,
): Report => {
	const node = context.getNode();
	const goesOn = context.continueOnFail();
	const { length } = context.getInputData();
	const outputs = Array.from<unknown, INodeExecutionData[] | undefined>(
		{ length },
		() => undefined,
	);
	const failures = new Map<number, unknown>();
	const targetAt: TargetAt = (index) => itemAt(index)?.target;
	const toldOf = (itemIndex: number) => {
		const item = itemAt(itemIndex);
		const labelAt = (names: readonly string[]) =>
			item && operation.labelOf?.(names, item.parameters);
		return { node, words: { ...operation, labelAt }, mask, itemIndex, place: 'run' } as const;
	};
	const failedAs = (itemIndex: number, error: unknown) =>
		failedItemOf(toNodeError(error, toldOf(itemIndex)), error, targetAt(itemIndex));
	return {
		failedAs,
		done(index, given) {
			outputs[index] = given;
		},
		fail(index, error) {
			failures.set(index, error);
			if (goesOn) outputs[index] = [failedOutput(failedAs(index, error), index)];
			return goesOn || isFromBefore(error);
		},
		partialWork: () =>
			goesOn && length > 1 && failures.size > 0
				? itemsSoFar(outputs, failures, targetAt)
				: undefined,
		end() {
			const [first] = goesOn ? [] : [...failures].sort(([one], [other]) => one - other);
			if (!first) return outputs.flatMap((given) => given ?? []);
			const [itemIndex, error] = first;
			const otherItems = itemsSoFar(outputs, failures, targetAt);
			throw toNodeError(error, { ...toldOf(itemIndex), otherItems });
		},
		refuse() {
			const [first, ...others] = [...failures].sort(([one], [other]) => one - other);
			const [itemIndex, error] = first ?? [0, undefined];
			const alike = others.map(
				([index, other]) => [index, failedAs(index, other).message] as const,
			);
			const otherItems = wrongItems(failedAs(itemIndex, error).message, alike);
			throw toNodeError(error, { ...toldOf(itemIndex), otherItems });
		},
		// Retry On Fail may run the node again even after it went on.
		isFinal: () => !node.retryOnFail && (failures.size === 0 || goesOn),
	};
};
