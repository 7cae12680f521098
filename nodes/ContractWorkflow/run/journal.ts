import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { FailedItem } from './outcome';

/** What became of an item whose request may not be sent a second time. */
type Entry =
	| { readonly request: string; readonly json: ReadonlyArray<INodeExecutionData['json']> }
	| { readonly request: string; readonly failure: FailedItem };

type Entries = Record<string, Entry>;

/**
 * The writes of a run that are finished, or whose outcome is unknown. n8n's Retry On Fail runs the
 * whole node again with all of its items: what stands here is not sent again then. It is kept in the
 * node's context, which lasts from one try to the next.
 */
export interface Journal {
	/** What became of an item in an earlier try; `request` tells one request from another. */
	read(itemIndex: number, request: string): Entry | undefined;
	finished(itemIndex: number, request: string, items: readonly INodeExecutionData[]): void;
	unknown(itemIndex: number, request: string, failure: FailedItem): void;
	/** Forgets the run, once there is nothing left that another try could do twice. */
	close(): void;
}

const contextKey = 'finishedWrites';

/** The journal of the current run of a node. */
export const journalOf = (context: IExecuteFunctions): Journal => {
	const store = context.getContext('node') as { [contextKey]?: Record<string, Entries> };
	const run = String(context.getWorkflowDataProxy(0).$runIndex);
	const write = (itemIndex: number, entry: Entry) => {
		const runs = (store[contextKey] ??= {});
		(runs[run] ??= {})[itemIndex] = entry;
	};
	return {
		read(itemIndex, request) {
			const entry = store[contextKey]?.[run]?.[itemIndex];
			return entry?.request === request ? entry : undefined;
		},
		finished: (itemIndex, request, items) =>
			write(itemIndex, { request, json: items.map(({ json }) => json) }),
		unknown: (itemIndex, request, failure) => write(itemIndex, { request, failure }),
		close() {
			delete store[contextKey]?.[run];
		},
	};
};
