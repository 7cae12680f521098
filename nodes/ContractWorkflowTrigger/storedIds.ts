import type { IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { Deferred } from '../../src';
import { deferred } from '../../src';
import { clockOf, steadyNow } from '../shared/client/clock';
import { createRecent } from '../shared/client/recent';
import { shortDigest } from '../shared/rows/digest';
import type { IdMemory } from './idMemory';
import { merged, withDigest } from './idMemory';

/** What this process knows about the ids of one trigger, as digests. */
type KnownIds = {
	/** Ids of deliveries that n8n has accepted. */
	kept: IdMemory;
	/** Ids of deliveries without a response yet. */
	readonly held: Map<string, Deferred>;
	/** Resolves with the response to the delivery that was last passed to n8n. */
	line: Promise<void>;
};

/**
 * By trigger. n8n's stored data is not enough: simultaneous deliveries each have a copy of it. Ids
 * that are forgotten here are in n8n's stored data.
 */
const knownIds = createRecent<KnownIds>({
	most: 500,
	make: () => ({ kept: [], held: new Map(), line: Promise.resolve() }),
	isFree: ({ held }) => held.size === 0,
});

/** Longest wait for the response to another delivery, in milliseconds. */
const longestWaitMs = 10_000;

/** The used part of n8n's response object, whose own types are not in its package. */
interface AnsweredResponse {
	readonly headersSent: boolean;
	/** True without sent headers if the sender disconnected before the response. */
	readonly writableEnded: boolean;
	readonly statusCode: number;
}

const betweenWritesMs = 5;
const betweenLateWritesMs = 1_000;
const lateMs = 60_000;
const longestMs = 600_000;

/**
 * Whether n8n has stored the run of a delivery: it then responds with 2xx, and otherwise with an
 * error. In between, it stores what a webhook has changed, if that is marked as changed. But it
 * loses the mark when it prepares the run. So the data is written again until the response is sent.
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

/** The only delivery of its id that is accepted. */
interface Claim {
	/**
	 * Call right before the delivery is passed to n8n: its id is kept once n8n has accepted it. Waits
	 * for the previous delivery, so that the data stored with one contains the ids of all before it.
	 */
	handOver(): Promise<void>;
	/** The delivery could not be passed to n8n: a repeat of it is accepted. */
	release(): void;
}

/**
 * Claims the id of a delivery. `repeat`: it was accepted before, according to this process and
 * n8n's stored data. While another delivery of the id is in progress, this waits for its outcome;
 * `underway` if that takes too long.
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
