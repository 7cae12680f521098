import { steadyNow } from './client/clock';

/**
 * Marks a comment that n8n posted. Plain letters in round brackets, so that every encoding of a
 * delivery keeps them.
 */
export const marker = '(sent-by-n8n)';

/** A comment with the marker on a line above it: a delivery that cuts a text keeps its beginning. */
export const marked = (comment: string, addMarker = true): string =>
	addMarker ? `${marker}\n\n${comment}` : comment;

const mostComments = 200;

/**
 * How long a comment is remembered, in milliseconds. After that a person may write the same: a loop
 * of deliveries that take longer is slow enough to be stopped.
 */
const rememberedMs = 600_000;

/** How much of the beginning of a comment is remembered. */
const longestBeginning = 80;

/** A text within another one is only taken for a comment from this length on. */
const shortestPart = 12;

/** A text that ends before the remembered beginning does is only taken for it from this length on. */
const shortestCut = 20;

/** Characters of a delivery that are looked at: longer ones would hold up n8n. */
const mostCharacters = 100_000;

/** The beginnings of the comments that this process posted last, and when to forget them. */
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

/** A text that was shortened, without the dots that say so. */
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
 * Whether the texts of a delivery show that n8n posted the comment. One of them has the marker, or
 * one of the first 100,000 characters is, has or cuts short the beginning of a comment that this
 * process posted in the last ten minutes. The comment of a decision is not remembered: section 6
 * names the endpoint of comments as the only source of the event, and people write "Approved", too.
 */
export const isOwnComment = (texts: readonly string[]): boolean =>
	texts.some((text) => text.includes(marker)) || holdsPosted(texts);
