import type { INodeExecutionData } from 'n8n-workflow';
import { isTool } from '../../shared/toolNode';
import { shownAs, toNodeError, worded } from '../../shared/words/nodeError';
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
import type { Failure, Outcome } from './someFailed';
import { SomeItemsFailed, isOneFault, partialWorkText, runOthersText } from './someFailed';

/** Records the outcomes of the items of a run. */
export interface Report extends Results {
	/** How an item would fail with an error. */
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

/** The words of a failure of an item. */
const failureAt = (run: Run, item: Item | undefined, index: number, error: unknown): Failure => {
	const { properties, words, write } = run.operation;
	const labelAt = (names: readonly string[]) =>
		item && words?.labelOf?.(names, item.parameters, item.input);
	const subject = subjectOf(item?.target);
	const text = worded(error, {
		words: { properties, ...words, whereToLook: write?.whereToLook, labelAt },
		subject,
		mask: run.access.mask,
		shownIn: 'run',
	});
	return { index, text, subject, taskTitle: taskTitleIn(error) };
};

const failedItem = (run: Run, item: Item | undefined, { index, text }: Failure): FailedItem =>
	failedItemOf(shownAs(text, { node: run.context.getNode(), itemIndex: index }), text.error, {
		operation: operationName(run),
		target: item?.target,
	});

/** Why an item failed, as in the output of the node. */
export const failureOf = (run: Run, item: Item, error: unknown): FailedItem =>
	failedItem(run, item, failureAt(run, item, item.index, error));

/** Output items, paired with their input item. */
const paired = (outputs: Outputs): INodeExecutionData[] =>
	outputs.flatMap((given, index) =>
		(given ?? []).map(({ json, binary }) => ({
			json: { ...json },
			...(binary && { binary }),
			pairedItem: { item: index },
		})),
	);

/** What the only item worked on, unless the title of its error says so. */
const subjectText = ({ subject, text }: Failure): string =>
	subject === undefined || text.message.includes(subject)
		? ''
		: `This was for ${subject.charAt(0).toLowerCase()}${subject.slice(1)}.`;

/** What became of the items so far. */
const outcomeOf = (
	{ context, operation, endpoint }: Run,
	itemAt: (index: number) => Item | undefined,
	outputs: Outputs,
	failures: ReadonlyMap<number, Failure>,
): Outcome => {
	const ended = [...outputs.keys()].filter((index) => outputs[index] && !failures.has(index));
	const done = ended.filter((index) => !outputs[index]?.some(({ skipped }) => skipped));
	const inputs = done.flatMap((index) => itemAt(index)?.input ?? []);
	return {
		total: outputs.length,
		failures: [...failures.values()].sort((one, other) => one.index - other.index),
		done: done.length,
		skipped: ended.length - done.length,
		doneWord: (inputs.length > 0 && operation.words?.done?.(inputs)) || 'done',
		isSafe: endpoint.safe,
		isTool: isTool(context.getNode()),
	};
};

/**
 * An empty report.
 * @param itemAt returns what the run has prepared so far
 */
export const createReport = (run: Run, itemAt: (index: number) => Item | undefined): Report => {
	const { context, tally, access } = run;
	const node = context.getNode();
	const goesOn = context.continueOnFail();
	const { length } = context.getInputData();
	const outputs = Array.from<unknown, Outputs[number]>({ length }, () => undefined);
	const failures = new Map<number, Failure>();

	const outcome = () => outcomeOf(run, itemAt, outputs, failures);
	const errorOfRun = (isSent: boolean) => {
		const whole = outcome();
		const [first] = whole.failures;
		if (first && length < 2) {
			return shownAs(first.text, { node, itemIndex: 0 }, subjectText(first));
		}
		if (first && isOneFault(whole)) {
			return shownAs(first.text, { node }, `All ${length} items failed.`);
		}
		return toNodeError(new SomeItemsFailed(whole, isSent), { node, mask: access.mask });
	};
	return {
		failedAs: (index, error) => {
			const item = itemAt(index);
			return failedItem(run, item, failureAt(run, item, index, error));
		},
		done(index, given) {
			outputs[index] = given;
			for (const { skipped } of given) if (skipped) tally.skipped();
		},
		fail(index, error) {
			const failure = failureAt(run, itemAt(index), index, error);
			failures.set(index, failure);
			if (goesOn) outputs[index] = [failedOutput(failedItem(run, itemAt(index), failure))];
			return goesOn || isFromBefore(error);
		},
		partialWork: () =>
			goesOn && length > 1 && failures.size > 0 ? partialWorkText(outcome()) : undefined,
		outputs: () => outputs,
		end(given) {
			if (goesOn || failures.size === 0) return paired(given);
			throw errorOfRun(true);
		},
		refuse() {
			const [only, ...others] = failures.values();
			if (!only || others.length > 0) throw errorOfRun(false);
			// Its own title is more specific than "one item failed".
			const more = length > 1 && !isTool(node) ? runOthersText : '';
			throw shownAs(only.text, { node, itemIndex: only.index }, more);
		},
		// Retry On Fail may run the node again even if it continued after errors.
		isFinal: () => !node.retryOnFail && (failures.size === 0 || goesOn),
	};
};
