import type { Window } from './window';

/** What part of a window this process may count on, where others send with the same key. */
interface Share {
	/** The first answer of a window came. */
	begin(inFlight: number): void;
	/** A request goes out. */
	spend(): void;
	/** A request was refused, so it used nothing up. */
	giveBack(): void;
	/** An answer told what is left of the window. */
	learn(window: Window, inFlight: number): void;
	/** Most requests under way while `remaining` are left. */
	room(remaining: number, inFlight: number): number;
}

/** Taken for the own part while nothing is known. */
const initial = 1 / 4;
/** Nobody is crowded out for good: who was idle still counts on this part. */
const smallest = 1 / 8;
/** Requests that what was known before counts for. */
const memory = 20;
/** Kept under way of the own part; the rest is for what others send before their answers come. */
const caution = 0.7;
/** Under way for each answer of a window: what it told first may be long gone. */
const growth = 2;

/**
 * Every answer tells what is left for all, so what is gone beyond the own requests went to others.
 * Where there are others, each process keeps as large a part of what is left under way as it had of
 * what is gone: all together then hardly send more than is left. Who finds nobody else in a whole
 * window takes the next one for itself.
 */
export const createShare = (): Share => {
	let alone = false;
	/** Own requests that went out since the window began, and what all have used up of it. */
	let own = 0;
	let gone = 0;
	/** Whether nobody else had taken any of the window when it began for this process. */
	let untouched = false;
	/** Own part when the window began. */
	let carried = initial;
	let answered = 0;
	/** The latest requests of the window: the answered own ones, and all. */
	let recentOwn = initial * memory;
	let recentAll = memory;

	return {
		begin(inFlight) {
			alone = untouched && gone > 0 && gone <= own;
			carried = (carried * memory + Math.min(answered, gone)) / (memory + gone);
			recentOwn = carried * memory;
			recentAll = memory;
			own = inFlight + 1;
			gone = 0;
			answered = 0;
		},
		spend() {
			own++;
		},
		giveBack() {
			own--;
		},
		learn({ found, remaining, size = found }, inFlight) {
			const nowGone = Math.max(found - remaining, 0);
			const more = Math.max(nowGone - gone, 0);
			const moreAnswered = Math.max(own - inFlight - answered, 0);
			gone = nowGone;
			untouched = found >= size;
			answered = own - inFlight;
			if (gone > own) alone = false;
			// As the window runs out, only what happened lately says who still sends.
			const kept = Math.max(Math.max(remaining, memory) - more, 0);
			const fading = Math.min(kept / recentAll, 1);
			recentOwn = recentOwn * fading + moreAnswered;
			recentAll = recentAll * fading + more;
		},
		room(remaining, inFlight) {
			if (alone) return remaining;
			const part = Math.min(Math.max(recentOwn / recentAll, smallest), 1);
			const fair = Math.max(Math.floor(remaining * part * caution), 1);
			return Math.min(remaining, fair, growth * (own - inFlight + 1));
		},
	};
};
