import { describe, expect, it } from '@jest/globals';
import type { Answered } from './rateLimitProcess';
import { createProcess } from './rateLimitProcess';

/** A process with so many requests in flight. */
const sending = async (count: number, usualLimit?: number | null) => {
	const process = createProcess(usualLimit);
	for (let sent = 0; sent < count; sent++) await process.send();
	return process;
};

it('knows no window before the first report', async () => {
	const process = await sending(3);
	expect(process.room()).toBe(Infinity);
	process.answer();
	expect(process.room()).toBe(Infinity);
	expect(await process.sendAll()).toBe(1_500);
});

it('counts requests in flight as used', async () => {
	const process = await sending(3, 10);
	process.answer({ left: 5 });
	expect(process.room()).toBe(3);
	process.fail();
	process.fail();
	expect(process.room()).toBe(5);
});

it('has no less than no room, however many are in flight', async () => {
	const process = await sending(9);
	process.answer({ left: 5 });
	expect(process.room()).toBe(0);
});

it('knows nothing of the room of a new window', async () => {
	const process = await sending(1, 10);
	process.answer({ left: 5 });
	process.at(39.999);
	expect(process.room()).toBe(5);
	process.at(40);
	expect(process.room()).toBe(Infinity);
});

describe('answers that overtake each other', () => {
	it.each<[string, number]>([
		['the lowest number of those that were sent before a report counts', 7],
		['a lower number counts', 3],
	])('%s', async (_case, left) => {
		const process = await sending(2);
		process.at(1);
		process.answer({ left: 5 });
		process.at(2);
		process.answer({ left });
		expect(process.room()).toBe(Math.min(left, 5));
	});

	it.each([1, 3])(
		'a request that is sent %s s after the start may raise the number',
		async (at) => {
			const process = await sending(1);
			process.at(1);
			process.answer({ left: 5 });
			process.at(at);
			await process.send();
			process.at(4);
			process.answer({ left: 9 });
			expect(process.room()).toBe(9);
		},
	);

	it('a request that is sent before the same number is reported again may not raise it', async () => {
		const process = await sending(2);
		process.at(1);
		process.answer({ left: 5 });
		process.at(2);
		await process.send();
		process.at(3);
		process.answer({ left: 5 });
		process.at(4);
		process.answer({ left: 9 });
		expect(process.room()).toBe(5);
	});
});

describe('an answer that comes after the end of the window', () => {
	/** One request is sent shortly before the end, and answered one second after it. */
	const late = async (sentAt: number, ends: number) => {
		const process = await sending(1);
		process.answer({ left: 500 });
		process.at(sentAt);
		await process.send();
		process.at(41);
		process.answer({ left: 400, ends });
		return process.room();
	};

	it.each<[string, number, number, number]>([
		['tells nothing if it is about the old window', 39, 42, Infinity],
		['tells nothing if it may be about the old window', 39, 43, Infinity],
		['is about the next window if its time is too long for the old one', 39, 44, 400],
		['is about the next window, whose whole time is left', 39, 100, 400],
		['tells nothing if it was sent in the last second', 39.5, 42, Infinity],
		['is about the next window if it was sent at the end', 40, 42, 400],
	])('%s', async (_case, sentAt, ends, room) => {
		expect(await late(sentAt, ends)).toBe(room);
	});

	it('tells nothing if it was refused in the old window', async () => {
		const process = await sending(1);
		process.answer({ left: 500 });
		await process.send();
		process.at(41);
		process.answer({ status: 429, retryAfter: 1 });
		expect(await process.send()).toBe('sent');
		process.answer({ left: 999, ends: 100 });
		expect(process.room()).toBe(999);
	});
});

