import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PollState } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import { poll } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import type { HttpRequest, Row } from '../../src';
import { createClient } from '../../src';
import { watchFor } from '../support/watches';

/** No end of the time for a poll. */
const hasTime = () => true;

interface ModelTask {
	readonly task_id: number;
	readonly created_at: string;
	readonly updated_at: string;
	readonly revision: number;
}

/** The text shows no order of the list, so the trigger must bear with any. */
const orders = {
	'newest created first': (one: ModelTask, other: ModelTask) => other.task_id - one.task_id,
	'oldest created first': (one: ModelTask, other: ModelTask) => one.task_id - other.task_id,
	'newest updated first': (one: ModelTask, other: ModelTask) =>
		other.updated_at.localeCompare(one.updated_at, 'en') || other.task_id - one.task_id,
	'oldest updated first': (one: ModelTask, other: ModelTask) =>
		one.updated_at.localeCompare(other.updated_at, 'en') || one.task_id - other.task_id,
} as const;

/** A list of tasks that changes between any two requests, with small pages. */
const changingList = (order: keyof typeof orders, coarseMs: number) => {
	const pageSize = 9;
	const tasks: ModelTask[] = [];
	let now = Date.UTC(2026, 4, 4);
	const stamp = () => new Date(Math.floor(now / coarseMs) * coarseMs).toISOString();
	const create = () => {
		const time = stamp();
		tasks.push({ task_id: tasks.length + 1, created_at: time, updated_at: time, revision: 0 });
	};
	const change = (index: number) => {
		const task = tasks[index % Math.max(tasks.length, 1)];
		if (task) Object.assign(task, { updated_at: stamp(), revision: task.revision + 1 });
	};
	const between: Array<() => void> = [];
	const client = createClient(({ body }: HttpRequest) => {
		const { offset, last_updated_at: since = '' } = JSON.parse(String(body?.join(''))) as {
			offset: number;
			last_updated_at?: string;
		};
		const matches = tasks.filter(({ updated_at }) => updated_at >= since).sort(orders[order]);
		const page = matches.slice(offset, offset + pageSize).map((task) => ({ ...task }));
		now += 1;
		between.shift()?.();
		return Promise.resolve({
			status: 200,
			headers: {},
			body: { tasks: page, total_count: matches.length },
		});
	});
	return {
		client,
		tasks,
		create,
		change,
		between,
		pass: (ms: number) => {
			now += ms;
		},
	};
};

const step = fc.record({
	kind: fc.constantFrom('create', 'change', 'change', 'pass'),
	index: fc.nat(),
	during: fc.boolean(),
});

it.each(Object.keys(orders) as Array<keyof typeof orders>)(
	'with %s every state that lasts comes out, and none twice, while the list changes under way',
	async (order) => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.array(step, { minLength: 20, maxLength: 80 }), { minLength: 1, maxLength: 4 }),
				fc.constantFrom(1, 1000),
				async (rounds, coarseMs) => {
					const list = changingList(order, coarseMs);
					// So many that the beginning of a reading moves up.
					for (let count = 0; count < 150; count++) {
						list.create();
						list.pass(30);
					}
					const watch = watchFor(list.client, 'taskUpdated');
					let state: PollState | undefined;
					const given: Row[] = [];
					const pollOnce = async () => {
						const result = await poll(watch, state, {
							now: Date.UTC(2026, 4, 4),
							backlog: true,
							hasTime,
						});
						// As n8n stores it.
						state = JSON.parse(JSON.stringify(result.state)) as PollState;
						given.push(...result.news.map(({ row }) => row));
					};
					for (const round of rounds) {
						for (const { kind, index, during } of round) {
							const act = () => {
								if (kind === 'create') list.create();
								else if (kind === 'change') list.change(index);
								else list.pass(700);
							};
							if (during) list.between.push(act);
							else act();
						}
						await pollOnce();
					}
					list.between.splice(0);
					await pollOnce();
					const seen = given.map(
						({ task_id, revision }) => `${String(task_id)} ${String(revision)}`,
					);
					expect(new Set(seen).size).toBe(seen.length);
					const missed = list.tasks.filter(
						({ task_id, revision }) => !seen.includes(`${task_id} ${revision}`),
					);
					expect(missed).toEqual([]);
				},
			),
			{ numRuns: 60 },
		);
	},
);

