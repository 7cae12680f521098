import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isRecord } from '../../shared/propertyValue';

/** The task of a question, as the page shows it. */
export interface AskedTask {
	readonly id: string;
	readonly title?: string;
	/** Its link in the web application (section 2). */
	readonly url?: string;
}

/** The builder's words on the page. */
export interface PageWords {
	/** The language of these words, as HTML has it. */
	readonly language: string;
	readonly title: string;
	/** The label of the text field; without one there is no such field. */
	readonly textLabel?: string;
	/** The label of the field for a name; without one nobody is asked for it. */
	readonly nameLabel?: string;
	readonly note: string;
	/** Heading and text after the answer. */
	readonly recordedTitle: string;
	readonly recordedText: string;
}

/** The buttons of a decision; without `decline` there is nothing to do but to approve. */
interface Decision {
	readonly kind: 'decision';
	readonly approve: string;
	readonly decline?: string;
}

/** A text is asked for, and sent by a button. */
interface FreeText {
	readonly kind: 'text';
	readonly send: string;
}

/** All that the page shows, as it stood when the question was asked. */
export interface Page {
	readonly task: AskedTask;
	readonly message: string;
	readonly words: PageWords;
	readonly answer: Decision | FreeText;
}

/** A question that waits for its answer. */
export interface Question {
	/** Tells the rounds of a loop apart: their links have the same path. */
	readonly round: string;
	readonly page: Page;
	/** What comes out beside the answer. */
	readonly facts: { readonly task_id: number; readonly activity_log_id: number };
}

const contextKey = 'question';

/** Keeps a question in the node's context, which n8n saves with the waiting execution. */
export const keepQuestion = (context: IExecuteFunctions, question: Question): void => {
	const store = context.getContext('node') as { [contextKey]?: string };
	store[contextKey] = JSON.stringify(question);
};

/** The name of a node as a text in an expression, which two braces would end. */
const quoted = (name: string): string =>
	JSON.stringify(name).replace(/[{}]/g, (brace) => `\\u00${brace.charCodeAt(0).toString(16)}`);

/**
 * The question that the node of a webhook waits with; undefined where there is none. A webhook
 * reaches the context of its node by an expression only.
 */
export const keptQuestion = (context: IWebhookFunctions): Question | undefined => {
	const { name } = context.getNode();
	const kept = context.evaluateExpression(`{{ $node[${quoted(name)}].context.${contextKey} }}`);
	const question: unknown = typeof kept === 'string' ? JSON.parse(kept) : undefined;
	return isRecord(question) ? (question as unknown as Question) : undefined;
};
