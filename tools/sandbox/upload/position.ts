/** The location of a JSON text: the names and indexes from the outermost value to it. */
export type Place = ReadonlyArray<string | number>;

/** Follows JSON text in pieces, to know the location of each value. */
export interface Position {
	/** Processes a byte that is outside of every string. */
	structure(byte: number): void;
	/** Processes a string where a name is expected. */
	name(raw: string): void;
	/** Whether the next string is a name, not a value. */
	readonly expectsName: boolean;
	/** How many lists and objects are open. */
	readonly depth: number;
	/** Location of the next value; null if it is deeper than `deepest`. */
	readonly place: Place | null;
}

const [comma, colon, openList, closeList, openObject, closeObject] = Buffer.from(',:[]{}');

const parsedName = (raw: string): string => {
	try {
		return String(JSON.parse(`"${raw}"`));
	} catch {
		return '';
	}
};

/**
 * The position at the start of a text. Locations are known down to `deepest` open lists and
 * objects.
 */
export const createPosition = (deepest: number): Position => {
	const steps: Array<string | number> = [];
	let depth = 0;
	let expectsName = false;
	const isKnown = (): boolean => depth > 0 && depth <= deepest;
	const open = (step: string | number): void => {
		depth += 1;
		expectsName = step === '';
		if (depth <= deepest) steps.push(step);
	};
	const next = (): void => {
		const step = steps[depth - 1];
		if (typeof step === 'number') steps[depth - 1] = step + 1;
		else expectsName = true;
	};
	return {
		structure(byte) {
			if (byte === openList) open(0);
			else if (byte === openObject) open('');
			else if (byte === closeList || byte === closeObject) {
				if (isKnown()) steps.pop();
				depth = Math.max(0, depth - 1);
				expectsName = false;
			} else if (byte === colon) expectsName = false;
			else if (byte === comma && isKnown()) next();
		},
		name(raw) {
			steps[depth - 1] = parsedName(raw);
		},
		get expectsName() {
			return expectsName && isKnown();
		},
		get depth() {
			return depth;
		},
		get place() {
			return depth <= deepest ? [...steps] : null;
		},
	};
};
