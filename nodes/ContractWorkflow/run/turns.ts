import type { Clock } from '../../../src';
import { deferred } from '../../../src';

/** The end of the line for each thing that only one at a time may work on, in this process. */
const lines = new Map<string, Promise<void>>();

/**
 * Does `work` when all that asked before for the same `key` have ended theirs, first come first
 * served.
 * @throws {Stopped} when the caller is to stop while it waits.
 */
export const inTurn = async <Result>(
	key: string,
	clock: Clock,
	work: () => Promise<Result>,
): Promise<Result> => {
	const before = lines.get(key);
	const turn = deferred();
	const line = before ? before.then(() => turn.promise) : turn.promise;
	lines.set(key, line);
	try {
		if (before) await clock.sleep(Infinity, before);
		return await work();
	} finally {
		turn.settle();
		if (lines.get(key) === line) lines.delete(key);
	}
};
