/** The clock of the sandbox. */
export type Clock = {
	/** Milliseconds since 1970, shift included. */
	now(): number;
	/** Milliseconds since 1970, without the shift: for windows that a shift must not extend. */
	unshifted(): number;
	/** How many milliseconds the sandbox's time is ahead of the real one. */
	shift: number;
};

/** A clock based on `real`, which returns milliseconds since 1970. */
export const createClock = (real: () => number = Date.now): Clock => ({
	shift: 0,
	now() {
		return real() + this.shift;
	},
	unshifted: real,
});

/** Milliseconds since 1970 as the ISO 8601 text that the service writes: UTC, milliseconds. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

const hasOffset = /(Z|[+-]\d{2}(:?\d{2})?)$/;

/**
 * An ISO 8601 date of a request as the store keeps it (UTC, milliseconds). A time without an offset
 * counts as UTC, and so does a date without a time.
 */
export const storedTime = (text: string): string => {
	const withT = text.replace(' ', 'T');
	const isDate = !withT.includes('T');
	const shortOffset = withT.replace(/([+-]\d{2})$/, '$1:00');
	return isoTime(Date.parse(isDate ? text : hasOffset.test(withT) ? shortOffset : `${withT}Z`));
};
