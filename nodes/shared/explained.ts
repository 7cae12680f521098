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

/** What the panel calls a field, from the outermost on; a number is its place in a list. */
export type Label = ReadonlyArray<string | number>;

/** A field of the panel is wrong; nothing was sent. */
export class WrongField extends Explained {
	override readonly name = 'WrongField';

	/**
	 * @param label what the panel calls the field, from the outermost on where it lies in another
	 * @param fault a clause that follows it, for example `must be a whole number`
	 */
	constructor(label: string | Label, fault: string) {
		const name = [label].flat().map((part) => (typeof part === 'number' ? part : `"${part}"`));
		super(`${name.join(' ')} ${fault}`, 'Nothing was sent. Correct the field and run again.');
	}
}

/** Another error with something to add: `cause` says what happened. */
export class Supplemented extends Error {
	override readonly name = 'Supplemented';

	constructor(
		override readonly cause: unknown,
		/** In sentences. */
		readonly addition: string,
		readonly facts: Facts = {},
	) {
		super(addition);
	}
}
