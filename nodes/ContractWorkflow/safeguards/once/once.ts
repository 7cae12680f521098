import { isRecord } from '../../../../src';
import { clockOf } from '../../../shared/client/clock';
import { wrong } from '../../../shared/fields/propertyValue';
import { shortDigest } from '../../../shared/rows/digest';
import { isTool } from '../../../shared/toolNode';
import { supplement } from '../../../shared/words/explained';
import { FromBefore, doneWord, isUnknown, operationName, subjectOf } from '../../run/outcome';
import { failureAt } from '../../run/report';
import type { Item, Run, Safeguard, Write } from '../../run/run';
import { inTurn } from '../../run/turns';
import { withTaskState } from '../decideIf/decideIf';
import { isGuarded } from '../decideIf/fields';
import type { Key } from './keys';
import { keyOf, keysOf, sendOncePer } from './keys';
import type { SentWrite } from './memory';
import { memoryOf } from './memory';

const wayOut = (key: Key | undefined): string => {
	const way = key
		? `by a copy of this node without a key. Here, the key "${key.text}" stays used.`
		: 'in a new execution.';
	return `If it was not carried out, send this one item ${way}`;
};

const whereToLook = ({ operation }: Run): string => operation.write?.whereToLook ?? '';

/** The outputs of an item that was sent before. @throws {FromBefore} if there are none to return. */
const outputsBefore = async (run: Run, item: Item, sent: SentWrite, key?: Key) => {
	const { done, executionId, outcome } = sent;
	const isNow = executionId === run.context.getExecutionId();
	const execution = isNow ? 'an earlier try' : `execution ${executionId}`;
	if (typeof outcome === 'string') {
		const advice = `It was sent in ${execution} and may have been carried out, so it was not sent again. ${whereToLook(run)} ${wayOut(key)}`;
		const failed = new FromBefore(outcome, advice, true);
		throw isGuarded(run.operation) ? await withTaskState(item, failed) : failed;
	}
	if (isNow) return outcome.map((json) => ({ json }));
	if (done !== doneWord(run, item)) {
		const before = `${subjectOf(item.target) ?? ''} was ${done} in ${execution}`;
		const advice = 'To decide its present step, start a new execution.';
		throw new FromBefore(`${before} and is not decided again`, advice, false);
	}
	run.tally.count(`already sent in ${execution}. Later changes to their text were not sent.`);
	const reason = `Sent in ${execution}. Later changes to its text were not sent.`;
	const not_sent_again = { state: 'done', reason, execution_id: executionId };
	return outcome.map((json) => ({ json: { ...json, not_sent_again } }));
};

/**
 * Refuses an item that comes back from the error output, failed in this operation with an unknown
 * outcome.
 * @throws {FromBefore}
 */
const checkReturned = (run: Run, { json: { error }, target }: Item): void => {
	if (!isRecord(error) || error.outcome !== 'unknown') return;
	const before = isRecord(error.target) ? error.target : {};
	const isSame = before.kind === target?.kind && before.id === target?.id;
	if (!isSame || error.operation !== operationName(run)) return;
	const title = 'The outcome of an earlier request is unknown, so it was not sent again';
	const advice = 'Then let only items return whose "error.outcome" is "failed".';
	throw new FromBefore(title, `${whereToLook(run)} ${advice}`, true);
};

/** Sends what neither this execution nor those that it retries have sent. */
const remembering = (run: Run, keyAt: ReadonlyMap<Item, Key>, next: Write): Write => {
	const { context, endpoint, operation } = run;
	const memory = memoryOf(context);
	const { method, path } = endpoint;
	return async (attempt) => {
		const { item } = attempt;
		const { access, index, target } = item;
		const write = [method, access.baseUrl, path, await access.owner(), target];
		const name = shortDigest(JSON.stringify(write));
		const sent = memory.read(index, name);
		if (sent) return await outputsBefore(run, item, sent, keyAt.get(item));
		const note = (outcome: SentWrite['outcome']) =>
			memory.note(index, { name, done: doneWord(run, item), outcome });
		const outputs = await next(attempt).catch((error: unknown) => {
			if (isUnknown(error)) note(failureAt(run, index, item, error).text.message);
			throw error;
		});
		// A skipped item was not sent. A question waits in the execution that asks it.
		const isKept = !operation.asks && !outputs.some(({ skipped }) => skipped);
		if (isKept) note(outputs.map(({ json }) => json));
		return outputs;
	};
};

/** Sends what was not sent with its key. */
const keeping =
	(run: Run, keys: ReturnType<typeof keysOf>, key: Key, next: Write): Write =>
	async (attempt) => {
		const { text } = key;
		const state = await keys.claim(key);
		if (state !== 'new') {
			const sent = `Sent before with the key "${text}".`;
			const unknown = `The outcome is unknown. ${whereToLook(run)} ${wayOut(key)}`;
			if (state === 'unknown') run.tally.count('sent before with an unknown outcome.');
			const reason = state === 'unknown' ? `${sent} ${unknown}` : sent;
			const not_sent_again = { state, reason, key: text };
			return [{ json: { skipped: true, not_sent_again }, skipped: true }];
		}
		const outputs = await next(attempt).catch(async (error: unknown) => {
			const addition = wayOut(key);
			if (isUnknown(error)) throw supplement(error, { addition, facts: { key: text } });
			await keys.settle(key, false);
			throw error;
		});
		await keys.settle(key, true);
		return outputs;
	};

/** Sends each item once: in an execution and its retries, and once per key in all executions. */
export const once: Safeguard = {
	begin(run) {
		const { context, endpoint, isDry, tally } = run;
		if (endpoint.safe) return undefined;
		// As a tool, the same call twice is two calls.
		const isRemembered = !isDry && !isTool(context.getNode());
		const keys = keysOf(run);
		const keyAt = new Map<Item, Key>();
		const firstWith = new Map<string, Item>();
		return {
			async prepare(item) {
				// Fails before anything is sent if the organization cannot be requested.
				if (isRemembered) await item.access.owner();
				const key = await keyOf(run, item);
				if (!key) return;
				keyAt.set(item, key);
				if (isDry) tally.remark('A dry run does not check whether a key was used.');
			},
			compare(item) {
				const key = keyAt.get(item);
				if (!key) return;
				const first = firstWith.get(key.name);
				if (!first) firstWith.set(key.name, item);
				else wrong(sendOncePer, `is "${key.text}" for item ${first.index} as well`);
			},
			around(next) {
				const sendKept: Write = async (attempt) => {
					const key = keyAt.get(attempt.item);
					if (!key || isDry) return await next(attempt);
					const send = keeping(run, keys, key, next);
					const turn = `${keys.node} ${key.name}`;
					return await inTurn(turn, clockOf(context), async () => await send(attempt));
				};
				const send = isRemembered ? remembering(run, keyAt, sendKept) : sendKept;
				return async (attempt) => {
					if (!keyAt.has(attempt.item)) checkReturned(run, attempt.item);
					return await send(attempt);
				};
			},
			async end(isFinal) {
				if (isFinal && isRemembered) memoryOf(context).forget();
				await keys.end();
			},
		};
	},
};
