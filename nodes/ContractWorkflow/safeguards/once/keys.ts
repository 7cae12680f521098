import type { INode } from 'n8n-workflow';
import { sha256Of } from '../../../shared/digest';
import { property } from '../../../shared/fields/property';
import { isBlank, itemWords, shown, trimmed, wrong } from '../../../shared/fields/propertyValue';
import { WrongField } from '../../../shared/words/explained';
import type { Operation } from '../../operation';
import { inTurn } from '../../run/lanes';
import type { Item, Run } from '../../run/types';

export const sendOncePer = property({
	displayName: 'Send Once Per',
	name: 'idempotencyKey',
	type: 'string',
	asGiven: true,
	neverBlank: true,
	default: '',
	placeholder: 'e.g. {{ $json.deal_id }}',
	description: 'Unique ID, or a list of its parts. Repeats are skipped.',
	builderHint: { propertyHint: 'Set it if a run may repeat: the ID of the source' },
});

/** Whether nothing else keeps a later run from repeating a write. */
export const takesKey = (operation: Operation): boolean => {
	const { writes, safe } = operation.endpoint;
	return writes && !safe && !operation.write?.decides && !operation.asks;
};

/** What an item is sent once per, and the name under which the node stores it. */
export type Key = { readonly text: string; readonly name: string };

/** The expressions of a text that is more than one: n8n would leave out what returns nothing. */
const expressionsIn = (stored: unknown): readonly string[] => {
	if (typeof stored !== 'string' || !stored.startsWith('=')) return [];
	const found = stored.match(/\{\{.*?\}\}/gs) ?? [];
	return stored === `=${found[0]}` ? [] : found;
};

/** What a text has where there is no value: a word of JavaScript as a part, or a fixed expression. */
const noValue = /(?<![^-_:/|\s])(?:undefined|null|NaN|\[object Object\])(?![^-_:/|\s])|\{\{.*/s;

/** @throws {WrongField} for a part that is no text, or has no value in it. */
const partOf = (given: unknown): string => {
	const part = typeof given === 'number' ? String(given) : given;
	if (typeof part !== 'string') return wrong(sendOncePer, `must be text, not ${shown(given)}`);
	const [found] = noValue.exec(part) ?? [];
	return found === undefined
		? trimmed(part)
		: wrong(sendOncePer, `contains ${shown(found)} in place of a value: ${shown(part)}`);
};

/**
 * The key of an item; undefined if the field is empty. A new API key does not change its name.
 * @param stored the field, as the workflow stores it
 * @throws {WrongField} for a key that other items could have as well: a part of it is missing.
 */
export const keyOf = async (
	{ access, context, endpoint: { method, path } }: Run,
	{ index, json, parameters }: Item,
	stored: unknown,
): Promise<Key | undefined> => {
	const given = parameters[sendOncePer.name] ?? '';
	if (given === '') return undefined;
	// n8n stores keys by workflow and node. Its Agents have none: each call is a node of its own.
	if (!context.getWorkflow().id) {
		return wrong(sendOncePer, 'does not work in n8n Agents: remove it from the tool');
	}
	const values: readonly unknown[] = Array.isArray(given)
		? given
		: expressionsIn(stored).map((one) => context.evaluateExpression(one, index));
	const missing = values.findIndex(isBlank) + 1;
	if (missing > 0) {
		const place = `"${sendOncePer.displayName}" ${missing}`;
		throw new WrongField(place, 'is empty: its expression returned nothing', [itemWords(json)]);
	}
	const key = Array.isArray(given) ? given.map(partOf) : partOf(given);
	const parts = [method, access.baseUrl, path, await access.organizationName(), key];
	return { text: [key].flat().join(', '), name: sha256Of(JSON.stringify(parts)) };
};

const options = { mode: 'entries' } as const;

/**
 * n8n stores no states, only whether an entry exists, and asking for one creates it. So a key has a
 * second entry until its item is done: after a crash, an unknown key never looks like a done one.
 */
const openEntry = (name: string): string => `${name} open`;

/** The keys that n8n's de-duplication stores for one node, for all its executions. */
export const keysOf = ({ context }: Run, { id }: INode) => {
	const { helpers } = context;
	const node = `${context.getWorkflow().id ?? ''} ${id}`;
	// n8n reads all entries of a node, then overwrites them. A call is made even after a stop.
	const call = async <Result>(work: () => Promise<Result>): Promise<Result> =>
		await inTurn(node, undefined, work);
	const remove = async (...entries: string[]) =>
		await call(async () => await helpers.removeProcessed(entries, 'node', options));
	return {
		/** Identifies the node. */
		node,
		/**
		 * Stores a key before its item is sent, and returns its state until now. `unknown`: an item was
		 * sent with it, or is being sent.
		 * @throws {WrongField} if n8n cannot store it.
		 */
		async claim({ name }: Key): Promise<'new' | 'done' | 'unknown'> {
			const entries = [name, openEntry(name)];
			try {
				const { processed } = await call(
					async () => await helpers.checkProcessedAndRecord(entries, 'node', options),
				);
				if (processed.length === 0) return 'new';
				if (processed.includes(openEntry(name))) return 'unknown';
				await remove(openEntry(name));
				return 'done';
			} catch (error) {
				return wrong(sendOncePer, `could not be stored by n8n: ${String(error)}`, [
					'n8n stores it with the workflow. Check that the workflow is saved.',
				]);
			}
		},
		/**
		 * The item of a claimed key was carried out, or certainly not. A key that n8n cannot change now
		 * counts as unknown later.
		 */
		async settle({ name }: Key, isDone: boolean): Promise<void> {
			await remove(openEntry(name), ...(isDone ? [] : [name])).catch(() => undefined);
		},
	};
};
