import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

type Entry = Parameters<IDataDeduplicator['checkProcessedAndRecord']>[0][number];
type Call = 'record' | 'remove';

/** What is kept for each node, by its id. */
const nodes = new Map<string | undefined, Set<Entry>>();
let fault: (call: Call) => string | undefined = () => undefined;

/** The entries of a node; of the one that all tests run, unless another is given. */
export const entriesOfNode = (id: string | undefined = '2'): Set<Entry> => {
	const entries = nodes.get(id) ?? new Set();
	nodes.set(id, entries);
	return entries;
};

/**
 * Reads the entries of a node and writes them as n8n does, which takes its time, may fail, and
 * overwrites what another call has changed meanwhile.
 */
const reach = async <Result>(
	call: Call,
	{ node }: ICheckProcessedContextData,
	change: (entries: Set<Entry>) => Result,
): Promise<Result> => {
	const entries = new Set(entriesOfNode(node?.id));
	const message = fault(call);
	await Promise.resolve();
	if (message !== undefined) throw new Error(message);
	const result = change(entries);
	nodes.set(node?.id, entries);
	return result;
};

/** What n8n's database does for the keys of a node: this process has no database of n8n's. */
const deduplicator: IDataDeduplicator = {
	checkProcessedAndRecord: async (given, _scope, context) =>
		await reach('record', context, (entries) => {
			const processed = given.filter((entry) => entries.has(entry));
			const added = given.filter((entry) => !entries.has(entry));
			for (const entry of added) entries.add(entry);
			return { new: added, processed };
		}),
	removeProcessed: async (given, _scope, context) =>
		await reach('remove', context, (entries) => {
			for (const entry of given) entries.delete(entry);
		}),
	clearAllProcessedItems: async () =>
		await Promise.reject(new Error('Nobody may forget the keys of a node')),
	getProcessedDataCount: async () =>
		await Promise.reject(new Error('Nobody counts the keys of a node')),
};

/** Gives this process a store of keys, which is empty and does not fail. */
export const keepEntries = async (): Promise<void> => {
	nodes.clear();
	fault = () => undefined;
	// n8n sets its store once in a process, in which each test file has its own.
	Reflect.deleteProperty(DataDeduplicationService, 'instance');
	await DataDeduplicationService.init(deduplicator);
};

/** Lets calls fail, with the message that it gives. */
export const failEntries = (given: typeof fault): void => {
	fault = given;
};
