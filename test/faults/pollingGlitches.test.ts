import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PollState } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import { poll } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import type { Row } from '../../src';
import { createClient } from '../../src';
import type { Order } from '../support/glitchyService';
import { glitches, glitchyService, orders } from '../support/glitchyService';
import { watchFor } from '../support/watches';

const hasTime = () => true;

const change = fc.record({
	kind: fc.oneof(
		{ weight: 20, arbitrary: fc.constantFrom('create', 'change') },
		{ weight: 6, arbitrary: fc.constantFrom('status', 'remove') },
		{ weight: 2, arbitrary: fc.constant('burst') },
	),
	index: fc.nat({ max: 999 }),
	passMs: fc.constantFrom(0, 1, 700),
});

const round = fc.record({
	changes: fc.array(change, { maxLength: 6 }),
	/** What becomes of it: n8n hands the items over and saves, dies between the two, or starts anew. */
	end: fc.constantFrom('saved', 'saved', 'saved', 'saved', 'crash', 'restart'),
});

const history = fc.record({
	order: fc.constantFrom(...(Object.keys(orders) as Order[])),
	pageSize: fc.constantFrom(9, 23, 200, 200),
	coarseMs: fc.constantFrom(1, 1000),
	before: fc.constantFrom(0, 5, 31, 60, 154),
	rounds: fc.array(round, { minLength: 20, maxLength: 40 }),
	/** One for each answer, over and over: most go well. */
	answers: fc.array(fc.nat({ max: 999 }), { minLength: 50, maxLength: 90 }),
	oftenness: fc.constantFrom(60, 150, 300),
});

type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

let polls = 0;

/** Lives through a history, and gives what came out, and what may come out twice. */
const live = async (event: string, given: History) => {
	const { order, pageSize, coarseMs, before, rounds, answers, oftenness } = given;
	const searchBy = event === 'documentUpdated' ? 'updated' : 'created';
	const service = glitchyService({ order, pageSize, coarseMs, searchBy });
	for (let count = 0; count < before; count++) {
		service.create(count % 3 === 0 ? 'completed' : 'pending');
		service.pass(30);
	}
	const present = service.rows();
	const watch = watchFor(createClient(service.transport), event);
	let answer = 0;
	const glitch = () => {
		const drawn = answers[answer++ % answers.length] ?? 999;
		return drawn < oftenness ? glitches[drawn % glitches.length] : undefined;
	};
	let state: PollState | undefined;
	/** As n8n stores it, which it does when items are handed over. */
	let stored: string | undefined;
	const out: string[] = [];
	const twice: string[] = [];
	const nameOf = (row: Row) =>
		`${String(row.task_id ?? row.document_id)} ${String(row.task_title ?? row.summary)}`;
	const pollOnce = async (end: string, isClean: boolean) => {
		polls++;
		service.begin(isClean ? () => undefined : glitch);
		const result = await poll(watch, state, { now: service.now(), backlog: false, hasTime }).catch(
			() => undefined,
		);
		if (!result) return;
		const news = result.news.map(({ row }) => nameOf(row));
		out.push(...news);
		if (end === 'crash' && stored !== undefined) {
			twice.push(...news);
			state = JSON.parse(stored) as PollState;
			return;
		}
		const text = JSON.stringify(result.state);
		if (stored === undefined || news.length > 0) stored = text;
		state = JSON.parse(end === 'restart' ? stored : text) as PollState;
	};
	// Publishing polls until it succeeds.
	for (let count = 0; !state; count++) await pollOnce('saved', count > 20);
	for (const { changes, end } of rounds) {
		for (const { kind, index, passMs } of changes) {
			service.pass(passMs);
			const row = service.rows()[index % Math.max(service.rows().length, 1)];
			if (kind === 'create') service.create();
			// So many that the next poll begins behind some of them.
			else if (kind === 'burst') {
				for (let count = 0; count < 45; count++) {
					service.create();
					service.pass(9);
				}
			} else if (row && kind === 'change') service.change(row.id);
			else if (row && kind === 'status') {
				service.change(row.id, row.status === 'completed' ? 'pending' : 'completed');
			} else if (row && index % 5 === 0) service.remove(row.id);
		}
		await pollOnce(end, false);
	}
	for (let count = 0; count < 8; count++) await pollOnce('saved', true);
	return { out, twice, present, rows: service.rows() };
};

const doubled = (out: readonly string[], twice: readonly string[]) => {
	const allowed = [...twice];
	const met = new Set<string>();
	return out.filter((one) => {
		if (!met.has(one)) {
			met.add(one);
			return false;
		}
		const index = allowed.indexOf(one);
		if (index >= 0) allowed.splice(index, 1);
		return index < 0;
	});
};

const idOf = (name: string) => Number(name.split(' ', 1)[0]);

it.each(['taskCreated', 'documentCreated'] as const)(
	'%s: whatever goes wrong with answers, what comes comes out once',
	async (event) => {
		await fc.assert(
			fc.asyncProperty(history, async (given) => {
				const { out, twice, present, rows } = await live(event, given);
				const before = new Set(present.map(({ id }) => id));
				const ids = out.map((name) => String(idOf(name)));
				expect(
					doubled(
						ids,
						twice.map((name) => String(idOf(name))),
					),
				).toEqual([]);
				expect(ids.filter((id) => before.has(Number(id)))).toEqual([]);
				const missed = rows.filter(({ id }) => !before.has(id) && !ids.includes(String(id)));
				expect(missed).toEqual([]);
			}),
			{ numRuns: 60 },
		);
	},
);

it.each(['taskUpdated', 'documentUpdated'] as const)(
	'%s: whatever goes wrong with answers, what changes comes out once, as it is then',
	async (event) => {
		await fc.assert(
			fc.asyncProperty(history, async (given) => {
				const { out, twice, present, rows } = await live(event, given);
				const before = new Set(present.map(({ id }) => id));
				expect(doubled(out, twice)).toEqual([]);
				expect(out.filter((name) => before.has(idOf(name)) && name.endsWith(' 0'))).toEqual([]);
				const missed = rows
					.filter(({ id, revision }) => !before.has(id) || revision > 0)
					.filter(({ id, revision }) => !out.includes(`${id} revision ${revision}`));
				expect(missed).toEqual([]);
			}),
			{ numRuns: 60 },
		);
	},
);

it('Task Status Is: whatever goes wrong with answers, each task that is in the status has come out', async () => {
	await fc.assert(
		fc.asyncProperty(history, async (given) => {
			const { out, twice, present, rows } = await live('taskStatusIs', given);
			expect(doubled(out, twice)).toEqual([]);
			const ids = new Set(out.map(idOf));
			const before = new Set(
				present.filter(({ status }) => status === 'completed').map(({ id }) => id),
			);
			const missed = rows.filter(
				({ id, status }) => status === 'completed' && !before.has(id) && !ids.has(id),
			);
			expect(missed).toEqual([]);
		}),
		{ numRuns: 60 },
	);
});

it('these were ten thousand polls', () => expect(polls).toBeGreaterThan(10_000));
