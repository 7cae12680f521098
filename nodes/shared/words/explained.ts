/** What an output item tells of a failure beside its text. */
export type Facts = Readonly<Record<string, unknown>>;

/** An error of the nodes that brings its own words: `message` says what happened. */
export abstract class Explained extends Error {
	constructor(
		message: string,
		/** What to do next, in sentences. */
		readonly advice: string,
		readonly facts: Facts = {},
	) {
		super(message);
	}
}

/**
 * What the panel calls a field, from the outermost on; a number is its place in a list. What a row
 * is about stands at the end.
 */
export type Label = ReadonlyArray<string | number | { readonly about: string }>;

/** A label as text: `"Conditions" 2 "Values" 3 (Governing law)`. */
export const labelText = (label: string | Label): string =>
	[label]
		.flat()
		.map((part) => {
			if (typeof part === 'number') return String(part);
			return typeof part === 'string' ? `"${part}"` : `(${part.about})`;
		})
		.join(' ');

const nothingSent = 'Nothing was sent. Correct the field and run again.';

/** A field of the panel is wrong; nothing was sent. */
export class WrongField extends Explained {
	override readonly name = 'WrongField';

	/**
	 * @param label what the panel calls the field, from the outermost on where it lies in another
	 * @param fault a clause that follows it, for example `must be a whole number`
	 */
	constructor(label: string | Label, fault: string) {
		super(`${labelText(label)} ${fault}`, nothingSent);
	}
}

/** Most faults that an error names. */
const mostFaults = 100;

/** Several fields of the panel are wrong; nothing was sent. */
class WrongFields extends Explained {
	override readonly name = 'WrongFields';

	constructor(faults: readonly string[]) {
		const more = faults.length - mostFaults;
		const named = faults.slice(0, mostFaults).join('; ');
		super(more > 0 ? `${named}; and ${more} more` : named, nothingSent);
	}
}

/** Collects what is wrong with fields, so that one error names all of it. */
export const createFaults = () => {
	const faults: string[] = [];
	const take = (error: unknown): undefined => {
		if (!(error instanceof Explained)) throw error as Error;
		faults.push(error.message);
	};
	return {
		/** Takes down what is wrong. @throws what is no fault of a field. */
		take,
		/** What `read` gives; undefined where that is wrong. */
		attempt: <Value>(read: () => Value): Value | undefined => {
			try {
				return read();
			} catch (error) {
				return take(error);
			}
		},
		/** @throws {WrongFields} that names all that was wrong, if anything was. */
		check: (): void => {
			if (faults.length > 0) throw new WrongFields(faults);
		},
	};
};

export type Faults = ReturnType<typeof createFaults>;

/** What there is to add to an error. */
interface Supplement {
	/** In sentences. */
	readonly addition?: string;
	readonly facts?: Facts;
	readonly beside?: Facts | undefined;
}

/** Another error with something to add: `cause` says what happened, and never has more to add. */
export class Supplemented extends Error {
	override readonly name = 'Supplemented';
	override readonly cause: unknown;
	/** In sentences. */
	readonly addition: string;
	readonly facts: Facts;
	/** What safeguards know of it, by their names; no part of what a builder sees. */
	readonly beside: Facts | undefined;

	constructor(error: unknown, { addition = '', facts = {}, beside }: Supplement) {
		const inner = error instanceof Supplemented ? error : undefined;
		const whole = [inner?.addition, addition].filter(Boolean).join(' ');
		super(whole);
		this.cause = inner ? inner.cause : error;
		this.addition = whole;
		this.facts = { ...inner?.facts, ...facts };
		this.beside = beside ? { ...inner?.beside, ...beside } : inner?.beside;
	}
}

/** What happened, without what was added to it. */
export const causeOf = (error: unknown): unknown =>
	error instanceof Supplemented ? error.cause : error;

/** What safeguards know of an error. */
export const besideOf = (error: unknown): Facts | undefined =>
	error instanceof Supplemented ? error.beside : undefined;
