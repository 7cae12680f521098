/** A page that is made as a whole. */
export interface MadePage {
	/** From the root of the repository. */
	readonly file: string;
	readonly text: string;
}

/** Says in the source of a page where it comes from. */
export const madeNote = '<!-- Made by `npm run docs`. Do not edit. -->';
