import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { FailedItem } from './outcome';
import type { WriteName } from './writeName';

type Outcome =
	| { readonly json: ReadonlyArray<INodeExecutionData['json']> }
	| { readonly failure: FailedItem };

/** What became of an item whose request may not be sent a second time. */
type Entry = WriteName & Outcome;

/** By the number of the item. */
type Entries = Record<string, Entry>;

/** By the number of the run of the node in its execution, then by the execution. */
type Runs = Record<string, Record<string, Entries>>;

/** What an item's write came to before. */
export type Before = Outcome & {
	/** The execution that sent it; undefined when it is this one. */
	readonly executionId: string | undefined;
	/** Whether what would be sent now is another request, though it counts as the same write. */
	readonly isChanged: boolean;
};

/**
 * The writes of a run that are finished, or whose outcome is unknown: they are not sent again. It is
 * kept in the node's context, which n8n hands on from one try of Retry On Fail to the next, and from
 * an execution that failed to those that retry it.
 */
export interface Journal {
	/**
	 * What became of an item before. Within an execution an item counts as sent whatever its request
	 * has become; of an earlier execution only the same write does.
	 */
	read(itemIndex: number, write: WriteName): Before | undefined;
	finished(itemIndex: number, write: WriteName, items: readonly INodeExecutionData[]): void;
	unknown(itemIndex: number, write: WriteName, failure: FailedItem): void;
	/** Forgets the run, once there is nothing left that another try could do twice. */
	close(): void;
}

const contextKey = 'finishedWrites';

/** The journal of the current run of a node. */
export const journalOf = (context: IExecuteFunctions): Journal => {
	const store = context.getContext('node') as { [contextKey]?: Runs };
	const run = String(context.getWorkflowDataProxy(0).$runIndex);
	const current = context.getExecutionId();
	const put = (itemIndex: number, entry: Entry) => {
		const executions = ((store[contextKey] ??= {})[run] ??= {});
		(executions[current] ??= {})[itemIndex] = entry;
	};
	return {
		read(itemIndex, { write, request }) {
			const executions = store[contextKey]?.[run] ?? {};
			const own = executions[current]?.[itemIndex];
			if (own) return { ...own, executionId: undefined, isChanged: false };
			const [executionId, entries] =
				Object.entries(executions).findLast(([, known]) => known[itemIndex]?.write === write) ?? [];
			const entry = entries?.[itemIndex];
			return entry && { ...entry, executionId, isChanged: entry.request !== request };
		},
		finished: (itemIndex, write, items) =>
			put(itemIndex, { ...write, json: items.map(({ json }) => json) }),
		unknown: (itemIndex, write, failure) => put(itemIndex, { ...write, failure }),
		close() {
			delete store[contextKey]?.[run];
		},
	};
};
