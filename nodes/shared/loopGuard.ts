/**
 * Marks a comment that n8n posted. Plain letters in parentheses, so that every encoding of a
 * delivery keeps them.
 */
const marker = '(sent-by-n8n)';

/**
 * A comment with the marker at the end of its first line: a delivery that cuts a text keeps its
 * start. `heading` is what the line begins with; without it, the marker is the line.
 */
export const marked = (comment: string, addMarker = true, heading = ''): string => {
	const line = [heading, addMarker ? marker : ''].filter(Boolean).join(' ');
	return line === '' ? comment : `${line}\n\n${comment}`;
};

/** Whether one of the texts of a delivery has the marker of a comment that n8n posted. */
export const isOwnComment = (texts: readonly string[]): boolean =>
	texts.some((text) => text.includes(marker));
