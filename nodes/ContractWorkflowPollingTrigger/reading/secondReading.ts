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

/** Whether a list contradicts itself. A response that cannot be read at all was already retried. */
const isOfList = (error: unknown): boolean =>
	error instanceof InvalidResponse
		? error.fault.kind !== 'notAnObject' && error.fault.kind !== 'tooLarge'
		: error instanceof TooLongList;

/**
 * The result of a reading. If the service contradicts itself, for example with fewer rows than it
 * reports, the result of a second reading: a single response may be wrong.
 * @throws the error of the second reading. An error that is not about the list is thrown
 * immediately.
 */
export const readTwice = async <Result>(read: () => Promise<Result>): Promise<Result> => {
	const reading = read();
	const failure = await reading.then(
		() => undefined,
		(error: unknown) => error,
	);
	return isOfList(failure) ? await read() : await reading;
};

/** Whether a request succeeds. Its caller handles the error. */
export const isRead = async (reading: Promise<unknown>): Promise<boolean> =>
	await reading.then(
		() => true,
		() => false,
	);

/** How many pages of a long list one poll reads. The next poll continues. */
export const mostPolledPages = 50;

/** @throws {InvalidResponse} when rows lack an ID or the field that orders them. */
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
