import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../../shared/fields/propertyValue';
import type { Page, Question } from '../../asked';

/** Maximum characters of a text and of a name. */
export const longestText = 10_000;
export const longestName = 200;

/** What a person entered, even if it is not yet a valid answer. */
export interface Entered {
	readonly text: string;
	readonly name: string;
}

/** What a person answered. */
export interface Answer {
	readonly approved?: boolean;
	readonly text?: string;
	/** As the person entered it; not verified. */
	readonly claimed_name?: string;
}

/** Why a form is not a valid answer, in a sentence for the person. */
export interface Fault {
	readonly fault: string;
	/** The field that it is about. */
	readonly field?: keyof Entered;
	readonly entered: Entered;
}

const nothingEntered: Entered = { text: '', name: '' };

/** The value of a text field. A browser sends each line end as two characters. */
const fieldOf = (form: Readonly<Record<string, unknown>>, name: keyof Entered): string => {
	const value = form[name];
	return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : '';
};

const approvedOf = (pressed: unknown, { answer }: Page): boolean | undefined => {
	if (answer.kind === 'text') return undefined;
	if (pressed === 'approve') return true;
	return pressed === 'decline' && answer.decline !== undefined ? false : undefined;
};

const faultIn = (
	pressed: unknown,
	entered: Entered,
	page: Page,
): Pick<Fault, 'fault' | 'field'> | undefined => {
	const { answer } = page;
	const isPressed =
		answer.kind === 'text' ? pressed === 'send' : approvedOf(pressed, page) !== undefined;
	if (!isPressed) return { fault: 'Press one of the buttons to answer.' };
	if (answer.kind === 'text' && entered.text === '') {
		return { fault: 'Write an answer.', field: 'text' };
	}
	if (page.textLabel !== undefined && entered.text.length > longestText) {
		return { fault: `The text is too long. Use at most ${longestText} characters.`, field: 'text' };
	}
	if (!page.asksForName) return undefined;
	if (entered.name === '') return { fault: 'Enter a name.', field: 'name' };
	return entered.name.length > longestName
		? { fault: `The name is too long. Use at most ${longestName} characters.`, field: 'name' }
		: undefined;
};

/**
 * Reads the form of a page: the answer, or why it is not valid. Nothing is truncated or guessed.
 */
export const readAnswer = (body: unknown, page: Page): Answer | Fault => {
	const form = isRecord(body) ? body : {};
	const entered = isRecord(body)
		? { text: fieldOf(form, 'text'), name: fieldOf(form, 'name') }
		: nothingEntered;
	const fault = faultIn(form.answer, entered, page);
	if (fault) return { ...fault, entered };
	const approved = approvedOf(form.answer, page);
	return {
		...(approved !== undefined && { approved }),
		...(page.textLabel !== undefined && entered.text !== '' && { text: entered.text }),
		...(page.asksForName && { claimed_name: entered.name }),
	};
};

/** Who gets an answer. */
export interface Asker {
	readonly facts: Question['facts'];
	/**
	 * Whether an agent asks before its tool runs: n8n passes it the reason of a refusal as
	 * `chatInput`.
	 */
	readonly isReview: boolean;
}

/** The output of the node with an answer. */
export const answered = (answer: Answer, { facts, isReview }: Asker) => {
	const { approved, text } = answer;
	const data: IDataObject = {
		...answer,
		...(isReview && approved === false && text !== undefined && { chatInput: text }),
		respondedAt: new Date().toISOString(),
	};
	const decision = approved === undefined ? {} : { decision: approved ? 'approve' : 'reject' };
	return { data, ...facts, ...decision };
};