it('moves on where more tasks come with each answer, after at most two readings in full pages', async () => {
	const list = changingList('oldest created first', 1);
	const watch = watchFor(list.client, 'taskUpdated');
	for (let count = 0; count < 90; count++) {
		list.create();
		list.pass(30);
	}
	const answers = () => 100 - list.between.length;
	list.between.push(...Array.from({ length: 100 }, () => list.create));
	const first = await poll(watch, undefined, { now: 0, backlog: true, hasTime });
	// 110 tasks are 14 pages of nine, of which one is that of the page before.
	expect(answers()).toBeLessThanOrEqual(28);
	expect(first.state.from).not.toBe('');
	list.between.splice(0);
	const second = await poll(watch, first.state, { now: 0, backlog: true, hasTime });
	const given = [...first.news, ...second.news].map(({ row }) => row.task_id);
	expect(given.sort((one, other) => Number(one) - Number(other))).toEqual(
		list.tasks.map(({ task_id }) => task_id),
	);
});

interface ModelDocument {
	readonly document_id: number;
	readonly created_at: number;
}

type Place = Pick<ModelDocument, 'created_at' | 'document_id'>;

/** The text shows neither whether a cursor includes its own time, nor whether the last page has one. */
const cursors = {
	'behind a document': (one: ModelDocument, { created_at: time, document_id: id }: Place) =>
		one.created_at > time || (one.created_at === time && one.document_id > id),
	'at the time of a document': (one: ModelDocument, { created_at: time }: Place) =>
		one.created_at >= time,
} as const;

/** A search that grows, in which `perTime` documents have the same time. */
const growingSearch = (kind: keyof typeof cursors, perTime: number, endsWithCursor: boolean) => {
	const documents: ModelDocument[] = [];
	const add = () => {
		const id = documents.length + 1;
		documents.push({ document_id: id, created_at: Math.floor(id / perTime) });
		return id;
	};
	const given = new Map<string, Place>();
	const client = createClient(({ body }: HttpRequest) => {
		const { limit, last_created_at: cursor } = JSON.parse(String(body?.join(''))) as {
			limit: number;
			last_created_at?: string;
		};
		const place = cursor === undefined ? undefined : given.get(cursor);
		if (cursor !== undefined && !place) throw new Error(`${cursor} was given by no answer`);
		const matches = place ? documents.filter((one) => cursors[kind](one, place)) : documents;
		const page = matches.slice(0, limit);
		const last = page.at(-1);
		const hasNext = matches.length > page.length;
		const next = last && (hasNext || endsWithCursor) ? JSON.stringify(last) : null;
		if (next !== null && last) given.set(next, last);
		return Promise.resolve({
			status: 200,
			headers: {},
			body: { documents: page, has_next: hasNext, next_cursor: next },
		});
	});
	return { client, add };
};

it.each(Object.keys(cursors) as Array<keyof typeof cursors>)(
	'with a cursor %s every new document comes out once',
	async (kind) => {
		await fc.assert(
			fc.asyncProperty(
				fc.nat({ max: 450 }),
				fc.array(fc.nat({ max: 260 }), { minLength: 1, maxLength: 12 }),
				fc.constantFrom(1, 7, 40),
				fc.boolean(),
				async (before, rounds, perTime, endsWithCursor) => {
					const search = growingSearch(kind, perTime, endsWithCursor);
					const watch = watchFor(search.client, 'documentCreated');
					for (let count = 0; count < before; count++) search.add();
					let state: PollState | undefined;
					for (const size of [0, ...rounds]) {
						const created = Array.from({ length: size }, search.add);
						const result = await poll(watch, state, { now: 0, backlog: false, hasTime });
						state = JSON.parse(JSON.stringify(result.state)) as PollState;
						expect(result.news.map(({ row }) => row.document_id)).toEqual(created);
					}
				},
			),
			{ numRuns: 60 },
		);
	},
);