describe('a service that answers though nothing is left', () => {
	const servesOn = async () => {
		const process = await sending(1);
		process.answer({ left: 0 });
		expect(await process.send()).toBe(2_000);
		process.at(1.5);
		expect(await process.send()).toBe(500);
		process.at(2);
		expect(await process.send()).toBe('sent');
		expect(process.room()).toBe(0);
		process.answer({ left: 0 });
		return process;
	};

	it('is asked without a limit until it reports that something is left', async () => {
		const process = await servesOn();
		expect(process.room()).toBe(Infinity);
		await process.send();
		process.answer({ left: 4 });
		expect(process.room()).toBe(4);
		await process.send();
		process.answer({ left: 0 });
		expect(process.room()).toBe(Infinity);
	});

	it('is asked without a limit in the next window, too', async () => {
		const process = await servesOn();
		process.at(40);
		await process.send();
		process.answer({ left: 0, ends: 100 });
		expect(process.room()).toBe(Infinity);
		await process.send();
		process.answer({ left: 0, ends: 100 });
		expect(process.room()).toBe(Infinity);
		process.at(100);
		await process.send();
		process.answer({ left: 3, ends: 160 });
		expect(process.room()).toBe(3);
	});

	it('is believed again once it refuses', async () => {
		const process = await servesOn();
		await process.send();
		await process.send();
		process.at(3);
		process.answer({ status: 429, retryAfter: 30 });
		process.answer({ left: 0 });
		expect(process.room()).toBe(0);
		expect(await process.send()).toBe(30_000);
	});

	it('is not meant if both requests were sent before the first report', async () => {
		const process = await sending(2);
		process.at(0.5);
		process.answer({ left: 0 });
		process.at(1);
		process.answer({ left: 0 });
		expect(process.room()).toBe(0);
		expect(await process.send()).toBe(39_000);
	});

	it('is not meant if it reported more in between', async () => {
		const process = await sending(1);
		process.answer({ left: 0 });
		process.at(2);
		await process.send();
		process.answer({ left: 3 });
		await process.send();
		process.answer({ left: 0 });
		expect(process.room()).toBe(0);
	});
});

describe('whether the only report, that nothing is left, is checked after 2 s', () => {
	it.each<[string, Answered[], number]>([
		['it is checked', [{ left: 0 }], 2_000],
		['it is believed if the window has only one request', [{ left: 0, limit: 1 }], 40_000],
		['it is believed after a report of more', [{ left: 1 }, { left: 0 }], 40_000],
		['it is believed if a report of more comes later', [{ left: 0 }, { left: 3 }], 40_000],
		['it is believed after a 429', [{ status: 429, retryAfter: 40 }], 40_000],
	])('%s', async (_case, answers, waitMs) => {
		const process = await sending(answers.length);
		// The second request is sent before the first report, so it cannot raise the number.
		process.at(1);
		answers.forEach((answered) => process.answer(answered));
		expect(await process.send()).toBe(waitMs - (waitMs > 2_000 && !answers[0]?.status ? 1_000 : 0));
	});

	it('a report of more at the very same time is no doubt about the next one', async () => {
		const process = await sending(1);
		process.answer({ left: 0 });
		await process.send({ maxWaitMs: 0 });
		await process.send({ maxWaitMs: 0 });
		process.answer({ left: 3 });
		process.answer({ left: 0 });
		expect(await process.send()).toBe(40_000);
	});
});

describe('a 429', () => {
	it('without a time is not counted again if a request was in flight', async () => {
		const process = await sending(2);
		process.at(0.1);
		process.answer({ status: 429 });
		process.at(0.2);
		process.answer({ status: 429 });
		expect(await process.send()).toBe(400);
	});

	it('without a time closes for half a second, also beyond the end of the window', async () => {
		const process = await sending(2);
		process.answer({ left: 500 });
		process.at(39.8);
		process.answer({ status: 429 });
		expect(await process.send()).toBe(500);
	});

	it('closes no longer than until the end of the window', async () => {
		const process = await sending(2);
		process.answer({ left: 5 });
		process.answer({ status: 429, retryAfter: 50 });
		expect(await process.send()).toBe(40_000);
	});

	it('closes for its own time if the end of the window was a guess', async () => {
		const process = await sending(2);
		process.answer({ status: 429 });
		process.answer({ status: 429, retryAfter: 10 });
		expect(await process.send()).toBe(10_000);
	});

	it('with a time, as the first answer, does not make later answers old ones', async () => {
		const process = await sending(2, 10);
		process.at(0.5);
		process.answer({ status: 429, retryAfter: 10 });
		process.at(0.6);
		process.answer({ left: 0, ends: 9 });
		expect(await process.send()).toBe(9_000);
	});
});

describe('a clock that is set back', () => {
	it('ends the window only if it would then be longer than any', async () => {
		const process = await sending(1, 10);
		process.answer({ left: 5, ends: 61 });
		expect(process.room()).toBe(5);
		process.at(-0.001);
		expect(process.room()).toBe(Infinity);
	});

	it('does not make requests wait', async () => {
		const process = await sending(1);
		process.answer({ left: 0 });
		expect(await process.send()).toBe(2_000);
		process.at(-3_600);
		expect(await process.send()).toBe('sent');
	});

	it('does not mix the reports from before with those that follow', async () => {
		const process = await sending(1);
		process.answer({ left: 3 });
		process.at(-3_600);
		await process.send();
		process.answer({ left: 7, ends: -3_560 });
		expect(process.room()).toBe(7);
	});
});
