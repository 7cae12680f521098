import { describe, expect, it } from '@jest/globals';
import type { PollState } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import { newest, poll } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import { createClient } from '../../src';
import type { GlitchyOptions, Order } from '../support/glitchyService';
import { glitchyService, orders } from '../support/glitchyService';
import { watchFor } from '../support/watches';

/** A watch of a long list, polled as n8n polls it. */
const watched = (event: string, options: GlitchyOptions = {}, backlog = false) => {
	const service = glitchyService(options);
	const watch = watchFor(createClient(service.transport), event);
	let state: PollState | undefined;
	return {
		service,
		create: (count: number) => {
			for (let made = 0; made < count; made++) {
				service.create();
				service.pass(10);
			}
		},
		state: () => state,
		test: async () =>
			(await newest(watch, state, { now: service.now(), hasTime: () => true }))?.row,
		/** The ids that come out, and what it took. */
		poll: async (hasTime = () => true) => {
			const before = service.requests();
			const result = await poll(watch, state, { now: service.now(), backlog, hasTime });
			state = JSON.parse(JSON.stringify(result.state)) as PollState;
			const ids = result.news.map(({ row }) => Number(row.task_id ?? row.document_id));
			return { ids, requests: service.requests() - before };
		},
	};
};

const sortedOf = (ids: readonly number[]) => [...ids].sort((one, other) => one - other);
const from = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => first + index);

describe('50,000 tasks that came since the last poll', () => {
	it.each(Object.keys(orders) as Order[])(
		'with %s come out in a few polls, each once, while others come and change',
		async (order) => {
			const { service, create, poll: pollOnce, state } = watched('taskCreated', { order });
			create(50);
			expect((await pollOnce()).ids).toEqual([]);
			// A shuffled list takes the test itself long to sort.
			const news = order === 'shuffled' ? 20_000 : 50_000;
			create(news);
			const out: number[] = [];
			let polls = 0;
			for (; polls < 14; polls++) {
				const { ids, requests } = await pollOnce();
				expect(requests).toBeLessThanOrEqual(54);
				out.push(...ids);
				if (polls < 3) {
					create(3);
					service.change(polls * 100 + 60);
				}
			}
			expect(sortedOf(out)).toEqual(from(51, news + 9));
			// Nothing is left behind in what is stored, and an unchanged list costs one request again.
			expect(JSON.stringify(state()).length).toBeLessThan(10_000);
			expect(await pollOnce()).toEqual({ ids: [], requests: 1 });
		},
	);

	it('are read on where a poll failed or its time was over', async () => {
		const { service, create, poll: pollOnce } = watched('taskUpdated');
		create(50);
		await pollOnce();
		create(9_000);
		const out: number[] = [];
		let answers = 0;
		service.begin(() => (++answers % 9 === 0 ? 'refused' : undefined));
		for (let polls = 0; polls < 12; polls++) {
			const { ids } = await pollOnce().catch(() => ({ ids: [] }));
			out.push(...ids);
		}
		expect(sortedOf(out)).toEqual(from(51, 9_000));
		create(9_000);
		service.begin(() => undefined);
		for (let polls = 0; polls < 60; polls++) out.push(...(await pollOnce(() => false)).ids);
		expect(sortedOf(out)).toEqual(from(51, 18_000));
	});

	it('which leave the list under way let none slip through', async () => {
		const { service, create, poll: pollOnce } = watched('taskCreated');
		create(50);
		await pollOnce();
		create(12_000);
		const out = (await pollOnce()).ids;
		for (let id = 60; id < 500; id++) service.remove(id);
		for (let polls = 0; polls < 4; polls++) out.push(...(await pollOnce()).ids);
		expect(sortedOf(out)).toEqual(from(51, 12_000));
	});
});

it('100,000 documents come out in a few polls, each once', async () => {
	const { create, poll: pollOnce } = watched('documentCreated');
	create(50);
	await pollOnce();
	create(100_000);
	const out: number[] = [];
	for (let polls = 0; polls < 12; polls++) {
		const { ids, requests } = await pollOnce();
		expect(requests).toBeLessThanOrEqual(52);
		out.push(...ids);
	}
	expect(out).toEqual(from(51, 100_000));
	expect((await pollOnce()).requests).toBe(1);
});

it('a search that is too long for one poll is read to its end before anything is news', async () => {
	const { create, poll: pollOnce, state } = watched('documentCreated');
	create(25_000);
	for (const isBeginning of [true, true, undefined]) {
		expect((await pollOnce()).ids).toEqual([]);
		expect(state()?.isBeginning).toBe(isBeginning);
	}
	create(3);
	expect((await pollOnce()).ids).toEqual(from(25_001, 3));
});

it.each(Object.keys(orders) as Order[])(
	'a first poll of 20,000 tasks with %s looks for their end only',
	async (order) => {
		const { create, poll: pollOnce, test } = watched('taskUpdated', { order });
		create(20_000);
		const { ids, requests } = await pollOnce();
		expect(ids).toEqual([]);
		expect(requests).toBeLessThanOrEqual(45);
		create(3);
		expect(await test()).toMatchObject({ task_id: 20_003 });
		expect((await pollOnce()).ids).toEqual(from(20_001, 3));
	},
);

it.each(['taskCreated', 'documentCreated'] as const)(
	'%s: all that is there comes out where it is asked for',
	async (event) => {
		const { create, poll: pollOnce } = watched(event, {}, true);
		create(15_000);
		const out: number[] = [];
		for (let polls = 0; polls < 4; polls++) out.push(...(await pollOnce()).ids);
		expect(sortedOf(out)).toEqual(from(1, 15_000));
	},
);

it.each(['taskCreated', 'documentCreated'] as const)(
	'%s: a test in the panel gives the newest of 15,000 and moves nothing',
	async (event) => {
		const { create, test, state } = watched(event);
		create(15_000);
		expect(await test()).toMatchObject({
			[event === 'taskCreated' ? 'task_id' : 'document_id']: 15_000,
		});
		expect(state()).toBeUndefined();
	},
);

it('6,000 tasks of the very same time are there at a first poll, and none is news', async () => {
	const { service, poll: pollOnce } = watched('taskCreated', { coarseMs: 1e9 });
	for (let count = 0; count < 6_000; count++) service.create();
	for (let polls = 0; polls < 4; polls++) expect((await pollOnce()).ids).toEqual([]);
	service.create();
	expect((await pollOnce()).ids).toEqual([6_001]);
});

it('a list whose second reading is empty, though it agrees with itself, hides no task of the first', async () => {
	const { service, create, poll: pollOnce } = watched('taskUpdated', { pageSize: 23 });
	expect((await pollOnce()).ids).toEqual([]);
	create(53);
	const answers = ['', 'partial', '', '', '', 'lyingEmpty'] as const;
	let answer = 0;
	service.begin(() => answers[answer++] || undefined);
	const out = (await pollOnce()).ids;
	expect(answer).toBe(answers.length);
	expect(out.length).toBeLessThan(53);
	service.begin(() => undefined);
	out.push(...(await pollOnce()).ids);
	expect(sortedOf(out)).toEqual(from(1, 53));
});
