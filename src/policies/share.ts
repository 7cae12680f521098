import type { Window } from './window';

/** The part of a window that this process may use, if others send with the same key. */
interface Share {
	/** The first response of a window was received. */
	begin(inFlight: number): void;
	/** A request is sent. */
	spend(): void;
	/** A request was refused, so it used up nothing. */
	giveBack(): void;
	/** A response reported what is left of the window. */
	learn(window: Window, inFlight: number): void;
	/** Maximum requests in flight while `remaining` are left. */
	room(remaining: number, inFlight: number): number;
}

/** The assumed own part while nothing is known. */
const initial = 1 / 4;
/** The minimum part, so that an idle process is never crowded out for good. */
const smallest = 1 / 8;
/** The weight of earlier observations, in requests. */
const memory = 20;
/**
 * How much of the own part is used. The rest covers what others send before their responses arrive.
 */
const caution = 0.65;
/** Requests in flight per response of a window: its first report may be long outdated. */
const growth = 2;

/**
 * Every response reports what is left for all, so others used what is missing beyond the own
 * requests. If there are others, each process uses as large a part of the rest as it had of what is
 * used up. All together then send hardly more than is left. A process that sees nobody else during
 * a whole window takes the next one for itself.
 */
export const createShare = (): Share => {
	let alone = false;
	/** Own requests sent since the window started, and what all processes have used up of it. */
	let own = 0;
	let gone = 0;
	/** Whether nobody else had used the window when it started for this process. */
	let untouched = false;
	/** The own part when the window started. */
	let carried = initial;
	let answered = 0;
	/** The latest requests of the window: the own ones with a response, and all. */
	let recentOwn = initial * memory;
	let recentAll = memory;

	return {
		begin(inFlight) {
			// `own` also has the request with this response, which is the first one of the new window.
			alone = untouched && gone > 0 && gone < own;
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
			// As the window runs out, only recent requests show who is still sending.
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
