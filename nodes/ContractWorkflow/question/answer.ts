import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../../../src';
import { isRecord } from '../../../src';
import { isBlank } from '../../shared/fields/propertyValue';

/** Maximum characters of a text. */
export const longestText = 10_000;

/** Everything that the page shows, as of the time of the question. */
export interface Page {
	readonly task: {
		readonly id: string;
		readonly title?: string | undefined;
		/** Its link in the web application (section 2). */
		readonly url?: string | undefined;
		/** The step of the task when the question was asked. */
		readonly step: string;
	};
	readonly title: string;
	readonly message: string;
	/** The labels of the buttons of a decision. Without them, the page asks for a text. */
	readonly buttons?: { readonly approve: string; readonly decline: string } | undefined;
}

/** A question that waits for its answer. */
export interface Question {
	/** Distinguishes the rounds of a loop: their links have the same path. */
	readonly round: string;
	readonly page: Page;
	/**
	 * The output fields beside the answer: where the task was when the person was asked, which holds
	 * a decision after it, and the comment.
	 */
	readonly facts: IDataObject;
}

/** What a person answered. */
export interface Answer {
	readonly approved?: boolean;
	readonly text?: string;
}

/** Why a form is not a valid answer, in a sentence for the person. */
export interface Fault {
	readonly fault: string;
}

/** The value of the text field. A browser sends each line end as two characters. */
const enteredText = (value: unknown): string =>
	typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : '';

const decisions: ReadonlyMap<unknown, boolean> = new Map([
	['approve', true],
	['decline', false],
]);

/**
 * Reads the form of a page: the answer, or why it is not valid. Nothing is truncated or guessed.
 */
export const readAnswer = (body: unknown, { buttons }: Page): Answer | Fault => {
	const form = isRecord(body) ? body : {};
	const text = enteredText(form.text);
	const approved = buttons && decisions.get(form.answer);
	if (buttons ? approved === undefined : form.answer !== 'send') {
		return { fault: 'Press one of the buttons to answer.' };
	}
	if (!buttons && text === '') return { fault: 'Write an answer.' };
	if (text.length > longestText) {
		return { fault: `The text is too long. Use at most ${longestText} characters.` };
	}
	return { ...(approved !== undefined && { approved }), ...(text !== '' && { text }) };
};

/**
 * The output of the node, with an answer or, if nobody answered in time, with null in its place.
 * @param isReview whether an agent asks before its tool runs: n8n passes it the reason of a refusal
 *   as `chatInput`
 */
export const outputOf = (
	answer: Answer | null,
	{ page, facts }: Question,
	isReview: boolean,
): IDataObject => {
	const { approved, text } = answer ?? {};
	const reason = isReview && approved === false && text !== undefined && { chatInput: text };
	const data = answer && { ...answer, ...reason, respondedAt: new Date().toISOString() };
	const decision = approved === undefined ? null : approved ? 'approve' : 'reject';
	const { task_id, task_title, ...where } = facts;
	return { task_id, task_title, ...(page.buttons && { decision }), data, ...where };
};

/**
 * Whether an item is the output of a question that nobody answered in time, also if a table made its
 * null a text.
 */
export const isUnanswered = (item: Row): boolean =>
	Object.hasOwn(item, 'activity_log_id') &&
	Object.hasOwn(item, 'data') &&
	(isBlank(item.data) || item.data === 'null');
