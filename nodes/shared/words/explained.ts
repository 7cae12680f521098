/** A text with the end of a sentence. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Joins sentences. Some may be missing. */
export const inSentences = (...sentences: ReadonlyArray<string | undefined>): string =>
	sentences.filter(Boolean).join(' ');

/** The first entries of a list, and how many more there are. */
const firstOf = (entries: readonly string[], most: number): readonly string[] =>
	entries.length > most
		? [...entries.slice(0, most), `and ${entries.length - most} more`]
		: entries;

/** The first entries of a list as text: `a, b, and 3 more`. */
export const named = (entries: readonly string[], most = 10): string =>
	firstOf(entries, most).join(', ');

/** An error in words. */
export interface ErrorText {
	readonly message: string;
	/** More about what happened, one part per line. */
	readonly details?: readonly string[];
	/** What to do next, in sentences. */
	readonly advice: string;
	/** The status of a response. */
	readonly httpCode?: string;
	/**
	 * The code of a network failure. It is at the end of the description and never in a message: n8n
	 * has its own text for each code, and would replace ours.
	 */
	readonly code?: string;
}

/** An error of the nodes with its own texts. */
export class Explained extends Error implements ErrorText {
	constructor(
		message: string,
		readonly advice: string,
		readonly details: readonly string[] = [],
	) {
		super(message);
	}
}

/** What to do about wrong fields. */
const nothingSent = (count: number): string =>
	`Nothing was sent. Correct the ${count === 1 ? 'field' : 'fields'} and run again.`;

/** A field of the panel is wrong; nothing was sent. */
export class WrongField extends Explained {
	/**
	 * @param label the label of the field; one of several parts has quotes, such as `"Conditions" 2`
	 * @param fault a clause that follows it, for example `must be a whole number`
	 * @param details what helps to correct it, in sentences
	 */
	constructor(label: string, fault: string, details: readonly string[] = []) {
		const quoted = label.includes('"') ? label : `"${label}"`;
		super(`${quoted} ${fault}`, nothingSent(1), details);
	}
}

/** Maximum faults that an error names. */
const mostFaults = 20;

/** A fault as one of several lines. */
const lineOf = ({ message, details }: Explained): string =>
	details.length === 0 ? message : `${message}. ${details.join(' ')}`;

/** The only fault, or one error that names all of them; nothing was sent. */
export const together = (faults: readonly Explained[], noun = 'fields'): Explained => {
	const [first, ...others] = faults;
	if (first && others.length === 0) return first;
	const message = `${faults.length} ${noun} are missing or wrong`;
	const lines = firstOf(faults.map(lineOf), mostFaults);
	return new Explained(message, nothingSent(faults.length), lines);
};

/**
 * Collects the faults of fields, so that one error names all of them.
 * @param noun the noun for several of them
 */
export const createFaults = (noun?: string) => {
	const faults: Explained[] = [];
	const take = (error: unknown): undefined => {
		if (!(error instanceof Explained)) throw error as Error;
		faults.push(error);
	};
	return {
		/** Records a fault. @throws an error that is not about a field. */
		take,
		/** The result of `read`; undefined if it has a fault. */
		attempt: <Value>(read: () => Value): Value | undefined => {
			try {
				return read();
			} catch (error) {
				return take(error);
			}
		},
		/** @throws {Explained} the only fault, or one error that names all of them. */
		check: (): void => {
			if (faults.length > 0) throw together(faults, noun);
		},
	};
};

/** What is known about an error beside what it says itself. */
export interface Supplement {
	/** What happened, if more is known than the error itself says. */
	readonly title?: string | undefined;
	/** In sentences. */
	readonly addition?: string | undefined;
	/** The fields of a failure in an output item, beside its text. */
	readonly facts?: Readonly<Record<string, unknown>> | undefined;
	/** What to change if only such errors are left: sending again changes nothing. */
	readonly remedy?: string | undefined;
}

/** What was added to an error. */
export const supplementOf = (error: unknown): Supplement =>
	(error as { readonly supplement?: Supplement } | undefined)?.supplement ?? {};

/**
 * The error with additions, as an object of its own that inherits from it: several items may share
 * the error itself.
 */
export const supplement = (error: unknown, more: Supplement): Error => {
	const known = supplementOf(error);
	const value = {
		...known,
		...more,
		addition: inSentences(known.addition, more.addition),
		facts: { ...known.facts, ...more.facts },
	};
	return Object.create(error as Error, { supplement: { value } }) as Error;
};

/**
 * The label of a row of a list, or of its field, in an error.
 * @param index counted from 0
 * @param about what the row is about, if known
 */
export const rowLabel = (
	list: string,
	index: number,
	about: string | undefined,
	field?: string,
): string => {
	const parts = [`"${list}" ${index + 1}`, field && `"${field}"`, about && `(${about})`];
	return parts.filter(Boolean).join(' ');
};

/**
 * Reads the rows of a list.
 * @throws {Explained} that names the first fault of each row.
 */
export const readRows = <Row, Read>(
	rows: readonly Row[],
	read: (row: Row, index: number) => Read,
): Read[] => {
	const faults = createFaults();
	const found = rows.flatMap((row, index) => faults.attempt(() => [read(row, index)]) ?? []);
	faults.check();
	return found;
};
