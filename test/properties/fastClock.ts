import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';

/** Lets no timer of this process wait: neither those of n8n nor those of the node. */
export const startFastClock = (): void => {
	jest.useFakeTimers({
		doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'hrtime'],
	});
};

/** Does work whose timers end, one after the other, as soon as nothing else is left to do. */
export const onFastClock = async <Result>(
	work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly ms: number }> => {
	const since = Date.now();
	let isOver = false;
	const over = () => {
		isOver = true;
	};
	const running = work();
	running.then(over, over);
	while (!isOver) {
		await turn();
		if (!isOver) await jest.advanceTimersToNextTimerAsync();
	}
	return { result: await running, ms: Date.now() - since };
};
