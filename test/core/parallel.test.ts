import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Clock } from '../../src';
import { createSlots, parallel } from '../../src';
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

it('lets waiting requests begin in their order, as soon as a slot is free', async () => {
	const send = parallel(createSlots(clock, 2))(async ({ path }) => {
		const [name = '', ms] = path.split(' ');
		await work(name, Number(ms))();
		return { status: 200, headers: {}, body: {} };
	});
	const all = ['a 100', 'b 300', 'c 150', 'd 100', 'e 100', 'f 100'].map(async (path) =>
		send({ method: 'GET', path, writes: false, safe: true }),
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
	const inSlot = createSlots(stopping, 1);
	const first = inSlot(work('first', 1_300));
	const stopped = inSlot(work('stopped', 100));
	const last = clock.sleep(500).then(async () => await inSlot(work('last', 100)));
	const ends = await settled(Promise.allSettled([first, stopped, last]));
	expect(ends).toMatchObject([{}, { status: 'rejected', reason: stop }, { status: 'fulfilled' }]);
	expect(began).toEqual(['0 ms first', '1300 ms last']);
});
