import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isClientError } from '../../../src';
import { isTool } from '../toolNode';
import type { Worded, Wording } from './errors';
import { worded } from './errors';
import { Explained, inSentences, sentence } from './explained';

/** Text as HTML, because n8n's editor shows descriptions and notices as HTML. Keeps line breaks. */
export const asHtml = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('\n', '<br>');

/** The node that shows an error, and the item, counted from 0; a trigger has none. */
interface Place {
	readonly node: INode;
	readonly itemIndex?: number;
}

/** The separator in the message of a tool's error, between what happened and everything else. */
const beforeDetails = '\n\nDetails: ';

/** Joins the parts of a description. Several details become a list. */
const composed = (details: readonly string[], ...rest: ReadonlyArray<string | undefined>) =>
	details.length > 1
		? [...details.map((line) => `• ${line}`), inSentences(...rest)].filter(Boolean).join('\n')
		: inSentences(...details, ...rest);

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
	{ node, itemIndex }: Place,
	more = '',
): NodeApiError | NodeOperationError => {
	const whole = inSentences(addition, more);
	if (!(error instanceof Explained || isClientError(error))) {
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
export const toNodeError = (error: unknown, context: Partial<Wording> & Place) =>
	shownAs(worded(error, context), context);
