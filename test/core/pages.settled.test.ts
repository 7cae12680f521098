import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Paging } from '../../src';
import { pages } from '../../src/paging/pages';

/** The two ways in which a list tells how far it goes. */
const tellings = { 'its length': { total: 'total' }, 'whether it goes on': { more: 'more' } };
type Telling = keyof typeof tellings;

type Kind = 'come' | 'go' | 'move' | 'swap';

interface Change {
	readonly kind: Kind;
	readonly from: number;
	/** A place, or the end of the list where its order puts what is new or has changed. */
	readonly to: number | 'first' | 'last';
}

/** A list that may change before any answer. */
const modelOf = (telling: Telling, length: number, size: number) => {
	const ids = Array.from({ length }, (_, index) => index);
	const lasting = new Set(ids);
	let [longest, next] = [length, length];
	const insert = (id: number, to: Change['to']) => {
		const last = ids.length;
		ids.splice(to === 'first' ? 0 : to === 'last' ? last : to % (last + 1), 0, id);
		longest = Math.max(longest, ids.length);
	};
	const apply = ({ kind, from, to }: Change) => {
		if (kind === 'come') insert(next++, to);
		if (kind === 'come' || ids.length === 0) return;
		const [id = 0] = ids.splice(from % ids.length, 1);
		if (kind === 'go') lasting.delete(id);
		if (kind === 'move') insert(id, to);
		if (kind !== 'swap') return;
		const [other = id] = ids.splice(Number(to) % Math.max(ids.length, 1), 1, id);
		if (other !== id) insert(other, from % (ids.length + 1));
	};
	const answer = ({ offset, limit }: { offset: number; limit: number }) => {
		const end = offset + Math.min(limit, size);
		const rows = ids.slice(offset, end).map((id) => ({ id }));
		return { rows, total: ids.length, more: end < ids.length };
	};
	const page = { rows: 'rows', id: 'id', ...tellings[telling] };
	return { apply, answer, page, lasting, longest: () => longest };
};

interface Case {
	readonly length: number;
	readonly size: number;
	/** Whether the service gives smaller pages than it is asked for. */
	readonly isShort: boolean;
	readonly parallel: number;
	/** What happens before each answer, and how long that takes beside others under way. */
	readonly answers: ReadonlyArray<{ readonly changes: readonly Change[]; readonly turns: number }>;
}

const read = async (telling: Telling, { length, size, isShort, parallel, answers }: Case) => {
	const model = modelOf(telling, length, size);
	const page: Paging = { ...model.page, maxLimit: isShort ? 200 : size };
	let requests = 0;
	let settled = true;
	const fetch = async (asked: object) => {
		const { changes = [], turns = 0 } = answers[requests++] ?? {};
		for (let turn = 0; turn < turns; turn++) await Promise.resolve();
		for (const change of changes) model.apply(change);
		return model.answer(asked as { offset: number; limit: number });
	};
	const onUnsettled = () => {
		settled = false;
	};
	const ids: unknown[] = [];
	for await (const rows of pages(fetch, page, {}, { parallel, onUnsettled })) {
		ids.push(...rows.map(({ id }) => id));
	}
	const missing = [...model.lasting].filter((id) => !ids.includes(id));
	return { ids, missing, settled, requests, longest: model.longest() };
};

interface Circumstances {
	readonly kinds: readonly Kind[];
	readonly to?: 'first' | 'last';
	/** Whether the list is longer at each answer. */
	readonly grows?: true;
	readonly parallel?: readonly number[];
}

const come = (change: Change): Change => ({ ...change, kind: 'come' });

const casesOf = ({ kinds, to, grows, parallel = [1, 3] }: Circumstances): fc.Arbitrary<Case> => {
	const change = fc.record({
		kind: fc.constantFrom(...kinds),
		from: fc.nat(),
		to: to === undefined ? fc.nat() : fc.constant(to),
	});
	const some = fc.array(change, { maxLength: 2 });
	const growing = fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
		const gone = changes.filter(({ kind }) => kind === 'go');
		return [...changes, ...[...gone, ...changes.slice(0, 1)].map(come)];
	});
	return fc.record({
		length: fc.nat({ max: 40 }),
		// As many rows as a page has cannot come at each answer: then nothing on the next page is new.
		size: fc.integer({ min: grows ? 7 : 3, max: 9 }),
		isShort: fc.boolean(),
		parallel: fc.constantFrom(...parallel),
		answers: fc.array(fc.record({ changes: grows ? growing : some, turns: fc.nat({ max: 3 }) }), {
			minLength: grows ? 40 : 0,
			maxLength: 40,
		}),
	});
};
const allKinds: readonly Kind[] = ['come', 'go', 'move'];

it.each<[Telling, string, Circumstances]>([
	['its length', 'rows come and go', { kinds: ['come', 'go'] }],
	['its length', 'rows come and change places', { kinds: ['come', 'move', 'swap'] }],
	['its length', 'rows go and change places', { kinds: ['go', 'move', 'swap'] }],
	['its length', 'it grows and anything happens', { kinds: [...allKinds, 'swap'], grows: true }],
	['its length', 'the newest stand first', { kinds: allKinds, to: 'first', parallel: [1] }],
	['its length', 'the newest stand last', { kinds: allKinds, to: 'last', parallel: [1] }],
	['whether it goes on', 'rows come and go', { kinds: ['come', 'go'] }],
	['whether it goes on', 'rows change places', { kinds: ['move', 'swap'] }],
])(
	'a list that tells %s is settled only if none is missing, while %s',
	async (telling, _case, when) => {
		let settled = 0;
		await fc.assert(
			fc.asyncProperty(casesOf(when), async (given) => {
				const { ids, missing, requests, longest, ...end } = await read(telling, given);
				expect(new Set(ids).size).toBe(ids.length);
				if (end.settled) expect(missing).toEqual([]);
				if (end.settled) settled++;
				const quiet = await read(telling, { ...given, length: longest, answers: [] });
				expect(quiet.settled).toBe(true);
				expect(requests).toBeLessThanOrEqual(2 * quiet.requests);
			}),
			{ numRuns: 500 },
		);
		expect(settled).toBeGreaterThan(50);
	},
);

it('an empty answer, once, does not settle a list that had rows before', async () => {
	const page = { rows: 'rows', id: 'id', total: 'total', maxLimit: 3 };
	const before = [1, 2, 3, 4, 5, 6, 7];
	const after = [9, 1, 2, 3, 4, 5, 6, 7];
	const asked: number[] = [];
	// A row comes in front after the first page; the second reading is given nothing at all.
	const fetch = async ({ offset = 0, limit = 0 }: Readonly<Record<string, unknown>>) => {
		asked.push(Number(offset));
		const ids = asked.length === 1 ? before : after;
		const isAgain = asked.length > 1 && offset === 0;
		const shown = isAgain ? [] : ids.slice(Number(offset), Number(offset) + Number(limit));
		return await Promise.resolve({
			rows: shown.map((id) => ({ id })),
			total: isAgain ? 0 : ids.length,
		});
	};
	const given: unknown[] = [];
	let isUnsettled = false;
	const onUnsettled = () => {
		isUnsettled = true;
	};
	for await (const rows of pages(fetch, page, {}, { onUnsettled })) given.push(...rows);
	expect(asked.filter((offset) => offset === 0)).toHaveLength(2);
	expect(given).not.toContainEqual({ id: 9 });
	expect(isUnsettled).toBe(true);
});
