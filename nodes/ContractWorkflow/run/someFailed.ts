import type { Worded } from '../../shared/words/errors';
import { adviceToRepeat } from '../../shared/words/errors';
import { Explained, inSentences, named, supplementOf } from '../../shared/words/explained';
import { reasonOf, shownAs, toNodeError } from '../../shared/words/nodeError';
import { FromBefore, isUnknown } from './outcome';
import type { Run } from './run';

/** A failed item. */
export interface Failure {
	readonly index: number;
	readonly text: Worded;
	/** What it works on; undefined if not known. */
	readonly subject: string | undefined;
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

/**
 * The setting that keeps the output of the other items: n8n drops the output of a node that throws.
 */
const keepOutput = 'set On Error to "Continue (using error output)" in the Settings of the node';

/** How to run the correct items although others are wrong. */
const runOthersText = `To run the other items, ${keepOutput}.`;

const isOpen = ({ text }: Failure): boolean => isUnknown(text.error);

/** Whether all items failed for the same reason. */
const isOneFault = ({ failures, total }: Outcome): boolean =>
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
	return known.length === 0 ? lead : `${lead} (${known.join(', ')})`;
};

/** An item by what it works on, and by its number as n8n counts it. */
const nameOf = ({ index, subject }: Failure): string =>
	subject === undefined ? `Item ${index}` : `${subject} [item ${index}]`;

/** The first failed items with their reasons. Those with the same reason are one line. */
const linesOf = ({ failures }: Outcome): readonly string[] => {
	const groups = new Map<string, { readonly names: string[]; readonly rest: string }>();
	for (const failure of failures.slice(0, mostNamed)) {
		const { subject, text } = failure;
		const said = reasonOf(text);
		const isUnsaid = isOpen(failure) && !said.startsWith('Outcome unknown');
		const reason = isUnsaid ? `Outcome unknown. ${said}` : said;
		const isNamed = subject !== undefined && reason.startsWith(subject);
		const rest = isNamed ? reason.slice(subject.length) : `: ${reason}`;
		const group = groups.get(reason) ?? { names: [], rest };
		group.names.push(nameOf(failure));
		groups.set(reason, group);
	}
	const lines = [...groups.values()].map(({ names, rest }) => {
		const line = names.join(', ') + rest;
		return line.length > longestReason ? `${line.slice(0, longestReason)}…` : line;
	});
	const more = failures.length - mostNamed;
	return more > 0 ? [...lines, `and ${more} more`] : lines;
};

const remedyOf = ({ text }: Failure): string | undefined => supplementOf(text.error).remedy;

/** What to do, by cause. What needs a look before anything else comes first. */
const adviceOf = ({ failures }: Outcome): readonly string[] => {
	const inOrder = [...failures].sort((one, other) => Number(isOpen(other)) - Number(isOpen(one)));
	const causes = new Set(inOrder.map((one) => remedyOf(one) ?? one.text.advice));
	return [...causes].filter(Boolean).slice(0, mostCauses);
};

/** What is safe to run again. */
const againText = ({ failures, done, doneWord, isSafe, isTool }: Outcome): string => {
	if (isSafe) return adviceToRepeat.run;
	const isBegun = failures.some((one) => isOpen(one) || one.text.error instanceof FromBefore);
	if (done === 0 && !isBegun) return 'You can run this again, because nothing was carried out.';
	return isTool
		? ''
		: `To send the rest, use Retry in the list of executions. Items that were ${doneWord} are not sent again.`;
};

/** What to do after a run in which some items were sent. */
const nextOf = (outcome: Outcome): string => {
	const { failures, total, done, skipped, isSafe, isTool } = outcome;
	const isAllTried = failures.length + done + skipped === total;
	const isUnclear = !isSafe && failures.some(isOpen);
	const isNothingLeft =
		isAllTried && failures.every((one) => remedyOf(one) || (isUnclear && isOpen(one)));
	return inSentences(
		isNothingLeft ? `Nothing ${isUnclear ? 'else ' : ''}is left to send.` : '',
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
const someItemsFailed = (outcome: Outcome, isSent: boolean): Explained => {
	const { failures, total } = outcome;
	const refused = `${failures.length} of ${total} items failed (nothing was sent)`;
	return new Explained(
		isSent ? titleOf(outcome) : refused,
		isSent ? nextOf(outcome) : correctText(outcome),
		{},
		linesOf(outcome),
	);
};

/** What the only item worked on, unless the title of its error says so. */
const subjectText = ({ subject, text }: Failure): string =>
	subject === undefined || text.message.includes(subject)
		? ''
		: `This was for ${subject.charAt(0).toLowerCase()}${subject.slice(1)}.`;

/**
 * The error of a run. One item or one fault keeps its own title, which says more than a count.
 * @param isSent whether items were sent; otherwise nothing was
 */
export const errorOfRun = (outcome: Outcome, isSent: boolean, { context, access }: Run) => {
	const node = context.getNode();
	const { failures, total, isTool } = outcome;
	const [first, ...others] = failures;
	if (first && (total < 2 || (!isSent && others.length === 0))) {
		const more = total < 2 ? subjectText(first) : isTool ? '' : runOthersText;
		return shownAs(first.text, { node, itemIndex: first.index }, more);
	}
	if (first && isOneFault(outcome)) {
		return shownAs(first.text, { node }, `All ${total} items failed.`);
	}
	return toNodeError(someItemsFailed(outcome, isSent), { node, mask: access.mask });
};

/** What happened to the items of a run that continues after failures, as a sentence. */
export const partialWorkText = (outcome: Outcome): string =>
	`${titleOf(outcome)}: ${named(outcome.failures.map(nameOf), mostNamed)}.`;
