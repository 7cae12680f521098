import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PollState } from '../../../nodes/ContractWorkflowPollingTrigger/poll';
import type { Row } from '../../../src';
import type { ListedRow } from '../../support/changingLists';
import { changingLists, withRows } from '../../support/changingLists';
import { seed } from '../../support/seed';
import type { Answer } from '../../support/trace';
import { idIn, watched } from '../../support/watches';

/* Random histories of lists that change between and during polls, and whose answers go wrong. */

/** The text shows no order of the list of tasks. */
const orders: ReadonlyArray<(one: ListedRow, other: ListedRow) => number> = [
	(one, other) => other.task_id - one.task_id,
	(one, other) => one.task_id - other.task_id,
	(one, other) => other.turn - one.turn,
	(one, other) => one.turn - other.turn,
	(one, other) => ((one.task_id * 7919) % 101) - ((other.task_id * 7919) % 101),
];

const refused = (): Answer => ({ status: 501, body: { detail: 'x' } });
/** What goes wrong with an answer so that a reader can tell. */
const wrong: ReadonlyArray<(body: Row) => Answer> = [
	refused,
	() => ({ body: '<html>' }),
	(body) => ({ body: { ...body, total_count: '31', has_next: 'true' } }),
	withRows(() => []),
	withRows((rows) => rows.filter((_row, index) => index % 3 !== 1)),
	withRows((rows) => rows.map((row, index) => (index % 4 === 1 ? rows[index - 1] : row))),
];

const history = fc.record({
	order: fc.constantFrom(...orders),
	coarseMs: fc.constantFrom(1, 1000),
	isInclusive: fc.boolean(),
	present: fc.constantFrom(0, 5, 31, 60, 154, 450),
	rounds: fc.array(
		fc.record({
			changes: fc.array(
				fc.record({
					count: fc.constantFrom(0, 0, 0, 0, 0, 1, 1, 1, 1, 145),
					index: fc.nat(),
					passMs: fc.constantFrom(0, 900, 630_000),
					during: fc.boolean(),
				}),
				{ maxLength: 6 },
			),
			/** n8n hands the items over and saves, dies between the two, or starts anew. */
			end: fc.constantFrom('saved', 'saved', 'saved', 'saved', 'crash', 'restart'),
		}),
		{ minLength: 5, maxLength: 25 },
	),
	/** Pages that each poll may read, over and over. */
	pages: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 7 }),
	/** One for each answer, over and over: most go well. */
	answers: fc.array(fc.nat({ max: 40 }), { minLength: 50, maxLength: 90 }),
});

type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** Lives through a history; the rows at its start and end, and what came out in polls that count. */
const live = async (event: string, nameOf: (row: Row) => string, given: History) => {
	const searchBy = event === 'documentUpdated' ? 'updated_at' : 'created_at';
	let answer: number | undefined = 0;
	const during: Array<() => void> = [];
	const instead = (body: Row) => {
		during.shift()?.();
		if (answer === undefined) return undefined;
		const found = wrong[40 - (given.answers[answer++ % given.answers.length] ?? 0)];
		// Nothing tells that the last page of a search lacks documents: at first, they would be news.
		return found && (body.has_next === false && !trigger.state() ? refused() : found(body));
	};
	const lists = changingLists({ ...given, searchBy, instead });
	lists.create(given.present, 9_000);
	const present = lists.rows().map(nameOf);
	let polls = 0;
	const pages = () => given.pages[polls++ % given.pages.length] ?? 1;
	const trigger = watched(lists.transport, event, { now: lists.now, pages });
	/** As n8n stores it, which it does when items are handed over. */
	let stored: PollState | undefined;
	const out: string[] = [];
	const pollOnce = async (end = 'saved') => {
		const news = await trigger.poll().catch(() => undefined);
		if (news && end !== 'crash') {
			out.push(...news.map(({ row }) => nameOf(row)));
			if (!stored || trigger.isSaved()) stored = trigger.state();
		}
		if (end !== 'saved') trigger.goBack(stored);
	};
	// Publishing polls until it succeeds. What happens before all is read counts as existing.
	while (trigger.state()?.position.isFirst !== undefined || !trigger.state()) await pollOnce();
	for (const { changes, end } of given.rounds) {
		for (const { count, index, passMs, during: isDuring } of changes) {
			const change = () => {
				lists.pass(passMs);
				if (count > 0) lists.create(count, 9);
				else lists.change(1 + (index % Math.max(lists.rows().length, 1)));
			};
			if (isDuring) during.push(change);
			else change();
		}
		await pollOnce(end);
	}
	during.splice(0);
	answer = undefined;
	for (let count = 0; count < 40; count++) await pollOnce();
	return { present, rows: lists.rows().map(nameOf), out };
};

it.each(['taskCreated', 'documentCreated', 'taskUpdated', 'documentUpdated'])(
	'%s: what comes or changes comes out once, as it is at last, and nothing else',
	async (event) => {
		const nameOf = (row: Row) =>
			`${idIn({ row })} ${event.endsWith('Created') ? '' : String(row.turn)}`;
		await fc.assert(
			fc.asyncProperty(history, async (given) => {
				const { present, rows, out } = await live(event, nameOf, given);
				const told = new Set(out);
				expect(out).toHaveLength(told.size);
				expect(present.filter((name) => told.has(name))).toEqual([]);
				const before = new Set(present);
				expect(rows.filter((name) => !before.has(name) && !told.has(name))).toEqual([]);
			}),
			{ seed, numRuns: 10 },
		);
	},
);
