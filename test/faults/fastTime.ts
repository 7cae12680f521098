import { Socket } from 'node:net';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, jest } from '@jest/globals';

/** Of the real clock, also where a fake one takes its place in Node's own module. */
const pause = timers.setTimeout;

/** Milliseconds of the fast clock that pass in one step, and real ones between two steps. */
const stepMs = 500;
const pauseMs = 5;

/** How often a socket is looked at until it has been quiet for too long. */
const looks = 10;

/** A clock that runs ahead of the real one. */
export interface FastTime {
	/** Lets no time pass, until all of a given time passes at once. */
	readonly hold: () => Promise<void>;
	readonly pass: (ms: number) => Promise<void>;
	readonly stop: () => Promise<void>;
}

const trafficOf = ({ bytesRead, bytesWritten }: Socket): number => bytesRead + bytesWritten;

/** Node's own time-outs of sockets, on the clock of the test instead of the real one. */
const timeSockets = () => {
	const timers = new WeakMap<Socket, NodeJS.Timeout>();
	const arm = (socket: Socket, ms: number): void => {
		clearInterval(timers.get(socket));
		if (ms === 0) return;
		let before = trafficOf(socket);
		let quiet = 0;
		const look = () => {
			const now = trafficOf(socket);
			quiet = now === before ? quiet + 1 : 0;
			before = now;
			if (quiet >= looks || socket.destroyed) clearInterval(timer);
			if (quiet >= looks && !socket.destroyed) socket.emit('timeout');
		};
		const timer = setInterval(look, ms / looks);
		timers.set(socket, timer);
	};
	return jest.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (
		this: Socket,
		ms: number,
		callback?: () => void,
	) {
		if (callback && ms === 0) this.off('timeout', callback);
		else if (callback) this.once('timeout', callback);
		arm(this, ms);
		return this;
	});
};

/** Signals that abort after a time, on the clock of the test. */
const timeSignals = () =>
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), ms);
		return controller.signal;
	});

/**
 * Lets time pass up to a hundredfold for everything in this process: the timers, signals and dates of
 * n8n, of the node and of the servers of a test, and the time-outs of sockets. It passes in steps between
 * which input and output have their turn, so a busy machine slows it down and changes nothing else.
 */
export const startFastTime = (): FastTime => {
	jest.useFakeTimers({
		now: Date.now(),
		doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'hrtime'],
	});
	const spies = [timeSockets(), timeSignals()];
	let running = true;
	const drive = async () => {
		while (running) {
			await pause(pauseMs);
			if (running) await jest.advanceTimersByTimeAsync(stepMs);
		}
	};
	const driven = drive();
	const hold = async () => {
		running = false;
		await driven;
	};
	return {
		hold,
		pass: async (ms) => await jest.advanceTimersByTimeAsync(ms),
		async stop() {
			await hold();
			for (const spy of spies) spy.mockRestore();
			jest.useRealTimers();
		},
	};
};

/** Lets each test of a file run in fast time. */
export const useFastTime = (): Pick<FastTime, 'hold' | 'pass'> => {
	let time: FastTime;
	beforeEach(() => {
		time = startFastTime();
	});
	afterEach(async () => await time.stop());
	return { hold: async () => await time.hold(), pass: async (ms) => await time.pass(ms) };
};
