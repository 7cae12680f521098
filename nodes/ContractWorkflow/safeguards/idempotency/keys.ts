import { clockOf } from '../../../shared/client/clock';
import { recentMap } from '../../../shared/client/recent';
import { sha256Of } from '../../../shared/rows/digest';
import { sentence } from '../../../shared/words/errors';
import { Explained, Supplemented } from '../../../shared/words/explained';
import type { Access } from '../../run/access';
import type { Tally } from '../../run/counts/tally';
import { isUnknown } from '../../run/outcome';
import type { Run } from '../../run/run';
import { inTurn } from '../../run/turns';
import type { Output } from '../../surroundings';
import type { KeyLedger, KeyState } from './keyLedger';
import { NoRoom, keyLedgerOf, mostEntries } from './keyLedger';

/** What is sent with a key, and its outcome, in one run. */
export interface Keys {
	/**
	 * Sends an item with its key, unless the key was used. With `takesOver`, also sends a key whose
	 * outcome is unknown.
	 * @throws {Explained} when the key cannot be stored; then nothing was sent.
	 */
	once(
		key: Key,
		send: () => Promise<readonly Output[]>,
		takesOver: boolean | undefined,
	): Promise<readonly Output[]>;
	/** Forgets a key once nothing is being sent with it, and returns its previous state. */
	release(key: Key): Promise<KeyState>;
	/** Writes the done keys once more, and reports what the builder should know about the keys. */
	end(): Promise<void>;
}

const waysOut =
	'To make room, turn on "Release Keys" in Options > Safety, and run once with items that will not be sent again. Or replace this node with a copy, which stores no keys. For more keys, use a PostgreSQL table with a unique key before this node.';

/** n8n could not store or forget a key. */
class KeyNotKept extends Explained {
	override readonly name = 'KeyNotKept';

	constructor(key: string, what: string, cause: unknown) {
		super(
			`n8n could not ${what} the key "${key}", so nothing was sent`,
			sentence(
				`Check that the workflow is saved, because n8n stores the keys with it. n8n reported: ${cause instanceof Error ? cause.message : String(cause)}`,
			),
			{ key },
		);
	}
}

/** The node has stored its maximum of keys, and this is a new one. */
class NoRoomForKey extends Explained {
	override readonly name = 'NoRoomForKey';

	constructor(key: string) {
		super(
			`This node has no room for the key "${key}", so nothing was sent`,
			`The node stores at most ${mostEntries} key entries, and never deletes a key by itself. ${waysOut}`,
			{ key },
		);
	}
}

const notHeld = (key: string, error: unknown): Explained =>
	error instanceof NoRoom ? new NoRoomForKey(key) : new KeyNotKept(key, 'store', error);

/** A key: its own text, and the name under which n8n stores it for a node. */
export interface Key {
	readonly text: string;
	readonly name: string;
}

/**
 * The key of an item. It differs by organization and endpoint. A new API key of the same
 * organization does not change it.
 * @throws {OrganizationUnknown} when the organization cannot be requested.
 */
export const keyOf = async (
	{ endpoint }: Run,
	{ baseUrl, organizationName }: Access,
	text: string,
): Promise<Key> => {
	const where = `${endpoint.method} ${baseUrl}${endpoint.path}`;
	return {
		text,
		name: sha256Of(JSON.stringify([where, await organizationName(), text]), 'base64url'),
	};
};

/** First responses that this process still has, as JSON: n8n's database stores only keys. */
const answers = recentMap<string>({ most: 1_000 });
const longestAnswer = 10_000;

const remember = (entry: string, outputs: readonly Output[]): void => {
	const text = JSON.stringify(outputs.map(({ json }) => json));
	if (text.length > longestAnswer) answers.delete(entry);
	else answers.set(entry, text);
};

const reasons: Readonly<Record<Exclude<KeyState, 'unused'>, (key: string) => string>> = {
	done: (key) => `Already sent with the key "${key}", so it was skipped.`,
	unknown: (key) =>
		`Already sent with the key "${key}", but the outcome is unknown, so it was skipped. If it was not carried out, release the key.`,
};

