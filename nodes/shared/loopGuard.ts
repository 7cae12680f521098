/**
 * Marks a comment that n8n posted. Plain letters in parentheses, so that every encoding of a
 * delivery keeps them.
 */
const marker = '(sent-by-n8n)';

/**
 * A comment with the marker on a line above it: a delivery that truncates a text keeps its start.
 */
export const marked = (comment: string, addMarker = true): string =>
	addMarker ? `${marker}\n\n${comment}` : comment;

/** Whether one of the texts of a delivery has the marker of a comment that n8n posted. */
export const isOwnComment = (texts: readonly string[]): boolean =>
	texts.some((text) => text.includes(marker));
