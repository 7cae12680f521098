import { checkInput } from '../../../src';
import { isStopped } from '../../shared/client/clock';
import { filesOf } from '../files/files';
import type { Surroundings } from '../operation';
import { isOfItem } from './access';
import { inLanes } from './lanes';
import type { Report } from './report';
import type { Held, Item, Protection, ReadyItem, Run } from './types';

/**
 * Reads the parameters of one item and validates its request.
 * @throws {InvalidInput | WrongField} that names every wrong field; nothing was sent.
 */
const prepareItem = async (
	run: Run,
	protections: readonly Protection[],
	index: number,
): Promise<ReadyItem> => {
	const { access, context, operation, endpoint, limits, tally, reader, asking } = run;
	await access.checkAt(index);
	const { json = {} } = context.getInputData()[index] ?? {};
	const surroundings: Surroundings = {
		json,
		files: filesOf(context, index, { download: access.download, mostBytes: limits.mostBytes }),
		ask: access.ask,
		zone: context.getTimezone(),
		remark: tally.remark,
		answerLink: asking?.link ?? '',
	};
	const parameters = reader(operation.properties, index);
	const input = await operation.request(parameters, surroundings);
	checkInput(endpoint, input);
	const target = operation.target?.(parameters);
	const pause = await asking?.prepare(parameters, surroundings);
	const item = { ...surroundings, index, parameters, input, target, pause };
	const held: Held[] = [];
	for (const protection of protections) held.push(await protection.prepare(item));
	return { ...item, held };
};

/** @throws what is wrong with an item that is in the run twice. */
const checkUnique = (item: ReadyItem, firsts: Map<string, Item>): void => {
	for (const { unique } of item.held) {
		if (!unique) continue;
		const first = firsts.get(unique.key);
		if (first) unique.refuse(first);
		firsts.set(unique.key, item);
	}
};

/**
 * Prepares all items into `items`, by index. A wrong item fails. Requests during the preparation
 * only read.
 * @throws {NodeOperationError} with the errors of all items, unless the node continues.
 */
export const prepareAll = async (
	run: Run,
	protections: readonly Protection[],
	report: Pick<Report, 'done' | 'fail' | 'refuse'>,
	items: Map<number, ReadyItem>,
): Promise<void> => {
	const { context, limits } = run;
	let goesOn = true;
	const fail = (index: number, error: unknown) => {
		goesOn = report.fail(index, error) && goesOn;
	};
	const prepare = async (index: number): Promise<boolean> => {
		if (isStopped(context)) return false;
		try {
			const skipped = protections.flatMap(({ admit }) => admit?.(index) ?? []);
			if (skipped.length > 0) report.done(index, skipped);
			else items.set(index, await prepareItem(run, protections, index));
			return true;
		} catch (error) {
			fail(index, error);
			return goesOn || isOfItem(error);
		}
	};
	const indexes = [...context.getInputData().keys()];
	await inLanes(indexes, limits.mostParallel, prepare);
	const firsts = new Map<string, Item>();
	for (const index of indexes) {
		const item = items.get(index);
		try {
			if (item) checkUnique(item, firsts);
		} catch (error) {
			fail(index, error);
			items.delete(index);
		}
	}
	if (!goesOn) report.refuse();
};
