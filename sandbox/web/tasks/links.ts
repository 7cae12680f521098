/** A piece of a text; `href` is set where the piece is a web address. */
export interface TextPart {
	readonly text: string;
	readonly href: string | null;
}

/** Leaves out the punctuation behind an address, which belongs to the sentence around it. */
const addresses = /(https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]}])/gi;

/** Splits a text at its web addresses; only http and https are addresses. */
export const splitAtLinks = (text: string): TextPart[] =>
	text
		.split(addresses)
		// What the pattern captures is at the odd places.
		.map((part, place) => ({
			text: part,
			href: place % 2 === 1 && URL.canParse(part) ? part : null,
		}))
		.filter((part) => part.text !== '');
