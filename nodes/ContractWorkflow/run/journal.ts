import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { FailedItem } from './outcome';
import { createSimilarTexts } from './similarTexts';
import type { WriteName } from './writeName';
import { digestLength } from './writeName';

type Outcome =
	| { readonly json: ReadonlyArray<INodeExecutionData['json']> }
	| { readonly failure: FailedItem };

/** What became of an item whose request may not be sent a second time. */
type Entry = WriteName & Outcome;

/** The line of an entry: the number of the item, its digests, and the outcome as it is packed. */
type Lines = string[];

/** By the number of the run of the node in its execution, then by the execution. */
type Runs = Record<string, Record<string, Lines>>;

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
 * an execution that failed to those that retry it. n8n saves it with the execution, so it is packed.
 */
export interface Journal {
	/**
	 * What became of an item before. Within an execution an item counts as sent whatever its request
	 * has become; of an earlier execution only the same write does.
	 */
	read(itemIndex: number, write: WriteName): Before | undefined;
	/** The earlier execution that sent something for an item; undefined where none did. */
	sentBy(itemIndex: number): string | undefined;
	finished(itemIndex: number, write: WriteName, items: readonly INodeExecutionData[]): void;
	unknown(itemIndex: number, write: WriteName, failure: FailedItem): void;
	/** Forgets the run, once there is nothing left that another try could do twice. */
	close(): void;
}

const contextKey = 'sentWrites';

const lineOf = (itemIndex: number, { write, request = '' }: WriteName, outcome: string): string =>
	`${itemIndex} ${write}${request} ${outcome}`;

const parsedLine = /^(\d+) (\S+) (.*)$/s;

/** The entries of an execution by item, and what packs the outcomes that come after them. */
const entriesOf = (lines: readonly string[]) => {
	const texts = createSimilarTexts();
	const entries = new Map<number, Entry>();
	for (const line of lines) {
		const [, item, digests = '', packed = ''] = parsedLine.exec(line) ?? [];
		const request = digests.slice(digestLength);
		entries.set(Number(item), {
			write: digests.slice(0, digestLength),
			...(request && { request }),
			...(JSON.parse(texts.unpack(packed)) as Outcome),
		});
	}
	return { texts, entries };
};

/** The journal of the current run of a node. */
export const journalOf = (context: IExecuteFunctions): Journal => {
	const store = context.getContext('node') as { [contextKey]?: Runs };
	const run = String(context.getWorkflowDataProxy(0).$runIndex);
	const current = context.getExecutionId();
	const before = Object.entries(store[contextKey]?.[run] ?? {}).map(
		([executionId, lines]) => [executionId, entriesOf(lines)] as const,
	);
	const [, { texts, entries: own }] = before.find(([executionId]) => executionId === current) ?? [
		current,
		entriesOf([]),
	];
	const put = (itemIndex: number, write: WriteName, outcome: Outcome) => {
		const executions = ((store[contextKey] ??= {})[run] ??= {});
		const line = lineOf(itemIndex, write, texts.pack(JSON.stringify(outcome)));
		(executions[current] ??= []).push(line);
	};
	return {
		read(itemIndex, { write, request }) {
			const sent = own.get(itemIndex);
			if (sent) return { ...sent, executionId: undefined, isChanged: false };
			const [executionId, known] =
				before.findLast(([, { entries }]) => entries.get(itemIndex)?.write === write) ?? [];
			const entry = known?.entries.get(itemIndex);
			return entry && { ...entry, executionId, isChanged: entry.request !== request };
		},
		sentBy: (itemIndex) => before.findLast(([, { entries }]) => entries.has(itemIndex))?.[0],
		finished: (itemIndex, write, items) =>
			put(itemIndex, write, { json: items.map(({ json }) => json) }),
		unknown: (itemIndex, write, failure) => put(itemIndex, write, { failure }),
		close() {
			delete store[contextKey]?.[run];
		},
	};
};
