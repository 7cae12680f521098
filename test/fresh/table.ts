/** What came of something that was tried. */
export interface Row {
	/** Node and npm. */
	readonly machine: string;
	readonly tried: string;
	readonly isWell: boolean;
	readonly seen: string;
	readonly seconds: number;
}

const longestSeen = 500;

/** Control sequences of a terminal, in which npm and listr2 write. */
const colours = /\u001B\[[\d;?]*[A-Za-z]/g;

/** The line of an output that a pattern is found in. */
export const sentenceIn = (output: string, pattern: RegExp): string | undefined =>
	output
		.replace(colours, '')
		.split('\n')
		.find((line) => pattern.test(line));

const cell = (text: string): string =>
	text.replace(colours, '').replace(/\s+/g, ' ').replaceAll('|', '\\|').trim().slice(-longestSeen);

/** The rows as a table of Markdown; what is not well stands out. */
export const tableOf = (rows: readonly Row[]): string =>
	[
		'| On | Tried | Seconds | Seen |',
		'|---|---|---|---|',
		...rows.map(({ machine, tried, seconds, isWell, seen }) => {
			const shown = `${isWell ? '' : '**FAILED** '}${cell(seen)}`;
			return `| ${machine} | ${tried} | ${seconds.toFixed(0)} | ${shown} |`;
		}),
	].join('\n');
