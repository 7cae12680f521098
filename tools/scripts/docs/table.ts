/** The cells of one line of a table. */
type Row = readonly string[];

/** A table in Markdown. */
export const table = (head: Row, rows: readonly Row[]): string => {
	const [first, ...rest] = [head, ...rows].map(
		(cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
	);
	return [first, `|${'---|'.repeat(head.length)}`, ...rest].join('\n');
};
