import { shown } from '../../../shared/fields/propertyValue';
import { WrongField } from '../../../shared/words/explained';
import type { Operation } from '../../operation';
import type { Item, Results, Run, Safeguard } from '../../run/run';
import { writeName } from '../../run/writeName';
import { chosenFor, runOption } from '../../runOption';
import type { Key, Keys } from './keys';
import { keyOf, keysOf } from './keys';

/** Whether an operation supports idempotency keys: its repeat would change something more. */
const hasKeys = ({ endpoint, evidence, write }: Operation): boolean =>
	endpoint.writes && !endpoint.safe && !evidence && !write?.asks;

const idempotencyKey = runOption(
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		neverBlank: true,
		trimmed: true,
		default: '',
		placeholder: 'e.g. {{ $json.deal_id }}',
		description:
			'Unique ID, such as the deal ID. Items with a used key are skipped. Several workers can send twice.',
	},
	hasKeys,
);

const releaseKeys = runOption(
	{
		displayName: 'Release Keys',
		name: 'releaseKeys',
		type: 'boolean',
		default: false,
		description: 'Whether to forget the keys and send nothing',
	},
	hasKeys,
);

const label = idempotencyKey.property.displayName;

const chosenKey = ({ parameters }: Item): string | undefined =>
	chosenFor(parameters, idempotencyKey);

/**
 * The first item of each key, by the name of the key. It includes the name of the request once that
 * was compared.
 */
type FirstItems = Map<string, { readonly item: Item; request?: string }>;

const requestName = (run: Run, item: Item): string => {
	const { write, request = write } = writeName(run, item, undefined);
	return request;
};

/**
 * Checks that an item with the key of an earlier item has the same request: only one of them is
 * sent.
 * @throws {WrongField} that names the key and the other item.
 */
const checkKey = (run: Run, item: Item, { text, name }: Key, firstItems: FirstItems): void => {
	const first = firstItems.get(name);
	if (!first) {
		firstItems.set(name, { item });
		return;
	}
	first.request ??= requestName(run, first.item);
	if (requestName(run, item) === first.request) return;
	throw new WrongField(
		label,
		`is ${JSON.stringify(shown(text))} for item ${first.item.index} as well, which sends something different`,
		['Use an expression that returns a unique key for each item, such as {{ $json.id }}.'],
	);
};

const textAt = ({ chosen, wrongText }: Run, index: number): string => {
	if (wrongText) throw wrongText;
	const key = chosen(idempotencyKey, index);
	if (key !== undefined) return key;
	throw new WrongField('Release Keys', `needs a key in "${label}"`);
};

/**
 * Releases the keys of all items into `results`, and sends nothing. If a key is wrong, and the node
 * does not continue after errors, none is released.
 * @throws {NodeOperationError} with what is wrong with the items.
 */
const release = async (run: Run, keys: Keys, results: Results): Promise<void> => {
	const indexes = [...run.context.getInputData().keys()];
	let goesOn = true;
	const found = indexes.flatMap((index) => {
		try {
			return [{ index, key: textAt(run, index) }];
		} catch (error) {
			goesOn = results.fail(index, error) && goesOn;
			return [];
		}
	});
	if (!goesOn) results.refuse();
	const releaseOne = async ({ index, key }: { readonly index: number; readonly key: string }) => {
		try {
			const { at } = run.access;
			const state = await keys.release(await keyOf(run, await at(index), key));
			const json = { released_key: { key, state } };
			results.done(index, [{ json }]);
		} catch (error) {
			results.fail(index, error);
		}
	};
	await Promise.all(found.map(releaseOne));
	run.tally.remark(
		'The keys were released and nothing was sent, because "Release Keys" is on. To send the items, turn it off.',
	);
};

/** Sends an item once per key, also across later runs. */
export const idempotency: Safeguard = {
	options: [idempotencyKey, releaseKeys],
	begin(run) {
		if (!hasKeys(run.operation)) return undefined;
		const keys = keysOf(run);
		if (run.chosen(releaseKeys)) {
			if (!run.isDry) return { instead: async (results) => await release(run, keys, results) };
			throw new WrongField(releaseKeys.property.displayName, 'cannot be combined with "Dry Run"', [
				'Turn off one of them.',
			]);
		}
		const firstItems: FirstItems = new Map();
		const keyAt = new Map<number, Key>();
		return {
			async prepare(item) {
				const text = chosenKey(item);
				if (text !== undefined) keyAt.set(item.index, await keyOf(run, item.access, text));
			},
			compare(item) {
				const key = keyAt.get(item.index);
				if (key) checkKey(run, item, key, firstItems);
			},
			around: (next) => async (attempt) => {
				const key = keyAt.get(attempt.item.index);
				const send = async () => await next(attempt);
				return key === undefined || run.isDry
					? await send()
					: await keys.once(key, send, attempt.isResend);
			},
			async end(outputs) {
				await keys.end();
				return outputs;
			},
		};
	},
};
