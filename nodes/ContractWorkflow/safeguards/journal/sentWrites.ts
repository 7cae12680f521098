import type { IExecuteFunctions } from 'n8n-workflow';
import { digestLength } from '../../../shared/rows/digest';
import type { FailedItem } from '../../run/outcome';
import type { WriteName } from '../../run/writeName';
import type { Output } from '../../surroundings';

type Outcome = { readonly outputs: readonly Output[] } | { readonly failure: FailedItem };

/** The outcome of an item whose request may not be sent a second time. */
type Entry = WriteName & Outcome;

/** The line of an entry: the number of the item, its digests, and the outcome as JSON. */
type Lines = string[];

/** By the run index of the node in its execution, then by execution. */
type Runs = Record<string, Record<string, Lines>>;

/** The earlier outcome of an item's write. */
export type Before = Outcome & {
	/** The execution that sent it; undefined if it is this one. */
	readonly executionId: string | undefined;
	/** Whether the request would now differ, though it counts as the same write. */
	readonly isChanged: boolean;
};

/**
 * The writes of a run that are finished or have an unknown outcome: they are not sent again. They
 * are stored in the node's context. n8n passes it from one try of Retry On Fail to the next, and
 * from a failed execution to its retries. n8n saves it with the execution, so an entry is one short
 * line.
 */
export interface SentWrites {
	/**
	 * The earlier outcome of an item. Within an execution, an item counts as sent even if its request
	 * has changed. From an earlier execution, only the same write counts.
	 */
	read(itemIndex: number, write: WriteName): Before | undefined;
	/** The earlier execution that sent something for an item; undefined if none did. */
	sentBy(itemIndex: number): string | undefined;
	finished(itemIndex: number, write: WriteName, outputs: readonly Output[]): void;
	unknown(itemIndex: number, write: WriteName, failure: FailedItem): void;
	/** Forgets the run once no retry could repeat anything. */
	close(): void;
}

const contextKey = 'sentWrites';

/**
 * Characters of the request digest that are stored: it only shows whether the request has changed.
 */
const keptLength = 8;

const keptOf = ({ request = '' }: WriteName): string => request.slice(0, keptLength);

/** Outputs are stored as a list of their json. */
const outcomeText = (outcome: Outcome): string =>
	JSON.stringify('outputs' in outcome ? outcome.outputs.map(({ json }) => json) : outcome);

const outcomeIn = (text: string): Outcome => {
	const held = JSON.parse(text) as Outcome | readonly object[];
	return Array.isArray(held)
		? { outputs: held.map((json: object) => ({ json })) }
		: (held as Outcome);
};

const parsedLine = /^(\d+) (\S+) (.*)$/s;

/** The entries of an execution by item. */
const entriesOf = (lines: readonly string[]): ReadonlyMap<number, Entry> =>
	new Map(
		lines.map((line) => {
			const [, item, digests = '', text = ''] = parsedLine.exec(line) ?? [];
			const write = digests.slice(0, digestLength);
			return [
				Number(item),
				{ write, request: digests.slice(digestLength), ...outcomeIn(text) },
			] as const;
		}),
	);

/** The sent writes of the current run of a node. */
export const sentWritesOf = (context: IExecuteFunctions): SentWrites => {
	const store = context.getContext('node') as { [contextKey]?: Runs };
	const run = String(context.getWorkflowDataProxy(0).$runIndex);
	const current = context.getExecutionId();
	const before = Object.entries(store[contextKey]?.[run] ?? {}).map(
		([executionId, lines]) => [executionId, entriesOf(lines)] as const,
	);
	const own = before.find(([executionId]) => executionId === current)?.[1];
	const put = (itemIndex: number, name: WriteName, outcome: Outcome) => {
		const executions = ((store[contextKey] ??= {})[run] ??= {});
		const line = `${itemIndex} ${name.write}${keptOf(name)} ${outcomeText(outcome)}`;
		(executions[current] ??= []).push(line);
	};
	return {
		read(itemIndex, name) {
			const sent = own?.get(itemIndex);
			if (sent) return { ...sent, executionId: undefined, isChanged: false };
			const [executionId, known] =
				before.findLast(([, entries]) => entries.get(itemIndex)?.write === name.write) ?? [];
			const entry = known?.get(itemIndex);
			return entry && { ...entry, executionId, isChanged: entry.request !== keptOf(name) };
		},
		sentBy: (itemIndex) => before.findLast(([, entries]) => entries.has(itemIndex))?.[0],
		finished: (itemIndex, write, outputs) => put(itemIndex, write, { outputs }),
		unknown: (itemIndex, write, failure) => put(itemIndex, write, { failure }),
		close() {
			delete store[contextKey]?.[run];
		},
	};
};
