/** The cells of one line of a table. */
export type Row = readonly string[];

export const code = (text: unknown): string => `\`${String(text)}\``;

export const codes = (values: readonly unknown[]): string => values.map(code).join(', ');

/** The anchor that a forge gives to a heading. */
export const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_ -]/gu, '')
		.replaceAll(' ', '-');

/** A link to a heading of the same page. */
export const link = (heading: string): string => `[${heading}](#${anchorOf(heading)})`;

export const table = (head: Row, rows: readonly Row[]): string => {
	const [first, ...rest] = [head, ...rows].map(
		(cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
	);
	return [first, `|${'---|'.repeat(head.length)}`, ...rest].join('\n');
};
