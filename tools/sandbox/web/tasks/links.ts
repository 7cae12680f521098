/** A piece of a text. `href` is set if the piece is a URL. */
export interface TextPart {
	readonly text: string;
	readonly href: string | null;
}

/** Excludes the punctuation after a URL, which belongs to the sentence around it. */
const addresses = /(https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]}])/gi;

/** Splits a text at its URLs. Only http and https count. */
export const splitAtLinks = (text: string): TextPart[] =>
	text
		.split(addresses)
		// The captures of the pattern are at the odd indexes.
		.map((part, place) => ({
			text: part,
			href: place % 2 === 1 && URL.canParse(part) ? part : null,
		}))
		.filter((part) => part.text !== '');
