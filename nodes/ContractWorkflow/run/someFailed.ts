import { adviceToRepeat } from '../../shared/words/errors';
import { Explained, inSentences, supplementOf } from '../../shared/words/explained';
import { named } from '../../shared/words/lists';
import type { Worded } from '../../shared/words/nodeError';
import { reasonOf } from '../../shared/words/nodeError';
import { isFromBefore, isUnknown } from './outcome';

/** A failed item. */
export interface Failure {
	readonly index: number;
	readonly text: Worded;
	/** What it works on; undefined if not known. */
	readonly subject: string | undefined;
	/** The title of its task, if the run has read it. */
	readonly taskTitle: string | undefined;
}

/** The items of a run in which some failed. */
export interface Outcome {
	readonly total: number;
	/** In input order. */
	readonly failures: readonly Failure[];
	readonly done: number;
	readonly skipped: number;
	/** What was done to the completed items, for example `approved`. */
	readonly doneWord: string;
	/** Whether a repeat changes nothing more. */
	readonly isSafe: boolean;
	/** Whether it is a tool, whose calls have no retry in the list of executions. */
	readonly isTool: boolean;
}

/** Maximum failed items that are named, and causes whose advice is given. */
const mostNamed = 10;
const mostCauses = 3;
const longestReason = 400;
const longestTitle = 80;

/**
 * The setting that keeps the output of the other items: n8n drops the output of a node that throws.
 */
const keepOutput = 'set On Error to "Continue (using error output)" in the Settings of the node';

/** How to run the correct items although others are wrong. */
export const runOthersText = `To run the other items, ${keepOutput}.`;

const isOpen = ({ text }: Failure): boolean => isUnknown(text.error);

/** Whether all items failed for the same reason. */
export const isOneFault = ({ failures, total }: Outcome): boolean =>
	failures.length === total &&
	!failures.some(isOpen) &&
	new Set(failures.map(({ text }) => reasonOf(text))).size === 1;

/** How many items failed, and what happened to the others. */
const titleOf = ({ total, failures, done, doneWord, skipped }: Outcome): string => {
	const unknown = failures.filter(isOpen).length;
	const refused = failures.length - unknown;
	const lead =
		refused === 0
			? `Outcome unknown for ${unknown} of ${total} items`
			: `${refused} of ${total} items failed${unknown > 0 ? `, ${unknown} unknown` : ''}`;
	const rest = [
		[done, doneWord],
		[skipped, 'skipped'],
		[total - failures.length - done - skipped, 'not started'],
	] as const;
	const known = rest.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
	const title = known.length === 0 ? lead : `${lead} (${known.join(', ')})`;
	return title.length <= longestTitle ? title : lead;
};

/** An item by what it works on, and by its number as n8n counts it. */
const nameOf = ({ index, subject, taskTitle }: Failure): string => {
	if (subject === undefined) return `Item ${index}`;
	return `${subject}${taskTitle === undefined ? '' : ` (${taskTitle})`} [item ${index}]`;
};

/** Failed items with the same reason. */
const lineOf = ([reason, group]: readonly [string, readonly Failure[]]): string => {
	const [first, ...others] = group;
	const names = group.map(nameOf).join(', ');
	const subject = others.length === 0 ? first?.subject : undefined;
	if (subject !== undefined && reason.startsWith(subject)) {
		return `${names}${reason.slice(subject.length)}`;
	}
	const isUnsaid = first && isOpen(first) && !reason.startsWith('Outcome unknown');
	return `${names}: ${isUnsaid ? 'Outcome unknown. ' : ''}${reason}`;
};

/** The first failed items with their reasons. */
const linesOf = ({ failures }: Outcome): readonly string[] => {
	const byReason = new Map<string, Failure[]>();
	for (const failure of failures.slice(0, mostNamed)) {
		const reason = reasonOf(failure.text);
		byReason.set(reason, [...(byReason.get(reason) ?? []), failure]);
	}
	const lines = [...byReason].map((entry) => {
		const line = lineOf(entry);
		return line.length > longestReason ? `${line.slice(0, longestReason)}…` : line;
	});
	const more = failures.length - mostNamed;
	return more > 0 ? [...lines, `and ${more} more`] : lines;
};

const remedyOf = ({ text }: Failure): string | undefined => supplementOf(text.error).remedy;

/** What to do, by cause. What needs a look before anything else comes first. */
const adviceOf = ({ failures }: Outcome): readonly string[] => {
	const open = failures.filter(isOpen);
	const others = failures.filter((one) => !isOpen(one));
	const causes = new Set([...open, ...others].map((one) => remedyOf(one) ?? one.text.advice));
	return [...causes].filter(Boolean).slice(0, mostCauses);
};

/** What is safe to run again. */
const againText = ({ failures, done, doneWord, isSafe, isTool }: Outcome): string => {
	if (isSafe) return adviceToRepeat.run;
	const isBegun = failures.some((one) => isOpen(one) || isFromBefore(one.text.error));
	if (done === 0 && !isBegun) return 'You can run this again, because nothing was carried out.';
	return isTool
		? ''
		: `To send the rest, use Retry in the list of executions. Items that were ${doneWord} are not sent again.`;
};

/** What to do after a run in which some items were sent. */
const nextOf = (outcome: Outcome): string => {
	const { failures, total, done, skipped, isTool } = outcome;
	const isAllTried = failures.length + done + skipped === total;
	const isNothingLeft = isAllTried && failures.every((one) => remedyOf(one));
	return inSentences(
		isNothingLeft ? 'Nothing is left to send.' : '',
		...adviceOf(outcome),
		isNothingLeft ? '' : againText(outcome),
		isTool ? '' : `To keep the output of the other items next time, ${keepOutput}.`,
	);
};

/** What to do if nothing was sent. */
const correctText = (outcome: Outcome): string => {
	const [advice, ...others] = adviceOf(outcome);
	const isOne = advice !== undefined && others.length === 0;
	return inSentences(
		isOne ? advice : 'Correct these items and run again.',
		outcome.isTool ? '' : runOthersText,
	);
};

/** Some of several items failed, or are wrong, so that none was sent. */
export class SomeItemsFailed extends Explained {
	override readonly name = 'SomeItemsFailed';

	constructor(outcome: Outcome, isSent: boolean) {
		const { failures, total } = outcome;
		const refused = `${failures.length} of ${total} items failed (nothing was sent)`;
		super(
			isSent ? titleOf(outcome) : refused,
			isSent ? nextOf(outcome) : correctText(outcome),
			{},
			linesOf(outcome),
		);
	}
}

/** What happened to the items of a run that continues after failures, as a sentence. */
export const partialWorkText = (outcome: Outcome): string => {
	const names = outcome.failures.map(({ index, subject }) => subject ?? `item ${index}`);
	return `${titleOf(outcome)}: ${named(names, mostNamed)}.`;
};
