import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { HttpRequest } from '../../src';
import type { Glitch, GlitchyOptions, Order } from '../support/glitchyService';
import { createRows, glitchyService, orders } from '../support/glitchyService';
import { idIn, watched } from '../support/watches';

/* How a trigger reads lists: long ones, ones that change meanwhile, and answers that are wrong. */

const polled = (event: string, options: GlitchyOptions = {}, backlog = false) => {
	const service = glitchyService(options);
	const trigger = watched(service.transport, event, { backlog });
	return {
		...trigger,
		service,
		create: (count: number, apartMs?: number) => createRows(service, count, apartMs),
		/** The IDs that come out, in their order. */
		ids: async () => (await trigger.poll()).map(idIn),
		/** The IDs that come out where answers go wrong, one after the other. */
		withAnswers: async (...glitches: Array<Glitch | undefined>) => {
			service.begin(() => glitches.shift());
			return (await trigger.poll()).map(idIn);
		},
		requestsOf: async (work: () => Promise<unknown>) => {
			const before = service.requests();
			await work();
			return service.requests() - before;
		},
	};
};

const from = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => first + index);
const everyOrder = Object.keys(orders) as Order[];
const minute = 60_000;

describe('many tasks at once', () => {
	it.each(everyOrder)(
		'10,000 with %s come out once, while others come and change',
		async (order) => {
			const { service, create, ids } = polled('taskUpdated', { order });
			create(50, minute);
			expect(await ids()).toEqual([]);
			create(10_000);
			expect(await ids()).toEqual(from(51, 10_000));
			service.change(500);
			create(1);
			expect(new Set(await ids())).toEqual(new Set([500, 10_051]));
			expect(await ids()).toEqual([]);
		},
	);

	it('5,000 in one second come out once, before and after others come', async () => {
		const { service, create, ids } = polled('taskCreated', { coarseMs: 1_000 });
		create(30, minute);
		await ids();
		create(5_000, 0);
		expect(await ids()).toEqual(from(31, 5_000));
		for (let count = 0; count < 4; count++) {
			service.pass(10 * minute);
			create(15);
			expect(await ids()).toEqual(from(5_031 + 15 * count, 15));
			expect(await ids()).toEqual([]);
		}
	});

	it('more than one poll reads fail it, with what to do, and a copy starts afresh', async () => {
		const { service, create, ids, poll, state } = polled('taskCreated');
		create(50, minute);
		await ids();
		const before = state();
		create(20_000, 100);
		await expect(poll()).rejects.toMatchObject({
			message: expect.stringMatching(/^20\d{3} tasks were .*, but one poll reads at most 20000$/),
			advice: expect.stringMatching(/^A copy of this node starts afresh; what came before/),
		});
		expect(state()).toBe(before);
		const copy = watched(service.transport, 'taskCreated');
		expect(await copy.poll()).toEqual([]);
		create(1);
		expect((await copy.poll()).map(idIn)).toEqual([20_051]);
	});
});

describe('a first poll', () => {
	it.each(everyOrder)('of 20,000 tasks with %s looks for the newest only', async (order) => {
		const { create, ids, poll, requestsOf, test } = polled('taskUpdated', { order });
		create(20_000, 1_000);
		expect(await requestsOf(poll)).toBeLessThanOrEqual(25);
		create(3);
		expect((await test()).map(idIn)).toEqual([20_003]);
		expect(await ids()).toEqual(from(20_001, 3));
		expect(await requestsOf(poll)).toBeLessThanOrEqual(2);
	});

	it('of 45,000 documents goes on in the next polls, before anything is news', async () => {
		const { create, ids, state } = polled('documentCreated');
		create(45_000);
		for (const isFirst of [true, true, undefined]) {
			expect(await ids()).toEqual([]);
			expect(state()?.isFirst).toBe(isFirst);
		}
		create(3);
		expect(await ids()).toEqual(from(45_001, 3));
	});

	it.each(['taskCreated', 'documentCreated'])(
		'of %s returns 15,000 if that is wanted',
		async (event) => {
			const { create, ids } = polled(event, {}, true);
			create(15_000);
			expect(await ids()).toEqual(from(1, 15_000));
			expect(await ids()).toEqual([]);
		},
	);

	it.each(['taskCreated', 'documentCreated'])(
		'of %s fails while its answer does',
		async (event) => {
			const { create, ids, withAnswers, state } = polled(event);
			create(450);
			await expect(withAnswers('partial')).rejects.toThrow(/^The service re/);
			expect(state()).toBeUndefined();
			expect(await ids()).toEqual([]);
			create(1);
			expect(await ids()).toEqual([451]);
		},
	);

	it('that is empty, with a total that is not 0, fails', async () => {
		const { create, withAnswers } = polled('taskCreated');
		create(31);
		await expect(withAnswers('empty')).rejects.toThrow('fewer tasks than it reported');
	});

	it('reads a list again whose tasks it cannot tell apart', async () => {
		const { create, ids, withAnswers } = polled('taskCreated');
		create(31);
		expect(await withAnswers('doubled')).toEqual([]);
		create(1);
		expect(await ids()).toEqual([32]);
		const { create: make, withAnswers: never } = polled('taskCreated');
		make(31);
		await expect(never(...Array<Glitch>(20).fill('doubled'))).rejects.toThrow('changed each time');
	});
});

