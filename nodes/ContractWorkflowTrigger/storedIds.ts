import type { IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { Deferred } from '../../src';
import { deferred } from '../../src';
import { clockOf, steadyNow } from '../shared/client/clock';
import { createRecent } from '../shared/client/recent';
import { shortDigest } from '../shared/rows/digest';
import type { IdMemory } from './idMemory';
import { merged, withDigest } from './idMemory';

/** What this process knows of the ids of one trigger, as digests. */
type KnownIds = {
	/** Of deliveries that n8n has taken. */
	kept: IdMemory;
	/** Of deliveries that are not answered yet. */
	readonly held: Map<string, Deferred>;
	/** Ends with the answer to the delivery that was handed to n8n last. */
	line: Promise<void>;
};

/**
 * By trigger. What n8n stores is not enough: deliveries that arrive at the same time each have a
 * copy of it. What is forgotten here is in what n8n has stored.
 */
const knownIds = createRecent<KnownIds>({
	most: 500,
	make: () => ({ kept: [], held: new Map(), line: Promise.resolve() }),
	isFree: ({ held }) => held.size === 0,
});

/** Longest wait for the answer to another delivery, in milliseconds. */
const longestWaitMs = 10_000;

/** What is used of n8n's response object, whose own types are not part of its package. */
interface AnsweredResponse {
	readonly headersSent: boolean;
	/** True without sent headers where the sender was gone before the answer. */
	readonly writableEnded: boolean;
	readonly statusCode: number;
}

const betweenWritesMs = 5;
const betweenLateWritesMs = 1_000;
const lateMs = 60_000;
const longestMs = 600_000;

/**
 * Whether n8n has stored the run of a delivery: it answers with 2xx right after that, and else with
 * an error. It stores what a webhook has changed between the two, if that is marked as changed, but
 * loses this mark when it prepares the run. So the data are written again until the sender is
 * answered.
 */
const isTaken = async (answer: AnsweredResponse, write: () => void): Promise<boolean> => {
	const begun = steadyNow();
	let waitMs = 0;
	while (!answer.headersSent && !answer.writableEnded) {
		const goneMs = steadyNow() - begun;
		if (goneMs > longestMs) return false;
		await sleep(waitMs);
		write();
		waitMs = goneMs > lateMs ? betweenLateWritesMs : betweenWritesMs;
	}
	return answer.statusCode >= 200 && answer.statusCode < 300;
};

const isMemory = (value: unknown): value is IdMemory =>
	Array.isArray(value) && value.every((id) => typeof id === 'string');

/** A delivery that is the only one of its id to be taken. */
interface Claim {
	/**
	 * To be called right before the delivery is handed to n8n: its id is kept when n8n has taken it.
	 * Waits for the delivery before, so that what n8n stores with one holds the ids of all before it.
	 */
	handOver(): Promise<void>;
	/** The delivery could not be handed to n8n: a repeat of it is taken. */
	release(): void;
}

/**
 * Asks to take the delivery of an id. A `repeat` was taken before, by what this process knows and
 * what n8n has stored. While another delivery of the id is being answered it waits for its outcome;
 * `underway` when that takes too long.
 */
export const claimId = async (
	context: IWebhookFunctions,
	id: string,
): Promise<Claim | 'repeat' | 'underway'> => {
	const known = knownIds(`${context.getWorkflow().id} ${context.getNode().id}`);
	const clock = clockOf(context);
	const stored = context.getWorkflowStaticData('node');
	const digest = shortDigest(id);
	if (isMemory(stored.deliveryIds)) known.kept = merged(stored.deliveryIds, known.kept);
	const until = clock.now() + longestWaitMs;
	for (;;) {
		if (known.kept.includes(digest)) return 'repeat';
		const other = known.held.get(digest);
		if (!other) break;
		const leftMs = until - clock.now();
		if (leftMs <= 0) return 'underway';
		await clock.sleep(leftMs, other.promise);
	}
	const hold = deferred();
	known.held.set(digest, hold);
	const end = (taken: boolean) => {
		if (taken) known.kept = withDigest(known.kept, digest);
		known.held.delete(digest);
		hold.settle();
	};
	const write = () => {
		stored.deliveryIds = [...withDigest(known.kept, digest)];
	};
	return {
		async handOver() {
			const before = known.line;
			known.line = hold.promise;
			await clock.sleep(longestWaitMs, before);
			write();
			void isTaken(context.getResponseObject() as AnsweredResponse, write).then(end);
		},
		release: () => end(false),
	};
};
