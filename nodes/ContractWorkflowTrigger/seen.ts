import type { IWebhookFunctions } from 'n8n-workflow';
import type { Memory } from './repeats';
import { merged, withId, withoutId } from './repeats';

/**
 * What each trigger of this process has seen. Deliveries that arrive at the same time each have a
 * copy of n8n's stored data, so that alone would let repeats through.
 */
const memories = new Map<string, Memory>();

const isMemory = (value: unknown): value is Memory =>
	Array.isArray(value) && value.every((id) => typeof id === 'string');

/** The delivery ids that a trigger remembers. */
export interface Seen {
	/** Remembers an id; false when it is remembered already. */
	add(id: string): boolean;
	/** Forgets an id whose delivery could not be taken. */
	remove(id: string): void;
}

/** The delivery ids of this trigger: in this process, and stored by n8n for after a restart. */
export const seenBy = (context: IWebhookFunctions): Seen => {
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	const stored = context.getWorkflowStaticData('node');
	const keep = (memory: Memory) => {
		memories.set(key, memory);
		stored.deliveryIds = [...memory];
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
	};
};
