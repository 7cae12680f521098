import type { IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { steadyNow } from '../shared/clock';
import type { Memory } from './idMemory';
import { merged, withId, withoutId } from './idMemory';

/**
 * The ids that each trigger of this process has met. Deliveries that arrive at the same time each have a
 * copy of n8n's stored data, so that alone would let repeats through.
 */
const memories = new Map<string, Memory>();

const isMemory = (value: unknown): value is Memory =>
	Array.isArray(value) && value.every((id) => typeof id === 'string');

/** The delivery ids that a trigger remembers. */
export interface StoredIds {
	/** Remembers an id; false when it is remembered already. */
	add(id: string): boolean;
	/** Forgets an id whose delivery could not be taken. */
	remove(id: string): void;
	/** Sees to it that n8n stores the ids of a delivery that starts a run. */
	store(): void;
}

/** What is used of n8n's response object, whose own types are not part of its package. */
interface Answer {
	readonly headersSent: boolean;
}

const betweenWritesMs = 5;
const longestMs = 60_000;

/**
 * n8n stores what a webhook has changed right before it answers, if it is marked as changed. But it
 * loses that mark when it prepares the run, after the webhook has ended. So the data are written
 * again until the sender is answered.
 */
const writeUntilAnswered = async (answer: Answer, write: () => void): Promise<void> => {
	const until = steadyNow() + longestMs;
	for (let waitMs = 0; !answer.headersSent && steadyNow() < until; waitMs = betweenWritesMs) {
		await sleep(waitMs);
		write();
	}
};

/** The delivery ids of this trigger: in this process, and stored by n8n for after a restart. */
export const storedIdsOf = (context: IWebhookFunctions): StoredIds => {
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	const stored = context.getWorkflowStaticData('node');
	const write = () => {
		stored.deliveryIds = [...(memories.get(key) ?? [])];
	};
	const keep = (memory: Memory) => {
		memories.set(key, memory);
		write();
	};
	return {
		add(id) {
			const before = isMemory(stored.deliveryIds) ? stored.deliveryIds : [];
			const memory = withId(merged(before, memories.get(key) ?? []), id);
			if (memory) keep(memory);
			return memory !== undefined;
		},
		remove(id) {
			keep(withoutId(memories.get(key) ?? [], id));
		},
		store() {
			void writeUntilAnswered(context.getResponseObject() as Answer, write);
		},
	};
};