/** The output of an item whose key was used: the first response, if this process has it. */
const usedBefore = ({ text: key }: Key, entry: string, state: 'done' | 'unknown'): Output[] => {
	const not_sent_again = { key, state, reason: reasons[state](key) };
	const answer = state === 'done' ? answers.get(entry) : undefined;
	const first = answer === undefined ? [{}] : (JSON.parse(answer) as object[]);
	return first.map((json) => ({ json: { ...json, not_sent_again }, skipped: true }));
};

/** From this many entries, a hint says how much room is left. */
const nearlyAll = 0.8 * mostEntries;

const fullText = (count: number): string =>
	`This node has room for about ${Math.max(0, mostEntries - count)} more keys. After that, it refuses items with new keys. ${waysOut}`;

const unconfirmedText =
	'The node could not check its keys at the end of the run. Some of them may not be stored.';

const heldText = (count: number): string =>
	`${count === 1 ? '1 item was' : `${count} items were`} not sent, because the outcome of an earlier request with the same key is unknown. See "not_sent_again" in the output. If the earlier request was not carried out, run the items once with "Release Keys" on (Options > Safety). Then send them.`;

const heldOn = (key: string): string =>
	`Later runs do not send the key "${key}" again. To allow it, use "Release Keys" (Options > Safety).`;

/** What a run knows about its keys, and where it reports that. */
type Known = {
	readonly ledger: KeyLedger;
	readonly tally: Pick<Tally, 'remark'>;
	/** Names of keys whose items this run has sent. */
	readonly done: Set<string>;
	isUsed: boolean;
	/** Items that were not sent, because an outcome is unknown. */
	held: number;
};

/** Sends an item whose key is held, then marks the key as done or releases it. */
const sendHeld = async (
	{ ledger, tally, done }: Known,
	{ text, name }: Key,
	entry: string,
	send: () => Promise<readonly Output[]>,
): Promise<readonly Output[]> => {
	const notNoted = (what: string) => () =>
		tally.remark(
			`n8n could not store that the key "${text}" is ${what}, so its outcome counts as unknown.`,
		);
	const outputs = await send().catch(async (error: unknown) => {
		if (isUnknown(error))
			throw new Supplemented(error, { addition: heldOn(text), facts: { key: text } });
		await ledger.release(name).catch(notNoted('free again'));
		throw error;
	});
	remember(entry, outputs);
	done.add(name);
	await ledger.settle(name).catch(notNoted('done'));
	return outputs;
};

const endOf = async ({ ledger, tally, done, isUsed, held }: Known): Promise<void> => {
	if (!isUsed) return;
	if (held > 0) tally.remark(heldText(held));
	const confirmed = async (): Promise<number> => {
		await ledger.confirm([...done]);
		return await ledger.count();
	};
	// The request was sent, so its items are returned even if this fails.
	const count = await confirmed().catch(() => undefined);
	if (count === undefined) tally.remark(unconfirmedText);
	else if (count > nearlyAll) tally.remark(fullText(count));
};

/** The keys of a run. */
export const keysOf = ({ context, tally }: Run): Keys => {
	const ledger = keyLedgerOf(context);
	const known: Known = { ledger, tally, done: new Set(), isUsed: false, held: 0 };
	/** Runs alone in this process for its key. */
	const alone = async <Result>({ name }: Key, work: (entry: string) => Promise<Result>) => {
		const entry = `${ledger.node} ${name}`;
		return await inTurn(entry, clockOf(context), async () => await work(entry));
	};
	return {
		async once(key, send, takesOver) {
			known.isUsed = true;
			return await alone(key, async (entry) => {
				const state = await ledger.hold(key.name).catch((error: unknown) => {
					throw notHeld(key.text, error);
				});
				const isSent = state === 'unused' || (state === 'unknown' && takesOver);
				if (isSent) return await sendHeld(known, key, entry, send);
				if (state === 'unknown') known.held++;
				return usedBefore(key, entry, state);
			});
		},
		release: async (key) =>
			await alone(key, async (entry) => {
				const state = await ledger.forget(key.name).catch((error: unknown) => {
					throw new KeyNotKept(key.text, 'release', error);
				});
				answers.delete(entry);
				return state;
			}),
		end: async () => await endOf(known),
	};
};
