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
	/** Where it is read; neither in a run nor in a list if absent. */
	readonly shownIn?: ShownIn;
	/** Counted from 0, as n8n does; a trigger has no item. */
	readonly itemIndex?: number;
	/** What the item works on, as words: `Task 42`. */
	readonly subject?: string | undefined;
	/** Takes the secrets of the credential out of what a service says. */
	readonly mask?: Mask;
}

/** What stands in the message of a tool's error between what happened and all else. */
export const beforeDetails = '\n\nDetails: ';

/** Parts of a description; several details are a list. */
const composed = (details: readonly string[], ...rest: ReadonlyArray<string | undefined>) =>
	details.length > 1
		? [...details.map((line) => `• ${line}`), inSentences(...rest)].filter(Boolean).join('\n')
		: inSentences(...details, ...rest);

/** An error in words, its secrets masked, with what else there is to say of it. */
const textOf = (error: unknown, context: ErrorContext) => {
	const { words, subject, shownIn = 'elsewhere', mask = (given) => given } = context;
	return {
		text: mask(describeError(error, { ...words, shownIn, mask, subject })),
		addition: mask(error instanceof Supplemented ? error.addition : ''),
	};
};

/** An error among several ones. */
export interface OneOfSeveral {
	/** What happened, in one line. */
	readonly reason: string;
	/** What to do about it, in sentences. */
	readonly advice: string;
}

/** An error in words, to be told among others. */
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
 * The one place where an error of this package becomes an error of n8n: what happened as its
 * message, the service's own words and what to do next as its description.
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
	// An agent's model is told the message alone. In this form n8n does not put the rest behind it again.
	const message = isTool(node)
		? `${text.message}${beforeDetails}${composed(details, advice, addition)}`
		: text.message;
	const fields: JsonObject = { message };
	const nodeError = text.isOfRequest
		? new NodeApiError(node, fields, { message, description, httpCode, itemIndex })
		: new NodeOperationError(node, message, { description, itemIndex });
	// n8n's editor shows a description as HTML, where lines run together, and this in its place.
	if (details.length > 1) nodeError.context.descriptionTemplate = asHtml(description);
	return nodeError;
};
