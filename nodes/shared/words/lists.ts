/**
 * The first entries of a list.
 * @param moreText returns the text that replaces the other entries
 */
export const firstOf = (
	entries: readonly string[],
	most: number,
	moreText: (more: number) => string,
): readonly string[] =>
	entries.length > most ? [...entries.slice(0, most), moreText(entries.length - most)] : entries;

/** The first entries of a list as text: `a, b, and 3 more`. */
export const named = (entries: readonly string[], most = 10): string =>
	firstOf(entries, most, (more) => `and ${more} more`).join(', ');

/** Input fields that match no variable. */
export const unmatchedText = (fields: readonly string[]): string =>
	`These input fields match no variable: ${named(fields)}.`;
