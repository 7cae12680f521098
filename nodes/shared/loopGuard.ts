import { steadyNow } from './client/clock';

/**
 * Marks a comment that n8n posted. Plain letters in parentheses, so that every encoding of a
 * delivery keeps them.
 */
export const marker = '(sent-by-n8n)';

/**
 * A comment with the marker on a line above it: a delivery that truncates a text keeps its start.
 */
export const marked = (comment: string, addMarker = true): string =>
	addMarker ? `${marker}\n\n${comment}` : comment;

const mostComments = 200;

/**
 * How long a comment is remembered, in milliseconds. After that, a person may write the same text.
 * A loop of slower deliveries is slow enough to be stopped by hand.
 */
const rememberedMs = 600_000;

/** How many characters at the start of a comment are remembered. */
const longestBeginning = 80;

/** Minimum length of a comment that is recognized within a longer text. */
const shortestPart = 12;

/** Minimum length of a truncated text that is recognized as the start of a comment. */
const shortestCut = 20;

/** Maximum characters of a delivery that are checked: more would block n8n. */
const mostCharacters = 100_000;

/** The starts of the comments that this process posted last, and when to forget them. */
const posted = new Map<string, number>();

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

const beginningOf = (comment: string): string =>
	plain(comment.slice(0, mostCharacters)).slice(0, longestBeginning).trimEnd();

/** Remembers a comment that is about to be posted. */
export const rememberComment = (comment: string): void => {
	const beginning = beginningOf(comment);
	posted.delete(beginning);
	posted.set(beginning, steadyNow() + rememberedMs);
	const [oldest] = posted.keys();
	if (posted.size > mostComments && oldest !== undefined) posted.delete(oldest);
};

/** A truncated text, without the dots at its end. */
const uncut = (text: string): string => {
	for (const dots of ['…', '...'])
		if (text.endsWith(dots)) return text.slice(0, -dots.length).trimEnd();
	return text;
};

const isPosted = (text: string): boolean => {
	const given = plain(text);
	if (posted.has(given)) return true;
	if (given.length < shortestPart) return false;
	const start = uncut(given);
	for (const beginning of posted.keys()) {
		if (beginning.length >= shortestPart && given.includes(beginning)) return true;
		if (start.length >= shortestCut && beginning.startsWith(start)) return true;
	}
	return false;
};

const holdsPosted = (texts: readonly string[]): boolean => {
	const now = steadyNow();
	for (const [beginning, until] of posted) if (until <= now) posted.delete(beginning);
	if (posted.size === 0) return false;
	let left = mostCharacters;
	for (const text of texts) {
		if (left <= 0) return false;
		if (isPosted(text.slice(0, left))) return true;
		left -= text.length;
	}
	return false;
};

/**
 * Whether the texts of a delivery show that n8n posted the comment. Either one of them has the
 * marker. Or one of the first 100,000 characters equals, contains or truncates the start of a
 * comment that this process posted in the last ten minutes. The comment of a decision is not
 * remembered: section 6 names the endpoint of comments as the only source of the event, and people
 * write "Approved", too.
 */
export const isOwnComment = (texts: readonly string[]): boolean =>
	texts.some((text) => text.includes(marker)) || holdsPosted(texts);
