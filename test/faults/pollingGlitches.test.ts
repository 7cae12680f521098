import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PollState } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import type { Order } from '../support/glitchyService';
import { createRows, glitches, glitchyService, lies, orders } from '../support/glitchyService';
import { idIn, watched } from '../support/watches';

/*
 * Random histories of a service whose answers go wrong. A first answer that lies, and agrees with
 * itself, cannot be told from the truth, so a first poll has none. A later one may hide tasks for as
 * long as the point stays behind, which is five minutes: where answers lie, no more time passes.
 */

const change = fc.record({
	kind: fc.oneof(
		{ weight: 20, arbitrary: fc.constantFrom('create', 'change') },
		{ weight: 6, arbitrary: fc.constantFrom('status', 'remove') },
		{ weight: 2, arbitrary: fc.constant('burst') },
	),
	index: fc.nat({ max: 999 }),
	passMs: fc.constantFrom(0, 1, 700),
});

const history = fc.record({
	order: fc.constantFrom(...(Object.keys(orders) as Order[])),
	coarseMs: fc.constantFrom(1, 1000),
	before: fc.constantFrom(0, 5, 31, 60, 154, 450),
	mayLie: fc.boolean(),
	rounds: fc.array(
		fc.record({
			changes: fc.array(change, { maxLength: 6 }),
			/** n8n hands the items over and saves, dies between the two, or starts anew. */
			end: fc.constantFrom('saved', 'saved', 'saved', 'saved', 'crash', 'restart'),
		}),
		{ minLength: 20, maxLength: 40 },
	),
	/** One for each answer, over and over: most go well. */
	answers: fc.array(fc.nat({ max: 999 }), { minLength: 50, maxLength: 90 }),
	oftenness: fc.constantFrom(60, 150, 300),
});

type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** Lives through a history, and gives what came out, and what may come out twice. */
const live = async (event: string, given: History) => {
	const { order, coarseMs, before, rounds, answers, oftenness } = given;
	const searchBy = event === 'documentUpdated' ? 'updated' : 'created';
	const isDocument = event.startsWith('document');
	const service = glitchyService({ order, coarseMs, searchBy });
	for (let count = 0; count < before; count++) {
		service.create(count % 3 === 0 ? 'completed' : 'pending');
		service.pass(given.mayLie ? 30 : 9_000);
	}
	const present = service.rows();
	const trigger = watched(service.transport, event);
	const wrong = given.mayLie ? [...glitches, ...lies] : glitches;
	let answer = 0;
	const glitch = () => {
		const drawn = answers[answer++ % answers.length] ?? 999;
		return drawn < oftenness ? wrong[drawn % wrong.length] : undefined;
	};
	/** As n8n stores it, which it does when items are handed over. */
	let stored: PollState | undefined;
	const out: string[] = [];
	const twice: string[] = [];
	const pollOnce = async (end: string, isClean = false) => {
		service.begin(
			isClean ? () => undefined : glitch,
			!given.mayLie || !trigger.state() || trigger.state()?.isFirst === true,
		);
		const news = await trigger.poll().catch(() => undefined);
		if (!news) return;
		const names = news.map(
			({ row }) => `${idIn({ row })} ${String(row.task_title ?? row.summary)}`,
		);
		out.push(...names);
		if (end === 'crash' && stored) twice.push(...names);
		else if (!stored || names.length > 0) stored = trigger.state();
		if (end !== 'saved') trigger.goBack(stored);
	};
	// Publishing polls until it succeeds.
	for (let count = 0; !trigger.state(); count++) await pollOnce('saved', count > 20);
	for (const { changes, end } of rounds) {
		for (const { kind, index, passMs } of changes) {
			service.pass(passMs * (given.mayLie && !isDocument ? 1 : 900));
			const row = service.rows()[index % Math.max(service.rows().length, 1)];
			if (kind === 'create') service.create();
			else if (kind === 'burst') createRows(service, 145, 9);
			else if (row && kind === 'change') service.change(row.id);
			else if (row && kind === 'status') {
				service.change(row.id, row.status === 'completed' ? 'pending' : 'completed');
			} else if (row && index % 5 === 0) service.remove(row.id);
		}
		await pollOnce(end);
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

const idOf = (name: string) => name.split(' ', 1)[0] ?? '';

const holds = async (
	event: string,
	check: (result: Awaited<ReturnType<typeof live>>) => void,
): Promise<void> =>
	await fc.assert(
		fc.asyncProperty(history, async (given) => check(await live(event, given))),
		{ numRuns: 20 },
	);

it.each(['taskCreated', 'documentCreated'])(
	'%s: whatever goes wrong with answers, what comes comes out once',
	async (event) => {
		await holds(event, ({ out, twice, present, rows }) => {
			const before = new Set(present.map(({ id }) => String(id)));
			const ids = out.map(idOf);
			expect(doubled(ids, twice.map(idOf))).toEqual([]);
			expect(ids.filter((id) => before.has(id))).toEqual([]);
			const news = rows.map(({ id }) => String(id)).filter((id) => !before.has(id));
			expect(news.filter((id) => !ids.includes(id))).toEqual([]);
		});
	},
);

it.each(['taskUpdated', 'documentUpdated'])(
	'%s: whatever goes wrong with answers, what changes comes out once, as it is then',
	async (event) => {
		await holds(event, ({ out, twice, present, rows }) => {
			const before = new Set(present.map(({ id }) => String(id)));
			expect(doubled(out, twice)).toEqual([]);
			expect(out.filter((name) => before.has(idOf(name)) && name.endsWith(' 0'))).toEqual([]);
			const missed = rows
				.filter(({ id, revision }) => !before.has(String(id)) || revision > 0)
				.filter(({ id, revision }) => !out.includes(`${id} revision ${revision}`));
			expect(missed).toEqual([]);
		});
	},
);

it('Task Status Is: whatever goes wrong with answers, each task that is in the status has come out', async () => {
	await holds('taskStatusIs', ({ out, twice, present, rows }) => {
		expect(doubled(out, twice)).toEqual([]);
		const ids = new Set(out.map(idOf));
		const before = new Set(
			present.filter(({ status }) => status === 'completed').map(({ id }) => id),
		);
		const missed = rows.filter(
			({ id, status }) => status === 'completed' && !before.has(id) && !ids.has(String(id)),
		);
		expect(missed).toEqual([]);
	});
});
