import { describe, expect, it } from '@jest/globals';
import { createProcess } from './rateLimitProcess';

/*
 * Several processes on one key know nothing of each other. Each one sees from the reports how much
 * of the window the others use, and sends less then.
 */

interface Window {
	/** What is left when the process sends its first request. */
	readonly found: number;
	/** By how much each answer lowers the report: 1 if nobody else sends. */
	readonly lowers: number;
}

/**
 * Sends one request in each window, and after its answer as many at once as the process may. These
 * are answered, and so on, until it waits for the next window. Tells how many were sent at once.
 */
const burstsIn = async (limit: number, windows: readonly Window[]): Promise<number[][]> => {
	const process = createProcess(limit);
	const all: number[][] = [];
	for (const [index, { found, lowers }] of windows.entries()) {
		let seconds = index * 60;
		process.at(seconds);
		let left = found;
		const answer = (count: number) => {
			process.at((seconds += 0.1));
			for (let answered = 0; answered < count; answered++) {
				left = Math.max(left - lowers, 0);
				process.answer({ left, ends: 40 + index * 60 });
			}
		};
		await process.send();
		answer(1);
		const bursts: number[] = [];
		for (let sent = await process.sendAll(); sent > 0; sent = await process.sendAll()) {
			bursts.push(sent);
			answer(sent);
		}
		all.push(bursts);
	}
	return all;
};

describe('of a window of 100 requests, a process sends at once', () => {
	const own = { found: 100, lowers: 1 };
	const half = { found: 100, lowers: 2 };
	const quarter = { found: 100, lowers: 4 };
	const many = { found: 100, lowers: 13 };
	const nearlyAll = { found: 100, lowers: 20 };
	const late = { found: 60, lowers: 1 };
	const [careful, full] = [[4, 12, 32, 26, 14, 6, 3, 1, 1], [99]];
	it.each<[string, Window[], number[][]]>([
		[
			'with care at first, and all if nobody else sent in the last window',
			[own, own],
			[careful, full],
		],
		[
			'as large a part as it had of what is used',
			[half, half],
			[
				[4, 12, 17, 9, 4, 1, 1, 1],
				[4, 12, 21, 7, 3, 1, 1],
			],
		],
		[
			'a smaller part if the others send more',
			[quarter, quarter],
			[
				[4, 12, 5, 1, 1, 1],
				[4, 12, 5, 1, 1, 1],
			],
		],
		[
			'what the latest requests allow as the window runs out',
			[many, many],
			[
				[4, 2, 1],
				[4, 2, 1],
			],
		],
		['little if the others send nearly all', [nearlyAll, nearlyAll], [[4], [4]]],
		[
			'a part of the rest if others were there before it, also in the next window',
			[late, late],
			[
				[4, 12, 16, 13, 7, 4, 1, 1, 1],
				[4, 12, 25, 11, 4, 1, 1, 1],
			],
		],
		[
			'more again once the others are gone',
			[half, half, own, own],
			[[4, 12, 17, 9, 4, 1, 1, 1], [4, 12, 21, 7, 3, 1, 1], [4, 12, 36, 26, 12, 5, 2, 1, 1], full],
		],
		['less again once others come', [own, half, half], [careful, [98], [4, 12, 29, 2, 1, 1]]],
		[
			'with care after a window of which somebody else had one request',
			[own, { found: 99, lowers: 1 }, own, own],
			[careful, [98], [4, 12, 36, 30, 11, 3, 1, 1, 1], full],
		],
	])('%s', async (_case, windows, bursts) => {
		expect(await burstsIn(100, windows)).toEqual(bursts);
	});
});

/** A process that was alone in the window before, and has sent one request in this one. */
const alone = async () => {
	const process = createProcess(100);
	await process.send();
	process.answer({ left: 99 });
	process.at(60);
	await process.send();
	process.at(60.1);
	process.answer({ left: 99, ends: 100 });
	return process;
};

