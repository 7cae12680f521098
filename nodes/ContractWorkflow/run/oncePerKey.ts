import { WrongField } from '../../shared/explained';
import { shown } from '../../shared/propertyValue';
import type { Output } from '../operation';
import { oncePerKey } from '../properties/oncePerKey';
import type { Item, Run } from './item';
import type { Report } from './report';
import { paired } from './response';
import { writeName } from './writeName';

const keyIn = ({ parameters }: Pick<Item, 'parameters'>): string | undefined =>
	parameters[oncePerKey.name] as string | undefined;

/** The first item of each key, with the name of its request once that was compared. */
export type FirstItems = Map<string, { readonly item: Item; request?: string }>;

const requestName = (run: Run, item: Item): string => {
	const { write, request = write } = writeName(run, item);
	return request;
};

/**
 * Checks that an item with the key of an earlier one sends the same: only one of them is sent.
 * @throws {WrongField} that names the key and the other item.
 */
export const checkKey = (run: Run, item: Item, firstItems: FirstItems): void => {
	const key = keyIn(item);
	if (key === undefined) return;
	const first = firstItems.get(key);
	if (!first) {
		firstItems.set(key, { item });
		return;
	}
	first.request ??= requestName(run, first.item);
	if (requestName(run, item) === first.request) return;
	throw new WrongField(
		oncePerKey.displayName,
		`gives ${JSON.stringify(shown(key))} for item ${first.item.index} as well, which sends something else: make it an expression that gives each its own, such as {{ $json.id }}`,
	);
};

/** Sends an item, once for its key where it has one. */
export const sendOnce = async (
	{ keys }: Run,
	item: Item,
	send: () => Promise<readonly Output[]>,
	takesOver: boolean,
): Promise<readonly Output[]> => {
	const key = keyIn(item);
	return key === undefined ? await send() : await keys.once(key, send, takesOver);
};

const keyAt = ({ operation, reader, wrongText }: Run, index: number): string => {
	if (wrongText) throw wrongText;
	if (!operation.properties.includes(oncePerKey)) {
		throw new WrongField('Release Keys', `does nothing for "${operation.name}", which has no keys`);
	}
	const key = keyIn({
		parameters: reader.read([oncePerKey], index),
	});
	if (key !== undefined) return key;
	throw new WrongField(
		'Release Keys',
		`needs the key in "${oncePerKey.displayName}", which is empty`,
	);
};

/**
 * Releases the keys of all items, into `report`, and sends nothing. Where a key is wrong, and the
 * node does not go on after errors, none is released.
 * @throws {NodeOperationError} that tells what is wrong with the items.
 */
export const releaseKeys = async (run: Run, report: Report): Promise<void> => {
	const indexes = [...run.context.getInputData().keys()];
	let goesOn = true;
	const found = indexes.flatMap((index) => {
		try {
			return [{ index, key: keyAt(run, index) }];
		} catch (error) {
			goesOn = report.fail(index, error) && goesOn;
			return [];
		}
	});
	if (!goesOn) report.refuse();
	const release = async ({ index, key }: { readonly index: number; readonly key: string }) => {
		try {
			const json = { released_key: { key, state: await run.keys.release(key) } };
			report.done(index, paired(run, { index }, [{ json }]));
		} catch (error) {
			report.fail(index, error);
		}
	};
	await Promise.all(found.map(release));
	run.tally.remark(
		'The keys of the items were released and nothing was sent, since "Release Keys" is on. Switch it off to send.',
	);
};
