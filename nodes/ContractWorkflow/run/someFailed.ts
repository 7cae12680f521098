import { isTool } from '../../shared/toolNode';
import type { Worded } from '../../shared/words/errors';
import { adviceToRepeat } from '../../shared/words/errors';
import { Explained, inSentences, named, supplementOf } from '../../shared/words/explained';
import { reasonOf, shownAs, toNodeError } from '../../shared/words/nodeError';
import { FromBefore, isUnknown } from './outcome';
import type { Run } from './types';

/** A failed item. */
export interface Failure {
	readonly index: number;
	readonly text: Worded;
	/** What it works on; undefined if not known. */
	readonly subject: string | undefined;
}

/** What became of the items of a run in which some failed. */
export interface Outcome {
	/** In input order. */
	readonly failures: readonly Failure[];
	/** The other items, each as a word: what was done to it, `skipped` or `not started`. */
	readonly others: readonly string[];
}

/** Maximum failed items that are named, and causes whose advice is given. */
const mostNamed = 10;
const mostCauses = 3;
const longestReason = 400;

/**
 * The setting that keeps the output of the other items: n8n drops the output of a node that throws.
 */
const keepOutput = 'set On Error to "Continue (using error output)" in the Settings of the node';

const isOpen = ({ text }: Failure): boolean => isUnknown(text.error);

/** Whether all items failed for the same reason. */
const isOneFault = ({ failures, others }: Outcome): boolean =>
	others.length === 0 &&
	!failures.some(isOpen) &&
	new Set(failures.map(({ text }) => reasonOf(text))).size === 1;

/** How often each word occurs: `3 approved, 2 skipped`. */
const countsOf = (words: readonly string[]): string =>
	[...new Set(words)]
		.map((word) => `${words.filter((one) => one === word).length} ${word}`)
		.join(', ');

/** How many items failed, and what happened to the others. */
const titleOf = ({ failures, others }: Outcome, isSent = true): string => {
	const total = failures.length + others.length;
	const unknown = failures.filter(isOpen).length;
	const refused = failures.length - unknown;
	const lead =
		refused === 0
			? `Outcome unknown for ${unknown} of ${total} items`
			: `${refused} of ${total} items failed${unknown > 0 ? `, ${unknown} unknown` : ''}`;
	const rest = isSent ? countsOf(others) : 'nothing was sent';
	return rest === '' ? lead : `${lead} (${rest})`;
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
const againText = ({ failures, others }: Outcome, isSafe: boolean, isTool: boolean): string => {
	if (isSafe) return adviceToRepeat.run;
	const isBegun =
		failures.some((one) => isOpen(one) || one.text.error instanceof FromBefore) ||
		others.some((word) => word !== 'skipped' && word !== 'not started');
	if (!isBegun) return 'You can run this again, because nothing was carried out.';
	return isTool
		? ''
		: 'To send the rest, use Retry in the list of executions. Items that were sent are not sent again.';
};

/** What to do after a run in which some items were sent. */
const nextText = (outcome: Outcome, isSafe: boolean, isTool: boolean): string => {
	const { failures, others } = outcome;
	const isUnclear = !isSafe && failures.some(isOpen);
	const isNothingLeft =
		!others.includes('not started') &&
		failures.every((one) => remedyOf(one) || (isUnclear && isOpen(one)));
	return inSentences(
		isNothingLeft ? `Nothing ${isUnclear ? 'else ' : ''}is left to send.` : '',
		...adviceOf(outcome),
		isNothingLeft ? '' : againText(outcome, isSafe, isTool),
		isTool ? '' : `To keep the output of the other items next time, ${keepOutput}.`,
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
export const errorOfRun = (outcome: Outcome, isSent: boolean, run: Run) => {
	const { access, context, endpoint } = run;
	const node = context.getNode();
	const { failures, others } = outcome;
	const [first, second] = failures;
	const hasOthers = others.length > 0;
	const runOthers = isTool(node) ? '' : `To run the other items, ${keepOutput}.`;
	if (first && !second && !(hasOthers && isSent)) {
		const more = hasOthers ? runOthers : subjectText(first);
		return shownAs(first.text, { node, itemIndex: first.index }, more);
	}
	if (first && isOneFault(outcome)) {
		return shownAs(first.text, { node }, `All ${failures.length} items failed.`);
	}
	const advice = isSent
		? nextText(outcome, endpoint.safe, isTool(node))
		: inSentences(...adviceOf(outcome), runOthers);
	const error = new Explained(titleOf(outcome, isSent), advice, linesOf(outcome));
	return toNodeError(error, { node, mask: access.mask });
};

/** What happened to the items of a run that continues after failures, as a sentence. */
export const partialWorkText = (outcome: Outcome): string =>
	`${titleOf(outcome)}: ${named(outcome.failures.map(nameOf), mostNamed)}.`;
