import type { INodeExecutionData } from 'n8n-workflow';
import { isTool } from '../../shared/toolNode';
import type { Explained } from '../../shared/words/explained';
import { Supplemented } from '../../shared/words/explained';
import { oneOfSeveral, toNodeError } from '../../shared/words/nodeError';
import type { FailedItem } from './outcome';
import {
	failedItemOf,
	failedOutput,
	isFromBefore,
	operationName,
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

/** Records the outcomes of the items of a run. */
export interface Report extends Results {
	failedAs(index: number, error: unknown): FailedItem;
	/** What happened to several items if some failed and the node continues; otherwise undefined. */
	partialWork(): string | undefined;
	/** The outputs so far. */
	outputs(): Outputs;
	/**
	 * The output of the node, in input order.
	 * @throws {NodeOperationError} with what failed, and what happened to the other items, unless the
	 * node continues after a failure.
	 */
	end(outputs: Outputs): INodeExecutionData[];
	/** Whether no retry can follow this try. */
	isFinal(): boolean;
}

/** How the error of an item is worded. */
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

/** Why an item failed, as in the output of the node. */
export const failureOf = (run: Run, item: Item, error: unknown): FailedItem =>
	failedItemOf(toNodeError(error, wordingOf(run, item, item.index)), error, {
		operation: operationName(run),
		target: item.target,
	});

/** Output items, paired with their input item. */
const paired = (outputs: Outputs): INodeExecutionData[] =>
	outputs.flatMap((given, index) =>
		(given ?? []).map(({ json, binary }) => ({
			json: { ...json },
			...(binary && { binary }),
			pairedItem: { item: index },
		})),
	);

/** The error of the only item. It names the task if its title does not. */
const onlyItemError = (error: unknown, wording: ReturnType<typeof wordingOf>) => {
	const { subject } = wording;
	const { message } = toNodeError(error, wording);
	const isNamed = subject === undefined || message.includes(subject);
	const addition = isNamed
		? ''
		: `This was for ${subject.charAt(0).toLowerCase()}${subject.slice(1)}.`;
	return toNodeError(new Supplemented(error, { addition }), wording);
};

/** The facts about the items of a run, for the texts about failed items. */
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
				return item ? [item.input] : [];
			});
			return (done.length > 0 && run.operation.words?.done?.(done)) || 'done';
		},
	};
};

/**
 * An empty report.
 * @param itemAt returns what the run has prepared so far
 */
export const createReport = (run: Run, itemAt: (index: number) => Item | undefined): Report => {
	const { context, operation, endpoint, tally, access } = run;
	const node = context.getNode();
	const goesOn = context.continueOnFail();
	const { length } = context.getInputData();
	const outputs = Array.from<unknown, Outputs[number]>({ length }, () => undefined);
	const failures = new Map<number, unknown>();
	const items = itemsOf(run, itemAt, { outputs, failures });
	const wordingAt = (index: number) => wordingOf(run, itemAt(index), index);
	const failedAs = (index: number, error: unknown) =>
		failedItemOf(toNodeError(error, wordingAt(index)), error, {
			operation: operationName(run),
			target: itemAt(index)?.target,
		});
	const steps = {
		isSafe: endpoint.safe,
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
			if (goesOn) outputs[index] = [failedOutput(failedAs(index, error))];
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
			// Its own title is more specific than "one item failed".
			const addition = length > 1 && !steps.isTool ? runOthersText : '';
			throw toNodeError(new Supplemented(error, { addition }), wordingAt(index));
		},
		// Retry On Fail may run the node again even if it continued after errors.
		isFinal: () => !node.retryOnFail && (failures.size === 0 || goesOn),
	};
};
