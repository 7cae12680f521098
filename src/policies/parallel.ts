import type { Clock, HttpRequest, Policy } from '../http';

/** A promise that is resolved from outside. */
export const deferred = () => {
	let settle: () => void = () => undefined;
	const promise = new Promise<void>((resolve) => {
		settle = resolve;
	});
	return { promise, settle };
};

export type Deferred = ReturnType<typeof deferred>;

/** Runs work when a slot is free. */
export type InSlot = <T>(work: () => Promise<T>) => Promise<T>;

/** How often a waiting caller looks itself: one that was woken and then stopped wakes no other. */
const lookMs = 1_000;

/** Limits the work in progress to `most`. */
export const createSlots = (clock: Clock, most: number): InSlot => {
	const line: Deferred[] = [];
	let underWay = 0;

	const slot = async (): Promise<void> => {
		while (underWay >= most) {
			const turn = deferred();
			line.push(turn);
			await clock.sleep(lookMs, turn.promise).finally(() => {
				const index = line.indexOf(turn);
				if (index >= 0) line.splice(index, 1);
			});
		}
		underWay++;
	};

	return async (work) => {
		await slot();
		try {
			return await work();
		} finally {
			underWay--;
			line.shift()?.settle();
		}
	};
};

/** Limits the requests in flight: each one that `takesSlot` takes a slot. */
export const parallel =
	(inSlot: InSlot, takesSlot: (request: HttpRequest) => boolean = () => true): Policy =>
	(next) =>
	async (request) =>
		takesSlot(request) ? await inSlot(async () => await next(request)) : await next(request);
