/** How a pattern is read: JavaScript's flags of these names; d changes nothing here. */
export interface Flags {
	readonly i: boolean;
	readonly m: boolean;
	readonly s: boolean;
	readonly u: boolean;
	readonly v: boolean;
}

/** Reads the letters behind a pattern. */
export const flagsIn = (letters: string): Flags => ({
	i: letters.includes('i'),
	m: letters.includes('m'),
	s: letters.includes('s'),
	u: letters.includes('u'),
	v: letters.includes('v'),
});

/** A part of a pattern that has no counterpart; `fault` is a clause that follows the field's name. */
export class Untranslatable extends Error {
	override readonly name = 'Untranslatable';

	constructor(readonly fault: string) {
		super(fault);
	}
}
