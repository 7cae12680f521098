import { sleep } from 'n8n-workflow';
import type { Clock } from '../../../src';
import { ApiError, deferred, isOutcomeUnknown } from '../../../src';
import { Explained } from '../../shared/words/explained';
import type { Write } from './types';

/** How entries follow each other. */
interface Order<Entry> {
	/** Returns undefined for an entry with a lane of its own. */
	readonly laneOf?: (entry: Entry) => string | undefined;
	/** Awaited before an entry begins. */
	readonly begins?: () => Promise<void>;
}

/**
 * Calls `work` for each entry, `parallel` at a time. Entries of the same lane follow each other, so
 * that a comment cannot overtake another on the same task. Once `work` returns false, no new entry
 * is started, and those in progress are awaited.
 */
export const inLanes = async <Entry>(
	entries: Iterable<Entry>,
	parallel: number,
	work: (entry: Entry) => Promise<boolean>,
	{ laneOf, begins }: Order<Entry> = {},
): Promise<void> => {
	const lanes = new Map<unknown, Entry[]>();
	for (const entry of entries) {
		const lane = laneOf?.(entry) ?? entry;
		const others = lanes.get(lane);
		if (others) others.push(entry);
		else lanes.set(lane, [entry]);
	}
	let goesOn = true;
	const waiting = lanes.values();
	const walk = async () => {
		for (const lane of waiting) {
			for (const entry of lane) {
				await begins?.();
				if (!goesOn) return;
				goesOn = (await work(entry)) && goesOn;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(parallel, lanes.size) }, walk));
};

const mostInOneTurn = 2;

/**
 * A gate for items that begin: two pass in each turn of the event loop. Of 50 that began together,
 * the answers came together too, and n8n's process worked and idled by turns.
 */
export const pace = (): (() => Promise<void>) => {
	let begun = 0;
	let turn: Promise<void> | undefined;
	return async () => {
		while (begun >= mostInOneTurn) await turn;
		begun++;
		turn ??= sleep(0).then(() => {
			begun = 0;
			turn = undefined;
		});
	};
};

/** The end of the queue of each key in this process. One caller per key works at a time. */
const lines = new Map<string, Promise<void>>();

/**
 * Calls `work` when all earlier calls with the same `key` have ended, first come, first served.
 * @param clock the caller's; without it, the caller waits even when it must stop
 * @throws {Explained} when the caller must stop while it waits.
 */
export const inTurn = async <Result>(
	key: string,
	clock: Clock | undefined,
	work: () => Promise<Result>,
): Promise<Result> => {
	const before = lines.get(key);
	const turn = deferred();
	const line = before ? before.then(() => turn.promise) : turn.promise;
	lines.set(key, line);
	// Not when this caller ends: if it was stopped while it waited, the one before still works.
	void line.then(() => lines.get(key) === line && lines.delete(key));
	try {
		if (before) await (clock ? clock.sleep(Infinity, before) : before);
		return await work();
	} finally {
		turn.settle();
	}
};

/** Unknown outcomes in a row after which nothing more is sent. */
const mostUnknown = 3;

const unsent = (): Explained =>
	new Explained(
		'Not sent, because the three requests before it had no answer',
		'First look at the items whose outcome is unknown. Send this one again when the service answers.',
	);

/** Whether the service decided about a request, as the API text documents it. */
const isAnswer = (error: unknown): boolean =>
	error instanceof ApiError && error.isDocumented && !error.outcomeUnknown;

/**
 * Leaves few unknown outcomes where a run goes on after errors. After the first one, an item waits
 * until no other is in flight, so they go one at a time until one is answered. After three in a row,
 * the rest is not sent.
 */
export const oneByOneOnOverload = (write: Write): Write => {
	const inFlight = new Set<Promise<unknown>>();
	let unknown = 0;
	const failed = (error: unknown) => {
		if (isOutcomeUnknown(error)) unknown++;
		if (isAnswer(error)) unknown = 0;
	};
	const answered = () => {
		unknown = 0;
	};
	return async (attempt) => {
		while (unknown > 0 && inFlight.size > 0) await Promise.race(inFlight);
		if (unknown >= mostUnknown) throw unsent();
		const sending = write(attempt);
		const ended: Promise<unknown> = sending
			.then(answered, failed)
			.then(() => inFlight.delete(ended));
		inFlight.add(ended);
		return await sending;
	};
};
