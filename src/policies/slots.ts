import type { Clock } from '../http';
import type { Deferred } from './deferred';
import { deferred } from './deferred';

/** Runs work when a slot is free. */
export type InSlot = <T>(work: () => Promise<T>) => Promise<T>;

/** How often a waiting caller checks whether the run was stopped. */
const lookMs = 1_000;

/** Limits the work in progress to the result of `width`. */
export const createSlots = (clock: Clock, width: () => number): InSlot => {
	const line: Deferred[] = [];
	let underWay = 0;

	const slot = async (): Promise<void> => {
		while (underWay >= width()) {
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
			for (let free = width() - underWay; free > 0; free--) line.shift()?.settle();
		}
	};
};
