import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Mask } from '../client/mask';
import { isTool } from '../toolNode';
import type { ErrorText, ErrorWords } from './errors';
import { describeError, isOwn } from './errors';
import { inSentences, sentence, supplementOf } from './explained';
import type { ShownIn } from './statuses';

/** Text as HTML, because n8n's editor shows descriptions and notices as HTML. Keeps line breaks. */
export const asHtml = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('\n', '<br>');

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

/** An error in words, with its secrets masked: everything that is shown is made from it. */
export interface Worded extends ErrorText {
	readonly details: readonly string[];
	/** What was added to the error, in sentences. */
	readonly addition: string;
	readonly error: unknown;
}

/** Words an error. */
export const worded = (error: unknown, context: Omit<ErrorContext, 'node'>): Worded => {
	const { words, subject, shownIn = 'elsewhere', mask = (given) => given } = context;
	const text = describeError(error, { ...words, shownIn, mask, subject });
	const { addition = '' } = supplementOf(error);
	return { ...mask({ ...text, details: text.details ?? [], addition }), error };
};

/** What happened, in one line among several. */
export const reasonOf = ({ message, details, addition }: Worded): string =>
	details.length > 1
		? inSentences(sentence(`${message}: ${details.join('; ')}`), addition)
		: inSentences(sentence(message), ...details, addition);

/**
 * The only place where an error of this package becomes an error of n8n. The message says what
 * happened. The description has the service's own text and what to do next.
 * @param more what to add at the end, in sentences
 */
export const shownAs = (
	{ error, message: title, httpCode, code, details, advice, addition }: Worded,
	{ node, itemIndex }: Pick<ErrorContext, 'node' | 'itemIndex'>,
	more = '',
): NodeApiError | NodeOperationError => {
	const whole = inSentences(addition, more);
	if (!isOwn(error)) {
		const unexpected = error instanceof Error ? error : title;
		const options = { itemIndex, description: whole || undefined };
		return new NodeOperationError(node, unexpected, options);
	}
	const description = composed(details, advice, code && `(${code})`, whole);
	// An agent's model gets only the message. In this form, n8n does not append the rest again.
	const message = isTool(node)
		? `${title}${beforeDetails}${composed(details, advice, whole)}`
		: title;
	const isOfRequest = httpCode !== undefined || code !== undefined;
	const nodeError = isOfRequest
		? new NodeApiError(node, { message }, { message, description, httpCode, itemIndex })
		: new NodeOperationError(node, message, { description, itemIndex });
	// n8n's editor shows a description as HTML, where lines run together. It shows this instead.
	if (details.length > 1) nodeError.context.descriptionTemplate = asHtml(description);
	return nodeError;
};

/** An error in words, as an error of n8n. */
export const toNodeError = (error: unknown, context: ErrorContext) =>
	shownAs(worded(error, context), context);
