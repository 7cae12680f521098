import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';

/** Milliseconds of the fast clock that pass in one millisecond of real time, at the most. */
const factor = 100;
const stepMs = 500;

/** A clock that runs ahead of the real one. */
export interface FastTime {
	readonly stop: () => Promise<void>;
}

/**
 * Lets time pass a hundredfold for everything in this process: the timers and dates of n8n, of the
 * node and of the servers of a test, and the time-outs of sockets. It passes in steps between which
 * input and output have their turn, so a busy machine slows it down and changes nothing else.
 */
export const startFastTime = (): FastTime => {
	const { prototype } = Socket;
	const original: (this: Socket, ms: number, callback?: () => void) => Socket = Reflect.get(
		prototype,
		'setTimeout',
	);
	const scaled = jest.spyOn(prototype, 'setTimeout').mockImplementation(function (
		this: Socket,
		ms: number,
		callback?: () => void,
	) {
		return original.call(this, ms === 0 ? 0 : Math.max(1, Math.ceil(ms / factor)), callback);
	});
	jest.useFakeTimers({
		now: Date.now(),
		doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'hrtime'],
	});
	let running = true;
	const drive = async () => {
		while (running) {
			await pause(stepMs / factor);
			await jest.advanceTimersByTimeAsync(stepMs);
		}
	};
	const driven = drive();
	return {
		async stop() {
			running = false;
			await driven;
			jest.useRealTimers();
			scaled.mockRestore();
		},
	};
};
