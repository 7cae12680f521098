import { adviceToRepeat, inSentences } from '../../shared/words/errors';
import { Explained } from '../../shared/words/explained';
import { named } from '../../shared/words/lists';
import type { OneOfSeveral } from '../../shared/words/nodeError';
import { isFromBefore, isUnknown } from './outcome';
import type { Outputs } from './run';

/** The items of a run in which some failed, and their texts. */
export interface Items {
	readonly outputs: Outputs;
	readonly failures: ReadonlyMap<number, unknown>;
	/** What an item works on; undefined if not known. */
	subjectAt(index: number): string | undefined;
	/** The title of a failed item's task, if the run has read it. */
	titleAt(index: number): string | undefined;
	/** Why an item failed. */
	errorAt(index: number): OneOfSeveral;
	/** What was done to the completed items, for example `approved`. */
	doneWord(indexes: readonly number[]): string;
}

/** What else a builder must know to run the remaining items. */
export interface NextSteps {
	/** Whether a repeat changes nothing more. */
	readonly isSafe: boolean;
	/** Whether it is a tool, whose calls have no retry in the list of executions. */
	readonly isTool: boolean;
	/** Where to check whether a write was carried out, as a sentence. */
	readonly whereToLook: string | undefined;
}

/** Maximum failed items that are named. */
const mostNamed = 10;
const longestReason = 400;
const longestTitle = 80;

/**
 * The setting that keeps the output of the other items: n8n drops the output of a node that throws.
 */
const keepOutput = 'set On Error to "Continue (using error output)" in the Settings of the node';

/** How to run the correct items although others are wrong. */
export const runOthersText = `To run the other items, ${keepOutput}.`;

const sorted = ({ failures }: Items): number[] => [...failures.keys()].sort((a, b) => a - b);

/** Whether all items failed for the same reason. */
export const isOneFault = (items: Items): boolean => {
	const { outputs, failures } = items;
	if (failures.size < outputs.length || groupsOf(items).unknown.length > 0) return false;
	const [first = 0, ...others] = sorted(items);
	const { reason } = items.errorAt(first);
	return others.every((index) => items.errorAt(index).reason === reason);
};

/** The items by outcome. */
const groupsOf = (items: Items) => {
	const { outputs, failures } = items;
	const failed = sorted(items);
	const others = [...outputs.keys()].filter((index) => !failures.has(index));
	const isSkipped = (index: number) => outputs[index]?.some(({ skipped }) => skipped);
	const ended = others.filter((index) => outputs[index]);
	return {
		unknown: failed.filter((index) => isUnknown(failures.get(index))),
		refused: failed.filter((index) => !isUnknown(failures.get(index))),
		done: ended.filter((index) => !isSkipped(index)),
		skipped: ended.filter(isSkipped),
		open: others.filter((index) => !outputs[index]),
	};
};

const leadOf = (refused: number, unknown: number, total: number): string => {
	if (refused === 0) return `Outcome unknown for ${unknown} of ${total} items`;
	return `${refused} of ${total} items failed${unknown > 0 ? `, ${unknown} unknown` : ''}`;
};

const withRest = (lead: string, rest: readonly string[]): string => {
	const title = rest.length === 0 ? lead : `${lead} (${rest.join(', ')})`;
	return title.length <= longestTitle ? title : lead;
};

/** How many items failed, and what happened to the others. */
const titleOf = (items: Items): string => {
	const { unknown, refused, done, skipped, open } = groupsOf(items);
	const rest = [
		[done.length, items.doneWord(done)],
		[skipped.length, 'skipped'],
		[open.length, 'not started'],
	] as const;
	return withRest(
		leadOf(refused.length, unknown.length, items.outputs.length),
		rest.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`),
	);
};

/** An item by what it works on, and by its number as n8n counts it. */
const nameOf = (items: Items, index: number): string => {
	const subject = items.subjectAt(index);
	if (subject === undefined) return `Item ${index}`;
	const title = items.titleAt(index);
	return `${subject}${title === undefined ? '' : ` (${title})`} [item ${index}]`;
};

/** The first failed items with their reasons. Items with the same reason share a line. */
const linesOf = (items: Items): readonly string[] => {
	const byReason = new Map<string, number[]>();
	const failed = sorted(items);
	for (const index of failed.slice(0, mostNamed)) {
		const { reason } = items.errorAt(index);
		byReason.set(reason, [...(byReason.get(reason) ?? []), index]);
	}
	const lines = [...byReason].map(([reason, indexes]) => {
		const [first = 0] = indexes;
		const names = indexes.map((index) => nameOf(items, index)).join(', ');
		const subject = items.subjectAt(first);
		const isNamed = indexes.length === 1 && subject !== undefined && reason.startsWith(subject);
		const isUnsaid = isUnknown(items.failures.get(first)) && !reason.startsWith('Outcome unknown');
		const why = isUnsaid ? 'Outcome unknown. ' : '';
		const line = isNamed ? `${names}${reason.slice(subject.length)}` : `${names}: ${why}${reason}`;
		return line.length > longestReason ? `${line.slice(0, longestReason)}…` : line;
	});
	const more = failed.length - mostNamed;
	return more > 0 ? [...lines, `and ${more} more`] : lines;
};

/** The advice, if it is the same for all errors. */
const commonAdvice = (items: Items): string | undefined => {
	const [first, ...others] = sorted(items);
	const advice = first === undefined ? '' : items.errorAt(first).advice;
	return advice !== '' && others.every((index) => items.errorAt(index).advice === advice)
		? advice
		: undefined;
};

/** What is safe to run again. */
const againText = (items: Items, { isSafe, isTool }: NextSteps): string => {
	if (isSafe) return adviceToRepeat.run;
	const { done, unknown } = groupsOf(items);
	const isOld = [...items.failures.values()].some(isFromBefore);
	if (done.length + unknown.length === 0 && !isOld) {
		return 'You can run this again, because nothing was carried out.';
	}
	return isTool
		? ''
		: `To send the rest, use Retry in the list of executions. Items that were ${items.doneWord(done)} are not sent again.`;
};

/** Some of several items failed. */
export class SomeItemsFailed extends Explained {
	override readonly name = 'SomeItemsFailed';

	constructor(items: Items, steps: NextSteps) {
		const { unknown } = groupsOf(items);
		const next = [
			commonAdvice(items) ?? (unknown.length > 0 ? steps.whereToLook : undefined),
			againText(items, steps),
			steps.isTool ? '' : `To keep the output of the other items next time, ${keepOutput}.`,
		];
		super(titleOf(items), inSentences(...new Set(next)), {}, linesOf(items));
	}
}

/** Some of several items are wrong, so none was sent. */
export class SomeItemsRefused extends Explained {
	override readonly name = 'SomeItemsRefused';

	constructor(items: Items, { isTool }: Pick<NextSteps, 'isTool'>) {
		const { failures, outputs } = items;
		const lead = `${failures.size} of ${outputs.length} items failed`;
		const next = isTool ? '' : ` ${runOthersText}`;
		super(
			withRest(lead, ['nothing was sent']),
			`${commonAdvice(items) ?? 'Correct these items and run again.'}${next}`,
			{},
			linesOf(items),
		);
	}
}

/** What happened to the items of a run that continues after failures, as a sentence. */
export const partialWorkText = (items: Items): string =>
	`${titleOf(items)}: ${named(
		sorted(items).map((index) => items.subjectAt(index) ?? `item ${index}`),
		mostNamed,
	)}.`;
