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

/** Whether a delivery has the marker of a comment that n8n posted, in any part of its body. */
export const isOwnComment = (body: unknown): boolean => JSON.stringify(body).includes(marker);
