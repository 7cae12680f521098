/** A page that is generated as a whole. */
export interface MadePage {
	/** Relative to the root of the repository. */
	readonly file: string;
	readonly text: string;
}

/** States the origin of a page in its source. */
export const madeNote = '<!-- Made by `npm run docs`. Do not edit. -->';
