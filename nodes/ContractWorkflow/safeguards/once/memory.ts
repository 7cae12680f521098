import type { IExecuteFunctions } from 'n8n-workflow';

/** A write that is finished, or whose outcome is unknown. */
export interface SentWrite {
	readonly executionId: string;
	/** The same for the same write, whatever its texts say. */
	readonly name: string;
	/** What was done, in one word such as `approved`. */
	readonly done: string;
	/** The fields of its outputs, or the error about its unknown outcome. */
	readonly outcome: readonly object[] | string;
}

/** By the run index of the node, then by item. n8n saves a text smaller than an object. */
type Stored = Record<string, Record<string, string[]>>;

/**
 * What one run of a node has sent, by item. It is in the node's context, which n8n passes from one
 * try of Retry On Fail to the next, and from an execution to its retries.
 */
export const memoryOf = (context: IExecuteFunctions) => {
	const store = context.getContext('node') as { sentWrites?: Stored };
	const run = String(context.getWorkflowDataProxy(0).$runIndex);
	const current = context.getExecutionId();
	return {
		/** In this execution, the item alone counts. Of an earlier one, only the same write does. */
		read(index: number, write: string): SentWrite | undefined {
			const texts = store.sentWrites?.[run]?.[index] ?? [];
			const all = texts.map((text) => JSON.parse(text) as SentWrite);
			const own = all.find(({ executionId }) => executionId === current);
			return own ?? all.findLast(({ name }) => name === write);
		},
		note(index: number, sent: Omit<SentWrite, 'executionId'>): void {
			const items = ((store.sentWrites ??= {})[run] ??= {});
			(items[index] ??= []).push(JSON.stringify({ ...sent, executionId: current }));
		},
		/** Forgets the run once no retry can follow. */
		forget(): void {
			delete store.sentWrites?.[run];
		},
	};
};
