/**
 * What the Comment operation appends and the trigger ignores, unless they are told otherwise. Plain
 * letters in round brackets, because it must outlive every way in which a delivery may be encoded.
 */
export const defaultMarker = '(sent-by-n8n)';

/** A comment with the marker at its end, on a line of its own. */
export const marked = (comment: string, marker: string | undefined): string =>
	marker === undefined ? comment : `${comment}\n\n${marker}`;

const mostComments = 200;

/** A text within another one is only taken for a comment from this length on. */
const shortestPart = 12;

/** The comments that this process posted last, oldest first. */
const posted = new Set<string>();

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Remembers a comment that is about to be posted. */
export const rememberComment = (comment: string): void => {
	const text = plain(comment);
	posted.delete(text);
	posted.add(text);
	const [oldest] = posted;
	if (posted.size > mostComments && oldest !== undefined) posted.delete(oldest);
};

/** Whether a text of a delivery is, or holds, a comment that this process posted. */
export const holdsOwnComment = (text: string): boolean => {
	if (posted.size === 0) return false;
	const given = plain(text);
	if (posted.has(given)) return true;
	for (const comment of posted) {
		if (comment.length >= shortestPart && given.includes(comment)) return true;
	}
	return false;
};
