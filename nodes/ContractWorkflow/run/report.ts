import type { INodeExecutionData } from 'n8n-workflow';
import { isTool } from '../../shared/toolNode';
import type { Explained } from '../../shared/words/explained';
import { Supplemented, besideOf } from '../../shared/words/explained';
import { oneOfSeveral, toNodeError } from '../../shared/words/nodeError';
import type { FailedItem } from './outcome';
import {
	failedItemOf,
	failedOutput,
	isFromBefore,
	isUnknown,
	subjectOf,
	taskTitleIn,
} from './outcome';
import type { Item, Outputs, Results, Run } from './run';
import type { Items } from './someFailed';
import {
	SomeItemsFailed,
	SomeItemsRefused,
	isOneFault,
	partialWorkText,
	runOthersText,
} from './someFailed';

/** What becomes of the items of a run. */
export interface Report extends Results {
	failedAs(index: number, error: unknown): FailedItem;
	/** What became of several items where some failed and the node goes on; else undefined. */
	partialWork(): string | undefined;
	/** What comes out so far. */
	outputs(): Outputs;
	/**
	 * The output of the node, in input order.
	 * @throws {NodeOperationError} that says what failed, and what became of the others, unless the node
	 * goes on after a failure.
	 */
	end(outputs: Outputs): INodeExecutionData[];
	/** Whether no other try can come after this one. */
	isFinal(): boolean;
}

/** How the error of an item reads, before its words are told. */
const wordingOf = (
	{ context, operation, access }: Run,
	item: Item | undefined,
	itemIndex: number,
) => {
	const { properties, words, write } = operation;
	const labelAt = (names: readonly string[]) => item && words?.labelOf?.(names, item.parameters);
	return {
		node: context.getNode(),
		words: { properties, ...words, whereToLook: write?.whereToLook, labelAt },
		subject: subjectOf(item?.target),
		mask: access.maskAt(itemIndex),
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

/** The error of the only item, which names what it is about if its title does not. */
const onlyItemError = (error: unknown, wording: ReturnType<typeof wordingOf>) => {
	const { subject } = wording;
	const { message } = toNodeError(error, wording);
	const isNamed = subject === undefined || message.includes(subject);
	const addition = isNamed
		? ''
		: `This was for ${subject.charAt(0).toLowerCase()}${subject.slice(1)}.`;
	return toNodeError(new Supplemented(error, { addition }), wording);
};

/** What is known of the items of a run, for the words about those that failed. */
const itemsOf = (
	run: Run,
	itemAt: (index: number) => Item | undefined,
	{ outputs, failures }: Pick<Items, 'outputs' | 'failures'>,
): Items => {
	const wordingAt = (index: number) => wordingOf(run, itemAt(index), index);
	return {
		outputs,
		failures,
		subjectAt: (index) => wordingAt(index).subject,
		titleAt: (index) => taskTitleIn(failures.get(index)),
		errorAt: (index) => oneOfSeveral(failures.get(index), wordingAt(index)),
		doneWord(indexes) {
			const done = indexes.flatMap((index) => {
				const item = itemAt(index);
				return item ? [item.parameters] : [];
			});
			return (done.length > 0 && run.operation.words?.done?.(done)) || 'done';
		},
	};
};

/**
 * A report of which nothing is known yet.
 * @param itemAt gives what is prepared of the run by then
 * @param isRemembered whether a retried execution sends no item again that is done
 */
export const createReport = (
	run: Run,
	itemAt: (index: number) => Item | undefined,
	isRemembered: boolean,
): Report => {
	const { context, operation, endpoint, tally, access } = run;
	const node = context.getNode();
	const goesOn = context.continueOnFail();
	const { length } = context.getInputData();
	const outputs = Array.from<unknown, Outputs[number]>({ length }, () => undefined);
	const failures = new Map<number, unknown>();
	const items = itemsOf(run, itemAt, { outputs, failures });
	const wordingAt = (index: number) => wordingOf(run, itemAt(index), index);
	const failedAs = (index: number, error: unknown) =>
		failedItemOf(toNodeError(error, wordingAt(index)), error, itemAt(index)?.target);
	const steps = {
		isSafe: endpoint.safe,
		isRemembered,
		isTool: isTool(node),
		whereToLook: operation.write?.whereToLook,
	};
	const errorOfRun = (several: () => Explained) => {
		if (length < 2) return onlyItemError(failures.get(0), wordingAt(0));
		if (!isOneFault(items)) return toNodeError(several(), { node, mask: access.mask });
		const error = new Supplemented(failures.get(0), { addition: `All ${length} items failed.` });
		return toNodeError(error, { ...wordingAt(0), itemIndex: undefined });
	};
	return {
		failedAs,
		done(index, given) {
			outputs[index] = given;
			for (const { skipped } of given) if (skipped) tally.skipped();
		},
		fail(index, error) {
			failures.set(index, error);
			tally.failed(isUnknown(error));
			const beside = besideOf(error);
			if (goesOn) {
				outputs[index] = [{ ...failedOutput(failedAs(index, error)), ...(beside && { beside }) }];
			}
			return goesOn || isFromBefore(error);
		},
		partialWork: () =>
			goesOn && length > 1 && failures.size > 0 ? partialWorkText(items) : undefined,
		outputs: () => outputs,
		end(given) {
			if (goesOn || failures.size === 0) return paired(given);
			throw errorOfRun(() => new SomeItemsFailed(items, steps));
		},
		refuse() {
			const [[index, error] = [0, undefined], ...others] = failures;
			if (others.length > 0) throw errorOfRun(() => new SomeItemsRefused(items, steps));
			// Its own title says more than that one item failed.
			const addition = length > 1 && !steps.isTool ? runOthersText : '';
			throw toNodeError(new Supplemented(error, { addition }), wordingAt(index));
		},
		// Retry On Fail may run the node again even after it went on.
		isFinal: () => !node.retryOnFail && (failures.size === 0 || goesOn),
	};
};
