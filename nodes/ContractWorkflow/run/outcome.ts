import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { ErrorDetail } from '../../../src';
import { ApiError, isOutcomeUnknown } from '../../../src';
import type { Facts } from '../../shared/words/explained';
import { Explained, Supplemented, causeOf } from '../../shared/words/explained';
import type { Outgoing, Target } from '../surroundings';

/** Why an item failed, as it comes out of the node. */
export interface FailedItem {
	readonly message: string;
	readonly description: string;
	/** `unknown` when the request may have been carried out all the same. */
	readonly outcome: 'failed' | 'unknown';
	/** What it worked on, where that is known. */
	readonly target?: Target;
	readonly status?: number;
	readonly detail?: ErrorDetail;
	readonly retry_after?: number;
	/** What else is known, such as where a task stood after a decision that failed. */
	readonly [fact: string]: unknown;
}

/** An error about what an earlier try sent: this one need not end with it. */
export abstract class FromBefore extends Explained {
	/** Whether nobody knows what became of it. */
	abstract readonly isUnknown: boolean;
}

/** Whether an error is about an earlier try. */
export const isFromBefore = (error: unknown): boolean => causeOf(error) instanceof FromBefore;

/** Whether an item that failed may have been carried out all the same. */
export const isUnknown = (error: unknown): boolean => {
	const cause = causeOf(error);
	return cause instanceof FromBefore ? cause.isUnknown : isOutcomeUnknown(cause);
};

/** Longest text, and most entries, of the service's own words in an output item. */
const longestText = 2_000;
const mostEntries = 50;

const shortened = (detail: ErrorDetail): ErrorDetail =>
	typeof detail === 'string'
		? detail.slice(0, longestText)
		: detail
				.slice(0, mostEntries)
				.map((entry) => ({ ...entry, msg: entry.msg.slice(0, longestText) }));

/** What to tell of an error beside its text. */
const factsOf = (error: unknown): Facts => {
	if (error instanceof Supplemented) return { ...factsOf(error.cause), ...error.facts };
	if (error instanceof Explained) return error.facts;
	if (!(error instanceof ApiError)) return {};
	return {
		status: error.status,
		...(error.detail !== undefined && { detail: shortened(error.detail) }),
		...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
	};
};

/** Why an item failed: the words of the error that n8n shows, with the facts behind it. */
export const failedItemOf = (
	nodeError: NodeApiError | NodeOperationError,
	error: unknown,
	target: Target | undefined,
): FailedItem => ({
	...factsOf(error),
	message: nodeError.message,
	description: nodeError.description ?? '',
	outcome: isUnknown(error) ? 'unknown' : 'failed',
	...(target?.id !== undefined && { target }),
});

/** Item numbers as ranges: `0-3, 7`. */
const ranges = (indexes: readonly number[]): string => {
	const runs: Array<{ from: number; to: number }> = [];
	for (const index of indexes) {
		const last = runs.at(-1);
		if (last && last.to === index - 1) last.to = index;
		else runs.push({ from: index, to: index });
	}
	return runs.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
};

/** Most targets that are named; the others can be told by their numbers. */
const mostNamed = 10;

/** Longest part of an id: some are names that people gave. */
const longestId = 80;

const nameOf = ({ kind, id }: Target): string[] =>
	id === undefined ? [] : [`${kind} ${id.slice(0, longestId)}`];

/** Tells what an item works on; undefined where that is not known. */
export type TargetAt = (index: number) => Target | undefined;

const named = (indexes: readonly number[], targetAt: TargetAt) => {
	const names = indexes.slice(0, mostNamed).flatMap((index) => {
		const target = targetAt(index);
		return target ? nameOf(target) : [];
	});
	const more = indexes.length > mostNamed ? ', …' : '';
	return names.length === 0 ? '' : ` (${[...new Set(names)].join(', ')}${more})`;
};

/** What the single item of a run worked on. */
const onlyItem = (targetAt: TargetAt): string | undefined => {
	const target = targetAt(0);
	const [name] = target ? nameOf(target) : [];
	return name && `This was for ${name}.`;
};

/**
 * What became of all items where some failed, so that no partial work is lost sight of; of a single
 * item what it worked on, where that is known.
 */
export const itemsSoFar = (
	results: readonly unknown[],
	failures: ReadonlyMap<number, unknown>,
	targetAt: TargetAt,
): string | undefined => {
	if (results.length < 2) return onlyItem(targetAt);
	const indexes = [...results.keys()];
	const failed = indexes.filter((index) => failures.has(index));
	const unknown = failed.filter((index) => isUnknown(failures.get(index)));
	const refused = failed.filter((index) => !isUnknown(failures.get(index)));
	const open = indexes.filter((index) => results[index] === undefined && !failures.has(index));
	const done = indexes.filter((index) => results[index] !== undefined && !failures.has(index));
	const clauses = [
		['done', done, ''],
		['failed', refused, named(refused, targetAt)],
		['outcome unknown', unknown, named(unknown, targetAt)],
		['not started', open, ''],
	] as const;
	const sentences = clauses
		.filter(([, members]) => members.length > 0)
		.map(([state, members, names]) => `${state} ${ranges(members)}${names}`);
	return `Items, counted from 0: ${sentences.join('; ')}.`;
};

/** Most different faults that are told. */
const mostFaults = 10;

/**
 * What is wrong with the other items where nothing was sent, those with the same fault together;
 * undefined where there are none.
 */
export const wrongItems = (
	first: string,
	others: ReadonlyArray<readonly [index: number, message: string]>,
): string | undefined => {
	if (others.length === 0) return undefined;
	const byMessage = new Map<string, number[]>();
	for (const [index, message] of others) {
		const indexes = byMessage.get(message);
		if (indexes) indexes.push(index);
		else byMessage.set(message, [index]);
	}
	const faults = [...byMessage].map(([message, indexes]) => {
		const items = `${indexes.length === 1 ? 'item' : 'items'} ${ranges(indexes)}`;
		return `${items}: ${message === first ? 'the same' : message}`;
	});
	const more = faults.length > mostFaults ? `; and ${faults.length - mostFaults} more` : '';
	return `Also wrong, counted from 0: ${faults.slice(0, mostFaults).join('; ')}${more}.`;
};

/**
 * The output item of an input item that failed, for "continue on fail" and the error output. It
 * holds `error` and nothing else: then every n8n sends it to the error output as it is, and lays it
 * over the input item there. An item that carries an error beside its json is cut to the message.
 */
export const failedOutput = (failed: FailedItem): Outgoing => ({
	json: { error: { ...failed } },
	isFailed: true,
});
