import type { INodeExecutionData } from 'n8n-workflow';
import { clockOf } from '../../shared/clock';
import type { Output } from '../operation';
import { SentWithChangingText, changingText } from './changingText';
import type { Item, Run } from './item';
import { laneOf } from './item';
import type { Before, Journal } from './journal';
import { sendOnce } from './oncePerKey';
import type { FailedItem } from './outcome';
import { FailedBefore, isUnknown } from './outcome';
import { withoutReceipt } from './receiptChain';
import type { OpenReceipt } from './receipts';
import { writeWithReceipt } from './receipts';
import { outputsOf, paired } from './response';
import { inTurn } from './turns';
import { waitForAnswer } from './waiting';
import { writeName } from './writeName';

/**
 * Writes, held by the guard of the operation. What a guard looks at, no other execution of this
 * process writes to meanwhile, whatever its credential.
 */
const writeGuarded = async (
	run: Run,
	item: Item,
	receipt?: OpenReceipt,
): Promise<readonly Output[]> => {
	const { client, operation, baseUrl, context } = run;
	const { input, parameters } = item;
	const guard = operation.guard?.(parameters, input);
	if (guard?.beforehand) return [guard.beforehand];
	const afterFailure = async (error: unknown): Promise<readonly Output[]> => {
		const passedOver = guard?.passedOver?.(error);
		if (passedOver) return [passedOver];
		if (!isUnknown(error)) throw error;
		operation.sent?.(input);
		throw guard?.unknown ? await guard.unknown(client, input, error) : error;
	};
	const precondition =
		guard?.precondition && (receipt?.noting(guard.precondition) ?? guard.precondition);
	const send = async () =>
		await outputsOf(run, item, { precondition, witness: receipt?.witness }).then((outputs) => {
			operation.sent?.(input);
			return outputs;
		}, afterFailure);
	const lane = guard && laneOf(run, item);
	return lane === undefined
		? await send()
		: await inTurn(`${baseUrl} ${lane}`, clockOf(context), send);
};

/** Writes, with a receipt where one is wanted. */
const writeReceipted = async (run: Run, item: Item): Promise<readonly Output[]> =>
	await writeWithReceipt(item, run.mask, async (receipt) => await writeGuarded(run, item, receipt));

/** Writes, unless the key of the item was used; one of an unknown outcome anew where it `takesOver`. */
const writeForKey = async (run: Run, item: Item, takesOver: boolean): Promise<readonly Output[]> =>
	await sendOnce(run, item, async () => await writeReceipted(run, item), takesOver);

/** What a write needs beside its item. */
export interface Writing {
	/** Absent where a repeat changes nothing more, or n8n does not tell one try from another. */
	readonly journal: Journal | undefined;
	/** How a failed item comes out. */
	readonly failedAs: (error: unknown) => FailedItem;
}

const reasonOf = (executionId: string, { isChanged }: Before): string =>
	isChanged
		? `Execution ${executionId} did this already, and it is not done again. What is different in the request now, such as its comment, was not sent.`
		: `Execution ${executionId} did this already, and it is not done again.`;

/** What an item comes to that was sent before; undefined when it is to be sent. */
const outputsBefore = async (
	{ operation, client, options, tally }: Run,
	{ input, parameters }: Item,
	before: Before,
): Promise<readonly Output[] | undefined> => {
	const { executionId } = before;
	const wanted = <Json extends object>(json: Json): Json =>
		options.receiptsAfter === undefined ? withoutReceipt(json) : json;
	if ('json' in before) {
		tally.finishedBefore(executionId === undefined ? 'try' : 'execution');
		const known = before.json.map(wanted);
		if (executionId === undefined) return known.map((json) => ({ json }));
		const not_sent_again = { execution_id: executionId, reason: reasonOf(executionId, before) };
		return known.map((json) => ({ json: { ...json, not_sent_again } }));
	}
	if (executionId !== undefined && options.resendsUnknown) return undefined;
	const failed = new FailedBefore(wanted(before.failure), executionId);
	const guard = executionId === undefined ? undefined : operation.guard?.(parameters, input);
	throw guard?.unknown ? await guard.unknown(client, input, failed) : failed;
};

/** @throws {SentWithChangingText} for an item that may be the one that an earlier execution sent. */
const checkChangingText = ({ context, operation }: Run, executionId: string | undefined): void => {
	if (executionId === undefined) return;
	const found = changingText(context, operation.properties);
	if (found !== undefined) throw new SentWithChangingText(executionId, found);
};

/**
 * The one way of every write: it knows the request, the target, the guard and the outcome. What was
 * finished before, or left with an unknown outcome, is not sent again.
 */
const write = async (
	run: Run,
	item: Item,
	{ journal, failedAs }: Writing,
): Promise<INodeExecutionData[]> => {
	if (!journal) {
		const items = paired(run, item, await writeForKey(run, item, false));
		await waitForAnswer(run, item, items);
		return items;
	}
	const { index } = item;
	const name = writeName(run, item);
	const before = journal.read(index, name);
	const known = before && (await outputsBefore(run, item, before));
	if (known) return paired(run, item, known);
	if (!before) checkChangingText(run, journal.sentBy(index));
	// What is known of it, and all the same not known to be finished, is to be sent again.
	const outputs = await writeForKey(run, item, before !== undefined).catch((error: unknown) => {
		if (isUnknown(error)) journal.unknown(index, name, failedAs(error));
		throw error;
	});
	const items = paired(run, item, outputs);
	// What was passed over was not sent, and another try may find it otherwise. A question waits in
	// this execution only: another one must ask anew.
	const isPassedOver = outputs.some(({ skipped }) => skipped);
	if (!isPassedOver && !run.operation.asks) journal.finished(index, name, items);
	await waitForAnswer(run, item, items);
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
