import type { Worded } from '../../shared/words/errors';
import { adviceToRepeat } from '../../shared/words/errors';
import { Explained, inSentences, named, supplementOf } from '../../shared/words/explained';
import { reasonOf, shownAs, toNodeError } from '../../shared/words/nodeError';
import type { Target } from '../operation';
import { isUnknown, subjectOf } from './outcome';
import type { Run } from './types';

/** A failed item. */
export interface Failure {
	readonly index: number;
	readonly text: Worded;
	/** What it works on; undefined if not known. */
	readonly target: Target | undefined;
}

/** What became of the items of a run in which some failed. */
export interface Outcome {
	/** In input order. */
	readonly failures: readonly Failure[];
	/** The other items, each as a word: what was done to it, `skipped` or `not started`. */
	readonly others: readonly string[];
	readonly sent: 'nothing' | 'some';
}

/** Maximum failed items with a reason, unknown outcomes, and causes with advice. */
const mostReasons = 10;
const mostUnknown = 1_000;
const mostCauses = 3;
const longestReason = 400;

const isOpen = ({ text }: Failure): boolean => isUnknown(text.error);

/** What to change, if sending the item again changes nothing. */
const remedyOf = ({ text }: Failure): string | undefined => supplementOf(text.error).remedy;

/** An item by what it works on, and by its number as n8n counts it. */
const nameOf = ({ index, target }: Failure): string =>
	target ? `${subjectOf(target)} [item ${index}]` : `Item ${index}`;

/** How many items failed, and what happened to the others. */
const titleOf = ({ failures, others, sent }: Outcome): string => {
	const total = failures.length + others.length;
	const unknown = failures.filter(isOpen).length;
	const failed = failures.length - unknown;
	const lead =
		failed === 0
			? `Outcome unknown for ${unknown} of ${total} items`
			: `${failed} of ${total} items failed${unknown > 0 ? `, ${unknown} unknown` : ''}`;
	const counts = [...new Set(others)].map(
		(word) => `${others.filter((one) => one === word).length} ${word}`,
	);
	const rest = sent === 'nothing' ? 'nothing was sent' : counts.join(', ');
	return rest === '' ? lead : `${lead} (${rest})`;
};

/** Every unknown outcome in one line, then the first failed items by their reasons. */
const linesOf = ({ failures }: Outcome): readonly string[] => {
	const unknown = failures.filter(isOpen).map(nameOf);
	const isToList = unknown.length > 0 && failures.length > 1;
	const itemsBy = new Map<string, string[]>();
	for (const failure of failures.slice(0, mostReasons)) {
		const { index, target, text } = failure;
		const reason = reasonOf(text);
		const isNamed = target && reason.startsWith(`${subjectOf(target)} `);
		const item = isNamed ? `Item ${index}` : nameOf(failure);
		itemsBy.set(reason, [...(itemsBy.get(reason) ?? []), item]);
	}
	const cut = (text: string) =>
		text.length > longestReason ? `${text.slice(0, longestReason)}…` : text;
	const more = failures.length - mostReasons;
	return [
		...(isToList ? [`Outcome unknown: ${named(unknown, mostUnknown)}`] : []),
		...[...itemsBy].map(([reason, items]) => `${items.join(', ')}: ${cut(reason)}`),
		...(more > 0 ? [`and ${more} more`] : []),
	];
};

/** What the only item worked on, unless the title of its error says so. */
const subjectText = ({ target, text }: Failure): string => {
	const subject = subjectOf(target);
	return subject === undefined || text.message.includes(subject)
		? ''
		: `This was for ${subject.charAt(0).toLowerCase()}${subject.slice(1)}.`;
};

/** The setting that helps the other items: n8n drops the output of a node that throws. */
const settingText = ({ others, sent }: Outcome): string => {
	if (others.length === 0) return '';
	const purpose =
		sent === 'nothing' ? 'run the other items' : 'keep the output of the other items next time';
	return `To ${purpose}, set On Error to "Continue (using error output)" in the Settings of the node.`;
};

/** What to do next, in one paragraph: advice by cause, then what is left to send. */
const nextText = (outcome: Outcome, { safe }: Run['endpoint']): string => {
	const { failures, others, sent } = outcome;
	const causes = new Set(failures.map((one) => remedyOf(one) ?? one.text.advice));
	const isOver = (one: Failure) => remedyOf(one) !== undefined || (isOpen(one) && !safe);
	const isLeft = others.includes('not started') || !failures.every(isOver);
	const toSend = safe
		? adviceToRepeat.run
		: 'To send the rest, use Retry in the list of executions. Items that were sent are not sent again.';
	const rest = isLeft ? toSend : 'No other item is left to send.';
	return inSentences(
		...[...causes].filter(Boolean).slice(0, mostCauses),
		sent === 'nothing' ? '' : rest,
		settingText(outcome),
	);
};

const shownOutcome = (outcome: Outcome, { access, context, endpoint }: Run) => {
	const node = context.getNode();
	const { failures, others, sent } = outcome;
	const [first, second] = failures;
	if (first && !second && (others.length === 0 || sent === 'nothing')) {
		const more = settingText(outcome) || subjectText(first);
		return shownAs(first.text, { node, itemIndex: first.index }, more);
	}
	const reasons = new Set(failures.map(({ text }) => reasonOf(text)));
	if (first && others.length === 0 && reasons.size === 1 && !failures.some(isOpen)) {
		return shownAs(first.text, { node }, `All ${failures.length} items failed.`);
	}
	const error = new Explained(titleOf(outcome), nextText(outcome, endpoint), linesOf(outcome));
	return toNodeError(error, { node, mask: access.mask });
};

/**
 * The error of a run. One item or one fault keeps its own title, which says more than a count. Its
 * `context` has all items with an unknown outcome, as data.
 */
export const errorOfRun = (outcome: Outcome, run: Run) => {
	const unknown = outcome.failures.filter(isOpen);
	const failed = outcome.failures.filter((one) => !isOpen(one));
	// Those with an unknown outcome need a look before anything else.
	const error = shownOutcome({ ...outcome, failures: [...unknown, ...failed] }, run);
	if (unknown.length > 0) {
		const items = unknown.map(({ index, target }) => ({ item: index, target }));
		error.context.outcomeUnknown = run.access.mask(items);
	}
	return error;
};

/** What happened to the items of a run that continues after failures, as a sentence. */
export const partialWorkText = (outcome: Outcome): string =>
	`${titleOf(outcome)}: ${named(outcome.failures.map(nameOf), mostReasons)}.`;
