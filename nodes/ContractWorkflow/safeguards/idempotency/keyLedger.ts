import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

/**
 * Maximum entries of a node. n8n gets no limit, because it would drop the oldest entries. A new key
 * without room is refused instead.
 */
export const mostEntries = 20_000;

/**
 * The state of a key. `unused`: never used, or released. `done`: the service confirmed what was
 * sent. `unknown`: something was sent or is being sent, and the outcome is not known.
 */
export type KeyState = 'unused' | 'done' | 'unknown';

/** There is no room for a new key, which was not stored. */
export class NoRoom extends Error {
	override readonly name = 'NoRoom';
}

/** The part of n8n that stores keys beyond an execution. */
type Store = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

/** Keys, by name, in n8n's database for one node of one workflow. */
export interface KeyLedger {
	/** Identifies the node. */
	readonly node: string;
	/**
	 * Stores a key durably as held, and returns its previous state. A key that is done stays so.
	 * @throws {NoRoom} for a new key when the maximum is reached.
	 */
	hold(name: string): Promise<KeyState>;
	/** Marks a held key as done. */
	settle(name: string): Promise<void>;
	/** Forgets a key. */
	release(name: string): Promise<void>;
	/** Forgets a key, and returns its previous state. */
	forget(name: string): Promise<KeyState>;
	/** Writes keys that are done once more, in case another process has overwritten them. */
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

/** Maximum requests in one write: n8n scans all entries for each one that it removes. */
const mostAtOnce = 500;

/**
 * n8n stores no states, only whether an entry exists. So a held key has two entries, and one of
 * them is removed when the key is done. Asking n8n about an entry creates it, and an entry left by
 * a crash must not turn an unknown key into a done one.
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

/** Creates entries, and returns those that already existed. */
const record = async (
	store: Store,
	entries: readonly string[],
): Promise<ReadonlySet<string | number>> => {
	if (entries.length === 0) return new Set();
	const make = async () => await store.checkProcessedAndRecord([...entries], scope, options);
	const { processed } = await make().catch(async (error: unknown) => {
		// The first entry of a node creates its row, which another process may have created at the same
		// time.
		if (!/unique|duplicate/i.test(error instanceof Error ? error.message : '')) throw error;
		return await make();
	});
	return new Set(processed);
};

const stateIn = (before: ReadonlySet<string | number>, name: string): KeyState => {
	if (before.has(openEntry(name))) return 'unknown';
	return before.has(usedEntry(name)) ? 'done' : 'unused';
};

/** The new keys for which there is no room beside `count` entries. Each may need two. */
const withoutRoom = (names: readonly string[], count: number): string[] =>
	names.slice(Math.max(0, Math.floor((mostEntries - count) / 2)));

/**
 * Serves several requests in a few writes. Two of them are never about one key, with one exception:
 * a run may confirm a key that another is waiting for. Confirmations come first.
 */
const grant = async (store: Store, waiting: readonly Waiting[]): Promise<void> => {
	const gone = wishing(waiting, 'release').flatMap(both);
	await remove(store, [...wishing(waiting, 'settle').map(openEntry), ...gone]);
	await record(store, wishing(waiting, 'confirm').map(usedEntry));
	const held = wishing(waiting, 'hold');
	const count = held.length > 0 ? await countOf(store) : 0;
	const before = await record(store, wishing(waiting, 'hold', 'forget').flatMap(both));
	const heldThatAre = (state: KeyState) => held.filter((name) => stateIn(before, name) === state);
	const refused = new Set(withoutRoom(heldThatAre('unused'), count));
	await remove(store, [
		...[...wishing(waiting, 'forget'), ...refused].flatMap(both),
		...heldThatAre('done').map(openEntry),
	]);
	for (const { name, granted, failed } of waiting) {
		if (refused.has(name)) failed(new NoRoom());
		else granted(stateIn(before, name));
	}
};

/**
 * The queue for the keys of each node in this process: n8n reads and writes all of them at a time.
 */
const lines = new Map<string, Waiting[]>();

const serve = async (line: Waiting[], node: string): Promise<void> => {
	while (line.length > 0) {
		// Combines simultaneous requests into one write.
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
