import type { INode } from 'n8n-workflow';
import { isRecord } from '../../../../src';
import { clockOf } from '../../../shared/client/clock';
import { shortDigest } from '../../../shared/digest';
import { wrong } from '../../../shared/fields/propertyValue';
import { withPlace } from '../../../shared/task/place';
import { isTool } from '../../../shared/toolNode';
import { Explained, supplement } from '../../../shared/words/explained';
import type { Output } from '../../operation';
import { inTurn } from '../../run/lanes';
import { FromBefore, doneWord, isUnknown, operationName, subjectOf } from '../../run/outcome';
import { failureAt } from '../../run/report';
import type { Item, Run, Safeguard } from '../../run/types';
import type { Key } from './keys';
import { keyOf, keysOf, sendOncePer, takesKey } from './keys';
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
		const failed = new FromBefore(outcome, advice, 'unknown');
		const { decides } = run.operation.write ?? {};
		throw decides ? await withPlace(run.access.client, item.target?.id ?? '', failed) : failed;
	}
	if (isNow) return outcome.map((json) => ({ json }));
	if (done !== doneWord(run, item)) {
		const before = `${subjectOf(item.target) ?? ''} was ${done} in ${execution}`;
		const advice = 'To decide its present step, start a new execution.';
		throw new FromBefore(`${before} and is not decided again`, advice, 'failed');
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
	throw new FromBefore(title, `${whereToLook(run)} ${advice}`, 'unknown');
};

/** Sends what neither this execution nor those that it retries have sent. */
const remembering = async (
	run: Run,
	item: Item,
	key: Key | undefined,
	send: () => Promise<readonly Output[]>,
): Promise<readonly Output[]> => {
	const { access, context, endpoint, operation } = run;
	const memory = memoryOf(context);
	const { index, target } = item;
	const write = [endpoint.method, access.baseUrl, endpoint.path, await access.owner(), target];
	const name = shortDigest(JSON.stringify(write));
	const sent = memory.read(index, name);
	if (sent) return await outputsBefore(run, item, sent, key);
	const note = (outcome: SentWrite['outcome']) =>
		memory.note(index, { name, done: doneWord(run, item), outcome });
	const outputs = await send().catch((error: unknown) => {
		if (isUnknown(error)) note(failureAt(run, index, item, error).text.message);
		throw error;
	});
	// A skipped item was not sent. A question waits in the execution that asks it.
	const isKept = !operation.asks && !outputs.some(({ skipped }) => skipped);
	if (isKept) note(outputs.map(({ json }) => json));
	return outputs;
};

/** Sends what was not sent with its key. */
const keeping = async (
	run: Run,
	keys: ReturnType<typeof keysOf>,
	key: Key,
	send: () => Promise<readonly Output[]>,
): Promise<readonly Output[]> => {
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
	const outputs = await send().catch(async (error: unknown) => {
		const addition = wayOut(key);
		if (isUnknown(error)) throw supplement(error, { addition, facts: { key: text } });
		await keys.settle(key, false);
		throw error;
	});
	await keys.settle(key, true);
	return outputs;
};

/**
 * n8n would retry a tool whose request may have been carried out.
 * @throws {Explained} if a second try of a tool could repeat what the first one did.
 */
const checkTool = ({ retryOnFail }: INode, { name }: Run['operation']): void => {
	if (!retryOnFail) return;
	throw new Explained(
		`"${name}" cannot be a tool while "Retry On Fail" is on`,
		'Nothing was sent. Turn off Retry On Fail in the settings of the tool. n8n cannot distinguish a retry from a new call, so the request could be sent twice. The node itself retries requests that are safe to retry.',
	);
};

/** Sends each item once: in an execution and its retries, and once per key in all executions. */
export const once: Safeguard = {
	fields: (operation) => (takesKey(operation) ? [sendOncePer] : []),
	begin(run) {
		const { access, context, endpoint, isDry, tally } = run;
		if (endpoint.safe) return undefined;
		const node = context.getNode();
		if (isTool(node)) checkTool(node, run.operation);
		// As a tool, the same call twice is two calls.
		const isRemembered = !isDry && !isTool(node);
		const keys = keysOf(run, node);
		return {
			async prepare(item) {
				// Fails before anything is sent if the organization cannot be requested.
				if (isRemembered) await access.owner();
				const key = await keyOf(run, item, node.parameters[sendOncePer.name]);
				if (key && isDry) tally.remark('A dry run does not check whether a key was used.');
				const refuse = ({ index }: Item): never =>
					wrong(sendOncePer, `is "${key?.text}" for item ${index} as well`);
				return {
					...(key && { unique: { key: key.name, refuse } }),
					async around(next, attempt) {
						if (!key) checkReturned(run, item);
						const send = async () => await next(attempt);
						const sendKept = async () =>
							key && !isDry
								? await inTurn(
										`${keys.node} ${key.name}`,
										clockOf(context),
										async () => await keeping(run, keys, key, send),
									)
								: await send();
						return isRemembered ? await remembering(run, item, key, sendKept) : await sendKept();
					},
				};
			},
			end(isFinal) {
				if (isFinal && isRemembered) memoryOf(context).forget();
			},
		};
	},
};
