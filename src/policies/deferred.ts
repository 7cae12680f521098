/** A promise with its resolve function. */
export interface Deferred {
	readonly promise: Promise<void>;
	readonly settle: () => void;
}

/** A promise that is resolved from outside. */
export const deferred = (): Deferred => {
	let settle: () => void = () => undefined;
	const promise = new Promise<void>((resolve) => {
		settle = resolve;
	});
	return { promise, settle };
};
