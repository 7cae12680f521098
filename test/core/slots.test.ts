import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Clock } from '../../src';
import { createSlots } from '../../src';
import { clock, settled } from '../support/trace';

const start = Date.parse('2026-01-05T09:00:00Z');

beforeEach(() => {
	jest.useFakeTimers({ now: start });
});
afterEach(() => {
	jest.useRealTimers();
});

const began: string[] = [];

/** Work that takes that long, and tells when it begins. */
const work = (name: string, ms: number) => async () => {
	began.push(`${Date.now() - start} ms ${name}`);
	await clock.sleep(ms);
};

beforeEach(() => {
	began.length = 0;
});

it('lets waiting work begin in its order, as soon as a slot is free', async () => {
	const inSlot = createSlots(clock, () => 2);
	const all = [100, 300, 150, 100, 100, 100].map((ms, index) =>
		inSlot(work('abcdef'.charAt(index), ms)),
	);
	await settled(Promise.all(all));
	expect(began).toEqual(['0 ms a', '0 ms b', '100 ms c', '250 ms d', '300 ms e', '350 ms f']);
});

it('does not let work that was stopped while it waited keep a place in the line', async () => {
	const stop = new Error('stopped');
	let sleepers = 0;
	const stopping: Clock = {
		...clock,
		sleep: async (ms, wake) => {
			const isStopped = sleepers++ === 0;
			await clock.sleep(ms, wake);
			if (isStopped) throw stop;
		},
	};
	const inSlot = createSlots(stopping, () => 1);
	const first = inSlot(work('first', 1_300));
	const stopped = inSlot(work('stopped', 100));
	const last = clock.sleep(500).then(async () => await inSlot(work('last', 100)));
	const ends = await settled(Promise.allSettled([first, stopped, last]));
	expect(ends).toMatchObject([{}, { status: 'rejected', reason: stop }, { status: 'fulfilled' }]);
	expect(began).toEqual(['0 ms first', '1300 ms last']);
});

it('lets as many begin as are then free, if the width has grown', async () => {
	let width = 1;
	const inSlot = createSlots(clock, () => width);
	const all = ['a', 'b', 'c', 'd'].map((name) => inSlot(work(name, 100)));
	width = 3;
	await settled(Promise.all(all));
	expect(began).toEqual(['0 ms a', '100 ms b', '100 ms c', '100 ms d']);
});
