import type { Clock } from '../../../src';
import { deferred } from '../../../src';

/** The end of the queue of each key in this process. One caller per key works at a time. */
const lines = new Map<string, Promise<void>>();

/**
 * Calls `work` when all earlier calls with the same `key` have ended, first come, first served.
 * @param clock the caller's; without it, the caller waits even when it must stop
 * @throws {Explained} when the caller must stop while it waits.
 */
export const inTurn = async <Result>(
	key: string,
	clock: Clock | undefined,
	work: () => Promise<Result>,
): Promise<Result> => {
	const before = lines.get(key);
	const turn = deferred();
	const line = before ? before.then(() => turn.promise) : turn.promise;
	lines.set(key, line);
	// Not when this caller ends: if it was stopped while it waited, the one before still works.
	void line.then(() => lines.get(key) === line && lines.delete(key));
	try {
		if (before) await (clock ? clock.sleep(Infinity, before) : before);
		return await work();
	} finally {
		turn.settle();
	}
};
