/**
 * Marks a comment that n8n posted. Plain letters in parentheses, so that every encoding of a
 * delivery keeps them.
 */
const marker = '(sent-by-n8n)';

/** With the marker behind it, such a line ends within the first 100 characters of a comment. */
export const longestMarkedLine = 80;

/**
 * A comment with the marker at the end of its first line, or above a long one: a delivery that cuts
 * a text keeps its start.
 */
export const marked = (comment: string, addMarker = true): string => {
	if (!addMarker) return comment;
	const [line = ''] = comment.split(/[\r\n]/, 1);
	if (line.length > longestMarkedLine) return `${marker}\n\n${comment}`;
	return `${line} ${marker}${comment.slice(line.length)}`;
};

/** Whether a comment, or any part of a body, has the marker of a comment that n8n posted. */
export const isOwnComment = (delivered: unknown): boolean =>
	JSON.stringify(delivered).includes(marker);
