import type { Clock } from '../http';
import type { Deferred } from './deferred';
import { deferred } from './deferred';

/** Does work when there is a place for it. */
export type InSlot = <T>(work: () => Promise<T>) => Promise<T>;

/** How often one that waits for a place looks whether the run was stopped. */
const lookMs = 1_000;

/** Bounds the work that is under way at the same time to as much as `width` tells. */
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