describe('a process that was alone', () => {
	it.each<[string, number, number]>([
		['sends all that is left while it stays alone', 98, 98],
		['shares the window as soon as another one sends', 97, 6],
	])('%s', async (_case, left, sent) => {
		const process = await alone();
		await process.send();
		process.at(60.2);
		process.answer({ left, ends: 100 });
		expect(await process.sendAll()).toBe(sent);
	});

	it('does not take the window for itself if it sent nothing in the last one', async () => {
		const process = createProcess(100);
		await process.send();
		process.answer({ status: 429, retryAfter: 10 });
		process.at(60);
		await process.send();
		process.answer({ left: 99, ends: 100 });
		expect(await process.sendAll()).toBe(4);
	});

	it.each<[string, number, number]>([
		['is so again', 98, 99],
		['is not so again if another one sent a single request after it', 97, 4],
	])('%s', async (_case, left, sent) => {
		const process = createProcess(100);
		await process.send();
		process.answer({ left: 99 });
		await process.send();
		process.answer({ left });
		process.at(60);
		await process.send();
		process.answer({ left: 99, ends: 100 });
		expect(await process.sendAll()).toBe(sent);
	});

	it('is so even if the first report is not that of the first request', async () => {
		const process = createProcess(100);
		for (let sent = 0; sent < 3; sent++) await process.send();
		process.at(0.5);
		for (const left of [97, 99, 98]) process.answer({ left });
		process.at(60);
		await process.send();
		process.answer({ left: 99, ends: 100 });
		expect(await process.sendAll()).toBe(99);
	});

	it('is not so because a later request reports that more is left', async () => {
		const process = createProcess(100);
		await process.send();
		process.at(0.5);
		process.answer({ left: 97 });
		process.at(1);
		await process.send();
		process.at(1.5);
		process.answer({ left: 99 });
		process.at(60);
		await process.send();
		process.answer({ left: 99, ends: 100 });
		expect(await process.sendAll()).toBe(4);
	});

	it('stays so after a 429 that gave no time, as the window need not be used up', async () => {
		const process = createProcess(100);
		await process.send();
		process.answer({ left: 99 });
		await process.send();
		process.at(1);
		process.answer({ status: 429 });
		process.at(2);
		await process.send();
		process.answer({ left: 97 });
		expect(await process.sendAll()).toBe(97);
	});
});

describe('a process that had five requests in a window sends in the next one', () => {
	/** All but the first request of the window end this way. 60 were left of it, and 41 of the next. */
	const sentAfter = async (end: (process: ReturnType<typeof createProcess>) => void) => {
		const process = createProcess(100);
		await process.send();
		process.answer({ left: 59 });
		await process.sendAll();
		process.at(1);
		end(process);
		process.at(60);
		await process.send();
		let left = 40;
		process.answer({ left, ends: 100 });
		const bursts: number[] = [];
		for (let sent = await process.sendAll(); sent > 0; sent = await process.sendAll()) {
			bursts.push(sent);
			process.at(60 + bursts.length);
			for (let count = 0; count < sent; count++) process.answer({ left: --left, ends: 100 });
		}
		return bursts;
	};
	type Process = ReturnType<typeof createProcess>;
	const answerAll = (process: Process, left: readonly number[]) =>
		left.forEach((remaining) => process.answer({ left: remaining }));
	const lateFor = (process: Process, left: readonly number[]) => {
		process.at(41);
		answerAll(process, left);
	};
	const refuse = (process: Process, retryAfter?: number) => {
		for (let count = 0; count < 4; count++) process.answer({ status: 429, retryAfter });
	};
	it.each<[string, (process: Process) => void, number[]]>([
		[
			'were answered, and nobody else sent',
			(process) => answerAll(process, [58, 57, 56, 55]),
			[4, 12, 10, 7, 3, 2, 1, 1],
		],
		[
			'were answered, and others sent many',
			(process) => answerAll(process, [50, 40, 30, 20]),
			[4, 7, 9, 8, 5, 3, 2, 1, 1],
		],
		[
			'were answered, the last one after the window, and others sent nearly all',
			(process) => {
				answerAll(process, [5, 4, 3]);
				lateFor(process, [30]);
			},
			[4, 6, 8, 8, 6, 4, 2, 1, 1],
		],
		['were refused', (process) => refuse(process, 39), [3, 5, 7, 8, 7, 4, 3, 1, 1, 1]],
		['were refused without a time', (process) => refuse(process), [4, 10, 10, 7, 4, 2, 1, 1, 1]],
		[
			'had no answer before the window was over',
			(process) => lateFor(process, [58, 57, 56, 55]),
			[4, 10, 10, 7, 4, 2, 1, 1, 1],
		],
	])('if they %s', async (_case, end, bursts) => {
		expect(await sentAfter(end)).toEqual(bursts);
	});
});
