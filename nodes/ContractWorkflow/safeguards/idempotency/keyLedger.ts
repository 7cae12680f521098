import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

/**
 * Most entries of a node. n8n is told of no bound, since it drops the oldest entries beyond one: a
 * new key without room is refused instead.
 */
export const mostEntries = 20_000;

/**
 * How a key stands: it was never used, or released (`unused`), the service confirmed what was sent
 * with it (`done`), or something was sent with it, or is being sent, and nobody knows more (`unknown`).
 */
export type KeyState = 'unused' | 'done' | 'unknown';

/** There is no room for a new key, which is not held. */
export class NoRoom extends Error {
	override readonly name = 'NoRoom';
}

/** What n8n offers to keep keys beyond an execution. */
type Store = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

/** Keys, by names of theirs, as n8n's database holds them for one node of one workflow. */
export interface KeyLedger {
	/** Tells the node from all others. */
	readonly node: string;
	/**
	 * Holds a key, durably, and gives how it stood; one that is done stays so.
	 * @throws {NoRoom} for a new key when there are as many entries as may be.
	 */
	hold(name: string): Promise<KeyState>;
	/** Makes a key that is held one that is done. */
	settle(name: string): Promise<void>;
	/** Forgets a key. */
	release(name: string): Promise<void>;
	/** Forgets a key, and gives how it stood. */
	forget(name: string): Promise<KeyState>;
	/** Writes keys that are done once more, should another process have written over them. */
	confirm(names: readonly string[]): Promise<void>;
	/** How many entries there are. */
	count(): Promise<number>;
}

type Wish = 'hold' | 'settle' | 'release' | 'forget' | 'confirm';

type Waiting = {
	readonly wish: Wish;
	readonly name: string;
	readonly store: Store;
	readonly granted: (state: KeyState) => void;
	readonly failed: (reason: unknown) => void;
};

const scope = 'node';
const options = { mode: 'entries' } as const;

/** Most wishes of one write: n8n looks through all entries for each one that it takes away. */
const mostAtOnce = 500;

/**
 * n8n stores no states, only whether it has an entry. So a key has two while it is held, and one of
 * them is taken away when it is done: n8n can only be asked about an entry by making it, and what a
 * crash leaves of such a question must not turn an unknown key into one that is done.
 */
const usedEntry = (name: string): string => `used ${name}`;
const openEntry = (name: string): string => `open ${name}`;

const wishing = (waiting: readonly Waiting[], ...wishes: readonly Wish[]): string[] =>
	waiting.filter(({ wish }) => wishes.includes(wish)).map(({ name }) => name);

const both = (name: string): string[] => [usedEntry(name), openEntry(name)];

const remove = async (store: Store, entries: readonly string[]): Promise<void> => {
	if (entries.length > 0) await store.removeProcessed([...entries], scope, options);
};

const countOf = async (store: Store): Promise<number> =>
	await store.getProcessedDataCount(scope, options);

/** Makes entries, and gives those that were there before. */
const record = async (
	store: Store,
	entries: readonly string[],
): Promise<ReadonlySet<string | number>> => {
	if (entries.length === 0) return new Set();
	const make = async () => await store.checkProcessedAndRecord([...entries], scope, options);
	const { processed } = await make().catch(async (error: unknown) => {
		// The first entry of a node makes its row, which another process may have made meanwhile.
		if (!/unique|duplicate/i.test(error instanceof Error ? error.message : '')) throw error;
		return await make();
	});
	return new Set(processed);
};

const stateIn = (before: ReadonlySet<string | number>, name: string): KeyState => {
	if (before.has(openEntry(name))) return 'unknown';
	return before.has(usedEntry(name)) ? 'done' : 'unused';
};

/** Those of the new keys for which there is no room beside `count` entries: each may need two. */
const withoutRoom = (names: readonly string[], count: number): string[] =>
	names.slice(Math.max(0, Math.floor((mostEntries - count) / 2)));

/**
 * Grants the wishes of several in a few writes. No two of them are about one key, but that a run may
 * confirm a key for which another waits: what is confirmed comes first.
 */
const grant = async (store: Store, waiting: readonly Waiting[]): Promise<void> => {
	const gone = wishing(waiting, 'release').flatMap(both);
	await remove(store, [...wishing(waiting, 'settle').map(openEntry), ...gone]);
	const confirmed = wishing(waiting, 'confirm');
	const kept = await record(store, confirmed.map(usedEntry));
	const overwritten = confirmed.filter((name) => !kept.has(usedEntry(name)));
	const held = wishing(waiting, 'hold');
	const count = held.length > 0 ? await countOf(store) : 0;
	const before = await record(store, wishing(waiting, 'hold', 'forget').flatMap(both));
	const heldThatAre = (state: KeyState) => held.filter((name) => stateIn(before, name) === state);
	const refused = new Set(withoutRoom(heldThatAre('unused'), count));
	await remove(store, [
		...[...wishing(waiting, 'forget'), ...refused].flatMap(both),
		...[...heldThatAre('done'), ...overwritten].map(openEntry),
	]);
	for (const { wish, name, granted, failed } of waiting) {
		if (wish === 'hold' && refused.has(name)) failed(new NoRoom());
		else granted(stateIn(before, name));
	}
};

/** Who waits for the keys of a node, in this process: n8n reads and writes all of them at a time. */
const lines = new Map<string, Waiting[]>();

const serve = async (line: Waiting[], node: string): Promise<void> => {
	while (line.length > 0) {
		// What is asked for at the same time goes into one write.
		await sleep(0);
		const waiting = line.splice(0, mostAtOnce);
		const [first] = waiting;
		if (!first) break;
		await grant(first.store, waiting).catch((error: unknown) => {
			for (const { failed } of waiting) failed(error);
		});
	}
	lines.delete(node);
};

/** The keys of the node that runs. */
export const keyLedgerOf = (context: IExecuteFunctions): KeyLedger => {
	const store = context.helpers;
	const node = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	const ask = async (wish: Wish, name: string): Promise<KeyState> =>
		await new Promise((granted, failed) => {
			const waiting = { wish, name, store, granted, failed };
			const line = lines.get(node);
			if (line) {
				line.push(waiting);
				return;
			}
			const opened = [waiting];
			lines.set(node, opened);
			void serve(opened, node);
		});
	return {
		node,
		hold: async (name) => await ask('hold', name),
		async settle(name) {
			await ask('settle', name);
		},
		async release(name) {
			await ask('release', name);
		},
		forget: async (name) => await ask('forget', name),
		async confirm(names) {
			await Promise.all(names.map(async (name) => await ask('confirm', name)));
		},
		count: async () => await countOf(store),
	};
};