it('documents are read on where a page failed', async () => {
	const { create, poll, withAnswers } = polled('documentCreated');
	create(250);
	await poll();
	create(1_000);
	const out = await withAnswers(undefined, undefined, undefined, 'refused');
	expect(out.length).toBeLessThan(1_000);
	out.push(...(await withAnswers()));
	expect(out).toEqual(from(251, 1_000));
});

it.each(['taskCreated', 'documentCreated'])(
	'%s: a test in the panel gives the newest of 15,000 and touches nothing',
	async (event) => {
		const { create, ids, test, state } = polled(event);
		expect(await test()).toEqual([]);
		create(15_000, 1_000);
		expect((await test()).map(idIn)).toEqual([15_000]);
		expect(state()).toBeUndefined();
		await ids();
		const before = state();
		create(1);
		expect((await test()).map(idIn)).toEqual([15_001]);
		expect(state()).toBe(before);
	},
);

describe.each([
	['taskCreated', 31],
	['documentCreated', 154],
])('%s: an answer between', (event, length) => {
	it('that is empty repeats nothing', async () => {
		const { create, ids, withAnswers } = polled(event);
		create(length);
		expect(await ids()).toEqual([]);
		expect(await withAnswers('lyingEmpty')).toEqual([]);
		expect(await ids()).toEqual([]);
		create(1);
		expect(await withAnswers('lyingEmpty')).toEqual([]);
		expect(await ids()).toEqual([length + 1]);
	});

	it.each<Glitch>(['refused', 'noJson', 'noTotal'])('that is %s fails the poll', async (glitch) => {
		const { create, ids, withAnswers, state } = polled(event);
		create(length);
		await ids();
		const before = state();
		create(1);
		await expect(withAnswers(glitch)).rejects.toThrow();
		expect(state()).toBe(before);
		expect(await ids()).toEqual([length + 1]);
	});
});

/** A service whose answers are given. */
const answering = (...bodies: object[]) => {
	const asked: Array<Record<string, unknown>> = [];
	return {
		asked,
		transport: async ({ body }: HttpRequest) => {
			asked.push(JSON.parse(String(body?.join(''))) as Record<string, unknown>);
			return await Promise.resolve({ status: 200, headers: {}, body: bodies.shift() ?? {} });
		},
	};
};

const time = (seconds: number) => new Date(Date.UTC(2026, 4, 4) + seconds * 1000).toISOString();
const task = (id: number, seconds: number) => ({ task_id: id, created_at: time(seconds) });
const listOf = (...tasks: unknown[]) => ({ tasks, total_count: tasks.length });

it.each<[string, number[], number | undefined]>([
	['are fewer than 20', from(0, 19).map((index) => index * 100), undefined],
	['are all of the last five minutes', from(0, 60), undefined],
	['are 30 of an hour', from(0, 30).map((index) => index * 120), 10 * 120],
	['are 60 of ten minutes', from(0, 60).map((index) => index * 10), 29 * 10],
	['are 60, of which one is from a clock ahead', [...from(0, 59), 10_000], 40],
])('where the tasks %s, the next poll starts at the right one', async (_what, times, start) => {
	const tasks = times.map((seconds, index) => task(index, seconds));
	const { asked, transport } = answering(listOf(...tasks.toReversed()), listOf());
	const { poll } = watched(transport, 'taskCreated');
	await poll();
	await poll();
	expect(asked[1]?.last_created_at).toBe(start === undefined ? undefined : time(start));
});

it('a row whose ID or time cannot be used is left out with a warning', async () => {
	const odd = [{}, { ...task(9, 1), task_id: '9' }, { task_id: 8, created_at: 'soon' }];
	const { transport } = answering(listOf(), listOf(...odd, task(7, 1)));
	const { poll, warnings } = watched(transport, 'taskCreated');
	await poll();
	expect((await poll()).map(idIn)).toEqual([7]);
	expect(warnings).toEqual(['Left out 3 of 4 rows without a valid ID or time']);
});

