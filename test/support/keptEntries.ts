import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

type Entry = Parameters<IDataDeduplicator['checkProcessedAndRecord']>[0][number];
type Call = 'record' | 'remove' | 'count';

const nodes = new Map<string, Set<Entry>>();
let fault: (call: Call, entries: readonly Entry[]) => string | undefined = () => undefined;

const entriesFor = ({ node, workflow }: ICheckProcessedContextData): Set<Entry> => {
	const name = `${workflow.id} ${node?.id}`;
	const entries = nodes.get(name) ?? new Set();
	nodes.set(name, entries);
	return entries;
};

/** As n8n does, which writes all that it has read, with what another one has lost meanwhile. */
const replaceEntries = (context: ICheckProcessedContextData, entries: readonly Entry[]): void => {
	const kept = entriesFor(context);
	kept.clear();
	for (const entry of entries) kept.add(entry);
};

/** As a database does, it takes its time and may fail. */
const reach = async (call: Call, entries: readonly Entry[]): Promise<void> => {
	if (call !== 'count' && entries.length === 0) throw new Error('n8n was asked for nothing');
	const message = fault(call, entries);
	await Promise.resolve();
	if (message !== undefined) throw new Error(message);
};

const refuseOtherModes = (scope: string, options: { readonly mode: string }): void => {
	if (scope !== 'node' || options.mode !== 'entries')
		throw new Error(`The tests keep no ${options.mode} for a ${scope}`);
};

/** What n8n's database does for the keys of a node: this process has no database of n8n's. */
const deduplicator: IDataDeduplicator = {
	async checkProcessedAndRecord(given, scope, context, options) {
		refuseOtherModes(scope, options);
		const entries = new Set(entriesFor(context));
		await reach('record', given);
		const processed = given.filter((entry) => entries.has(entry));
		const added = given.filter((entry) => !entries.has(entry));
		replaceEntries(context, [...entries, ...added]);
		return { new: added, processed };
	},
	async removeProcessed(given, scope, context, options) {
		refuseOtherModes(scope, options);
		const entries = new Set(entriesFor(context));
		await reach('remove', given);
		replaceEntries(
			context,
			[...entries].filter((entry) => !given.includes(entry)),
		);
	},
	async clearAllProcessedItems() {
		await Promise.reject(new Error('Nobody may forget the keys of a node'));
	},
	async getProcessedDataCount(scope, context, options) {
		refuseOtherModes(scope, options);
		await reach('count', []);
		return entriesFor(context).size;
	},
};

let isThere = false;

/** Gives this process a store of keys, which is empty and does not fail. */
export const keepEntries = async (): Promise<void> => {
	nodes.clear();
	fault = () => undefined;
	if (!isThere) await DataDeduplicationService.init(deduplicator);
	isThere = true;
};

/** The entries of the node that all tests run. */
export const entriesOfNode = (id = '2'): Set<Entry> =>
	entriesFor({ node: { id } as never, workflow: { id: 'test', active: false } });

/** Lets calls fail, with the message that it gives. */
export const failEntries = (given: typeof fault): void => {
	fault = given;
};
