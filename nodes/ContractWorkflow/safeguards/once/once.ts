import { clockOf } from '../../../shared/client/clock';
import { isRecord, shown, trimmed, wrong } from '../../../shared/fields/propertyValue';
import { sha256Of, shortDigest } from '../../../shared/rows/digest';
import { isTool } from '../../../shared/toolNode';
import { supplement } from '../../../shared/words/explained';
import { FromBefore, isUnknown, operationName, subjectOf } from '../../run/outcome';
import { titleOfFailure } from '../../run/report';
import type { Item, Run, Safeguard } from '../../run/run';
import { inTurn } from '../../run/turns';
import { runOption } from '../../runOption';
import type { Output } from '../../surroundings';
import { withTaskState } from '../decideIf/decideIf';
import { isGuarded } from '../decideIf/fields';
import { keysOf } from './keys';
import type { SentWrite } from './memory';
import { memoryOf } from './memory';

type Send = () => Promise<readonly Output[]>;

/** For writes that nothing else keeps a later run from repeating. */
const sendOncePer = runOption(
	{
		displayName: 'Send Once Per',
		name: 'idempotencyKey',
		type: 'string',
		asGiven: true,
		neverBlank: true,
		default: '',
		placeholder: 'e.g. {{ $json.deal_id }}',
		description:
			'A unique ID, such as the deal ID. Items with an ID that was already sent are skipped, in later runs too.',
	},
	(operation) => {
		const { endpoint, write } = operation;
		return endpoint.writes && !endpoint.safe && !isGuarded(operation) && !write?.asks;
	},
);

/** What an item is sent once per, and the name under which the node stores it. */
type Key = { readonly text: string; readonly name: string };

/** The key of an item; undefined if the field is empty. A new API key does not change its name. */
const keyOf = async (
	{ endpoint: { method, path } }: Run,
	{ access, parameters }: Item,
): Promise<Key | undefined> => {
	const { property } = sendOncePer;
	const given = parameters[property.name] ?? '';
	if (given === '') return undefined;
	const isNumber = typeof given === 'number' && Number.isFinite(given);
	const key = isNumber ? String(given) : given;
	if (typeof key !== 'string') return wrong(property, `must be text, not ${shown(given)}`);
	if (key.includes('{{')) {
		wrong(property, 'contains {{ as fixed text', ['Switch the field from Fixed to Expression.']);
	}
	const text = trimmed(key);
	const parts = [method, access.baseUrl, path, await access.organizationName(), text];
	return { text, name: sha256Of(JSON.stringify(parts), 'base64url') };
};

const wayOut = (key: Key | undefined): string => {
	const way = key
		? `by a copy of this node without a key. Here, the key "${key.text}" stays used.`
		: 'in a new execution.';
	return `If it was not carried out, send this one item ${way}`;
};

const whereToLook = ({ operation }: Run): string => operation.write?.whereToLook ?? '';

const doneWord = ({ operation }: Run, { input }: Item): string =>
	operation.words?.done?.([input]) ?? 'done';

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
const remembering = (run: Run, memory: ReturnType<typeof memoryOf>) => {
	const { endpoint, operation } = run;
	return async (item: Item, send: Send, key?: Key): Promise<readonly Output[]> => {
		const { access, index, target } = item;
		const { method, path } = endpoint;
		const write = [method, access.baseUrl, path, await access.owner(), target];
		const name = shortDigest(JSON.stringify(write));
		const sent = memory.read(index, name);
		if (sent) return await outputsBefore(run, item, sent, key);
		const note = (outcome: SentWrite['outcome']) =>
			memory.note(index, { name, done: doneWord(run, item), outcome });
		const outputs = await send().catch((error: unknown) => {
			if (isUnknown(error)) note(titleOfFailure(run, item, error));
			throw error;
		});
		// A skipped item was not sent. A question waits in the execution that asks it.
		const isKept = !operation.write?.asks && !outputs.some(({ skipped }) => skipped);
		if (isKept) note(outputs.map(({ json }) => json));
		return outputs;
	};
};

/** Sends what was not sent with its key. */
const keeping = (run: Run, keys: ReturnType<typeof keysOf>) => {
	const notStored = (error: unknown) =>
		wrong(sendOncePer.property, `could not be stored by n8n: ${String(error)}`, [
			'n8n stores it with the workflow. Check that the workflow is saved.',
		]);
	// A key that n8n cannot change now counts as unknown later.
	const ignored = () => undefined;
	return async (key: Key, send: Send): Promise<readonly Output[]> => {
		const { name, text } = key;
		const state = await keys.claim(name).catch(notStored);
		if (state !== 'new') {
			if (state === 'unknown') run.tally.count('sent before with an unknown outcome.');
			const unknown = `The outcome is unknown. ${whereToLook(run)} ${wayOut(key)}`;
			const sent = `Sent before with the key "${text}".`;
			const reason = state === 'unknown' ? `${sent} ${unknown}` : sent;
			const not_sent_again = { state, reason, key: text };
			return [{ json: { skipped: true, not_sent_again }, skipped: true }];
		}
		const outputs = await send().catch(async (error: unknown) => {
			const addition = wayOut(key);
			if (isUnknown(error)) throw supplement(error, { addition, facts: { key: text } });
			await keys.release(name).catch(ignored);
			throw error;
		});
		await keys.settle(name).catch(ignored);
		return outputs;
	};
};

/** Sends each item once: in an execution and its retries, and once per key in all executions. */
export const once: Safeguard = {
	fields: [sendOncePer],
	begin(run) {
		const { context, endpoint, isDry, tally } = run;
		if (endpoint.safe) return undefined;
		// As a tool, the same call twice is two calls.
		const memory = isDry || isTool(context.getNode()) ? undefined : memoryOf(context);
		const remembered = memory && remembering(run, memory);
		const keys = keysOf(run);
		const kept = keeping(run, keys);
		const keyAt = new Map<Item, Key>();
		const firstWith = new Map<string, Item>();
		return {
			async prepare(item) {
				// Fails before anything is sent if the organization cannot be requested.
				if (memory) await item.access.owner();
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
				else wrong(sendOncePer.property, `is "${key.text}" for item ${first.index} as well`);
			},
			around: (next) => async (attempt) => {
				const { item } = attempt;
				const key = keyAt.get(item);
				if (!key) checkReturned(run, item);
				const send = async () => await next(attempt);
				const turn = `${keys.node} ${key?.name ?? ''}`;
				const sendKept = async () =>
					key && !isDry
						? await inTurn(turn, clockOf(context), async () => await kept(key, send))
						: await send();
				return remembered ? await remembered(item, sendKept, key) : await sendKept();
			},
			async end(isFinal) {
				if (isFinal) memory?.forget();
				await keys.end();
			},
		};
	},
};
