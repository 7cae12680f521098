import { InvalidResponse } from '../../../src';
import { Explained } from '../../shared/words/explained';

/** A list has more rows than polls can follow. */
export class TooLongList extends Explained {
	override readonly name = 'TooLongList';

	constructor(total: number, most: number) {
		super(
			`${total} rows were added or changed, but polls can follow only ${most}`,
			'No items were returned, and none are lost. The next poll reads the same rows again.',
		);
	}
}

/** Whether a list contradicts itself; an answer that cannot be read at all was repeated already. */
const isOfList = (error: unknown): boolean =>
	error instanceof InvalidResponse
		? error.fault.kind !== 'notAnObject' && error.fault.kind !== 'tooLarge'
		: error instanceof TooLongList;

/**
 * What a reading gives. Where the service contradicts itself, for example gives fewer rows than it
 * says there are, what a second reading gives: one answer may go wrong.
 * @throws what the second reading throws; at once what says nothing of the list.
 */
export const readTwice = async <Result>(read: () => Promise<Result>): Promise<Result> => {
	const reading = read();
	const failure = await reading.then(
		() => undefined,
		(error: unknown) => error,
	);
	return isOfList(failure) ? await read() : await reading;
};

/** Whether a request succeeds; whoever awaits it has its failure. */
export const isRead = async (reading: Promise<unknown>): Promise<boolean> =>
	await reading.then(
		() => true,
		() => false,
	);

/** How many pages of a long list one poll reads; the next one goes on. */
export const mostPolledPages = 50;

/** @throws {InvalidResponse} when rows lack what tells them apart or puts them in order. */
export const checkPolledRows = <R extends object>(
	rows: readonly R[],
	request: string,
	checks: Readonly<Partial<Record<keyof R & string, (value: unknown) => boolean>>>,
): void => {
	for (const [field, isRight] of Object.entries(checks)) {
		const check = isRight as (value: unknown) => boolean;
		if (rows.every((row) => check((row as Readonly<Record<string, unknown>>)[field]))) continue;
		throw new InvalidResponse({ kind: 'field', request, field });
	}
};
