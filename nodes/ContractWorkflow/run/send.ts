import type { INodeExecutionData } from 'n8n-workflow';
import { ApiError } from '../../../src';
import type { Output } from '../operation';
import type { Item, Run } from './item';
import { requestName } from './item';
import type { Journal } from './journal';
import type { FailedItem } from './outcome';
import { FailedBefore, isUnknown } from './outcome';
import { outputsOf, paired } from './response';

/** Writes, held by the guard of the operation. */
const writeGuarded = async (run: Run, item: Item): Promise<readonly Output[]> => {
	const { client, operation } = run;
	const { input } = item;
	const guard = operation.guard?.(item.parameters) ?? {};
	const held = await guard.before?.(client, input);
	if (held) return [held];
	const afterFailure = async (error: unknown): Promise<readonly Output[]> => {
		const passedOver = error instanceof ApiError ? guard.refused?.(error, input) : undefined;
		if (passedOver) return [passedOver];
		if (!isUnknown(error)) throw error;
		operation.sent?.(input);
		throw guard.unknown ? await guard.unknown(client, input, error) : error;
	};
	return await outputsOf(run, item).then((outputs) => {
		operation.sent?.(input);
		return outputs;
	}, afterFailure);
};

/** What a write needs beside its item. */
export interface Writing {
	/** Absent where a repeat changes nothing more. */
	readonly journal: Journal | undefined;
	/** How a failed item comes out. */
	readonly failedAs: (error: unknown) => FailedItem;
}

/**
 * The one way of every write: it knows the request, the target, the guard and the outcome. What an
 * earlier try of the run finished, or left with an unknown outcome, is not sent again.
 */
const write = async (
	run: Run,
	item: Item,
	{ journal, failedAs }: Writing,
): Promise<INodeExecutionData[]> => {
	const { index } = item;
	const request = requestName(run, item);
	const before = journal?.read(index, request);
	if (before) {
		if ('failure' in before) throw new FailedBefore(before.failure);
		run.tally.finishedBefore();
		return before.json.map((json) => ({ json, pairedItem: { item: index } }));
	}
	const outputs = await writeGuarded(run, item).catch((error: unknown) => {
		if (isUnknown(error)) journal?.unknown(index, request, failedAs(error));
		throw error;
	});
	const items = paired(run, item, outputs);
	journal?.finished(index, request, items);
	return items;
};

/** Sends one item and gives its output items, paired with it. */
export const sendItem = async (
	run: Run,
	item: Item,
	writing: Writing,
): Promise<INodeExecutionData[]> =>
	run.endpoint.writes
		? await write(run, item, writing)
		: paired(run, item, await outputsOf(run, item));
