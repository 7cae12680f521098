/** Where a text of JSON stands: the names and indexes that lead to it from the outermost value. */
export type Place = ReadonlyArray<string | number>;

/** Follows JSON text that comes in pieces, as far as it tells where a value stands. */
export interface Position {
	/** Takes a byte that is outside of every text. */
	structure(byte: number): void;
	/** Takes a text that stands where a name is expected. */
	name(raw: string): void;
	/** Whether the next text is a name, not a value. */
	readonly expectsName: boolean;
	/** How many lists and objects are open. */
	readonly depth: number;
	/** Place of the next value, or null when it lies deeper than `deepest`. */
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

/** The position at the start of a text. Places are known down to `deepest` open lists and objects. */
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
