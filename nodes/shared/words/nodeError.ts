import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Mask } from '../client/mask';
import { isTool } from '../toolNode';
import { asHtml } from './asHtml';
import type { ErrorWords } from './errors';
import { describeError, inSentences, sentence } from './errors';
import { Supplemented, causeOf } from './explained';
import type { ShownIn } from './statuses';

interface ErrorContext {
	readonly node: INode;
	/** Absent while the operation is not known yet. */
	readonly words?: ErrorWords;
	/** Where the error is shown. If absent, neither in a run nor in a list. */
	readonly shownIn?: ShownIn;
	/** Counted from 0, as n8n does; a trigger has no item. */
	readonly itemIndex?: number;
	/** What the item works on, as words: `Task 42`. */
	readonly subject?: string | undefined;
	/** Removes the secrets of the credential from texts of the service. */
	readonly mask?: Mask;
}

/** The separator in the message of a tool's error, between what happened and everything else. */
export const beforeDetails = '\n\nDetails: ';

/** Joins the parts of a description. Several details become a list. */
const composed = (details: readonly string[], ...rest: ReadonlyArray<string | undefined>) =>
	details.length > 1
		? [...details.map((line) => `• ${line}`), inSentences(...rest)].filter(Boolean).join('\n')
		: inSentences(...details, ...rest);

/** The text of an error, with its secrets masked, and the additions. */
const textOf = (error: unknown, context: ErrorContext) => {
	const { words, subject, shownIn = 'elsewhere', mask = (given) => given } = context;
	return {
		text: mask(describeError(error, { ...words, shownIn, mask, subject })),
		addition: mask(error instanceof Supplemented ? error.addition : ''),
	};
};

/** An error among several. */
export interface OneOfSeveral {
	/** What happened, in one line. */
	readonly reason: string;
	/** What to do about it, in sentences. */
	readonly advice: string;
}

/** The text of an error in a list of errors. */
export const oneOfSeveral = (error: unknown, context: ErrorContext): OneOfSeveral => {
	const { text, addition } = textOf(error, context);
	if (!text) {
		const cause = causeOf(error);
		return { reason: cause instanceof Error ? cause.message : String(cause), advice: '' };
	}
	const { message, details = [], advice } = text;
	const isList = details.length > 1;
	const whole = isList ? `${message}: ${details.join('; ')}` : message;
	return { reason: inSentences(sentence(whole), ...(isList ? [] : details), addition), advice };
};

/**
 * The only place where an error of this package becomes an error of n8n. The message says what
 * happened. The description has the service's own text and what to do next.
 */
export const toNodeError = (
	error: unknown,
	context: ErrorContext,
): NodeApiError | NodeOperationError => {
	const { node, itemIndex } = context;
	const { text, addition } = textOf(error, context);
	if (!text) {
		const cause = causeOf(error);
		const unexpected = cause instanceof Error ? cause : String(cause);
		return new NodeOperationError(node, unexpected, {
			itemIndex,
			description: addition || undefined,
		});
	}
	const { httpCode, code, details = [], advice } = text;
	const description = composed(details, advice, code && `(${code})`, addition);
	// An agent's model gets only the message. In this form, n8n does not append the rest again.
	const message = isTool(node)
		? `${text.message}${beforeDetails}${composed(details, advice, addition)}`
		: text.message;
	const fields: JsonObject = { message };
	const nodeError = text.isOfRequest
		? new NodeApiError(node, fields, { message, description, httpCode, itemIndex })
		: new NodeOperationError(node, message, { description, itemIndex });
	// n8n's editor shows a description as HTML, where lines run together. It shows this instead.
	if (details.length > 1) nodeError.context.descriptionTemplate = asHtml(description);
	return nodeError;
};
