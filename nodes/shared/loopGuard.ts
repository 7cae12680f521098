/**
 * What the Comment operation puts in front and the trigger ignores, unless they are told otherwise.
 * Plain letters in round brackets, because it must outlive every way in which a delivery may be
 * encoded.
 */
export const defaultMarker = '(sent-by-n8n)';

/** A comment with the marker in front, on a line of its own: what shortens a text cuts its end off. */
export const marked = (comment: string, marker: string | undefined): string =>
	marker === undefined ? comment : `${marker}\n\n${comment}`;

const mostComments = 200;

/** How much of the beginning of a comment is remembered. */
const longestBeginning = 80;

/** A text within another one is only taken for a comment from this length on. */
const shortestPart = 12;

/** A text that ends before the remembered beginning does is only taken for it from this length on. */
const shortestCut = 20;

/** Characters of a delivery that are looked at: longer ones would hold up n8n. */
const mostCharacters = 100_000;

/** The beginnings of the comments that this process posted last, oldest first. */
const posted = new Set<string>();

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

const beginningOf = (comment: string): string =>
	plain(comment.slice(0, mostCharacters)).slice(0, longestBeginning).trimEnd();

/** Remembers a comment that is about to be posted. */
export const rememberComment = (comment: string): void => {
	const beginning = beginningOf(comment);
	posted.delete(beginning);
	posted.add(beginning);
	const [oldest] = posted;
	if (posted.size > mostComments && oldest !== undefined) posted.delete(oldest);
};

/** A text that was shortened, without the dots that say so. */
const uncut = (text: string): string => {
	for (const dots of ['…', '...'])
		if (text.endsWith(dots)) return text.slice(0, -dots.length).trimEnd();
	return text;
};

const isOwn = (text: string): boolean => {
	const given = plain(text);
	if (posted.has(given)) return true;
	if (given.length < shortestPart) return false;
	const start = uncut(given);
	for (const beginning of posted) {
		if (beginning.length >= shortestPart && given.includes(beginning)) return true;
		if (start.length >= shortestCut && beginning.startsWith(start)) return true;
	}
	return false;
};

/**
 * Whether one of the texts of a delivery is, or holds, the beginning of a comment that this process
 * posted, or is a comment of its own cut short. Looks at the first 100,000 characters.
 */
export const holdsOwnComment = (texts: readonly string[]): boolean => {
	if (posted.size === 0) return false;
	let left = mostCharacters;
	for (const text of texts) {
		if (left <= 0) return false;
		if (isOwn(text.slice(0, left))) return true;
		left -= text.length;
	}
	return false;
};