it('a task that gets into the chosen status again is given again', async () => {
	const at = (seconds: number, status: string) =>
		listOf({ ...task(1, 1), updated_at: time(seconds), status });
	const lists = [listOf(), at(1, 'completed'), at(2, 'pending'), at(3, 'completed')];
	const { poll } = watched(answering(...lists).transport, 'taskStatusIs');
	const given = [await poll(), await poll(), await poll(), await poll()];
	expect(given.map(({ length }) => length)).toEqual([0, 1, 0, 1]);
});

it.each<[string, string, object, RegExp]>([
	['a list without a count', 'taskCreated', { tasks: [] }, /did not report how many tasks/],
	[
		'a search that does not say whether it goes on',
		'documentCreated',
		{ documents: [], has_next: 'true' },
		/did not report if/,
	],
	[
		'a search that goes on without a row',
		'documentCreated',
		{ documents: [], has_next: true, next_cursor: '7' },
		/too few or no cursor$/,
	],
	[
		'a search that goes on without a cursor',
		'documentCreated',
		{ documents: from(1, 200).map((id) => ({ document_id: id })), has_next: true },
		/too few or no cursor$/,
	],
])('%s fails the poll', async (_what, event, body, message) => {
	const { poll } = watched(answering(body).transport, event);
	await expect(poll()).rejects.toThrow(message);
});

const step = fc.record({
	kind: fc.constantFrom('create', 'change', 'change', 'pass'),
	index: fc.nat(),
	during: fc.boolean(),
});

it.each(everyOrder)(
	'with %s every state that lasts comes out, and none twice, while the list changes under way',
	async (order) => {
		const rounds = fc.array(fc.array(step, { minLength: 20, maxLength: 80 }), { maxLength: 4 });
		await fc.assert(
			fc.asyncProperty(rounds, fc.constantFrom(1, 1000), async (given, coarseMs) => {
				const { service, create, poll } = polled('taskUpdated', { order, coarseMs }, true);
				create(250, 2_000);
				const between: Array<() => void> = [];
				service.begin(() => {
					between.shift()?.();
					return undefined;
				});
				const out: string[] = [];
				const pollOnce = async () => {
					for (const { row } of await poll())
						out.push(`${idIn({ row })} ${String(row.task_title)}`);
				};
				for (const round of given) {
					for (const { kind, index, during } of round) {
						const act = () => {
							if (kind === 'create') service.create();
							else if (kind === 'change') service.change(1 + (index % service.rows().length));
							else service.pass(40_000);
						};
						if (during) between.push(act);
						else act();
					}
					await pollOnce();
				}
				between.splice(0);
				await pollOnce();
				const told = new Set(out);
				expect(told.size).toBe(out.length);
				const missed = service
					.rows()
					.filter(({ id, revision }) => !told.has(`${id} revision ${revision}`));
				expect(missed).toEqual([]);
			}),
			{ numRuns: 25 },
		);
	},
);

/** The text shows neither whether a cursor includes its own time, nor whether the last page has one. */
const growingSearch = (isInclusive: boolean, perTime: number, endsWithCursor: boolean) => {
	const times: number[] = [];
	const transport = async ({ body }: HttpRequest) => {
		const { limit, last_created_at: cursor } = JSON.parse(String(body?.join(''))) as {
			limit: number;
			last_created_at?: string;
		};
		const [after = -1, id = -1] = (cursor ?? '').split('|').filter(Boolean).map(Number);
		const ids = [...times.keys()].filter((index) => {
			const time = times[index] ?? 0;
			return time > after || (time === after && (isInclusive || index > id));
		});
		const page = ids.slice(0, limit);
		const last = page.at(-1);
		const goesOn = ids.length > page.length;
		const next = last !== undefined && (goesOn || endsWithCursor) ? `${times[last]}|${last}` : null;
		return await Promise.resolve({
			status: 200,
			headers: {},
			body: {
				documents: page.map((index) => ({ document_id: index })),
				has_next: goesOn,
				next_cursor: next,
			},
		});
	};
	const add = () => times.push(Math.floor(times.length / perTime)) - 1;
	return { transport, add };
};

it.each([true, false])(
	'with cursors that include their time (%s) each document comes once',
	async (isInclusive) => {
		await fc.assert(
			fc.asyncProperty(
				fc.nat({ max: 450 }),
				fc.array(fc.nat({ max: 260 }), { minLength: 1, maxLength: 12 }),
				fc.constantFrom(1, 7, 40),
				fc.boolean(),
				async (before, rounds, perTime, endsWithCursor) => {
					const { transport, add } = growingSearch(isInclusive, perTime, endsWithCursor);
					const { poll } = watched(transport, 'documentCreated');
					for (let count = 0; count < before; count++) add();
					for (const size of [0, ...rounds]) {
						const created = Array.from({ length: size }, add);
						expect((await poll()).map(idIn)).toEqual(created);
					}
				},
			),
			{ numRuns: 40 },
		);
	},
);
