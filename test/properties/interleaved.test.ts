import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { sleep } from 'n8n-workflow';
import { operationNamed } from '../support/operations.table';
import { amount, count, report } from './amount';
import type { Wire, WireAnswer } from './engine';
import { execute, isWhoseKey } from './engine';
import { onFastClock, startFastClock } from './fastClock';
import { byExpression } from './oracle';
import { rightAnswer } from './service';

beforeAll(startFastClock);
afterAll(() => {
	jest.useRealTimers();
	report('Interleaved executions');
});

/** What becomes of a request after so many milliseconds; the right answer if absent. */
interface Fate {
	readonly answer: WireAnswer | undefined;
	readonly isDone: boolean;
	/** Whether the answer tells which. */
	readonly isClear: boolean;
	readonly ms: number;
}

const ms = fc.nat(50);
const answered = (isClear: boolean, isDone: fc.Arbitrary<boolean>, ...answers: WireAnswer[]) =>
	fc.record({ answer: fc.constantFrom(...answers), isDone, isClear: fc.constant(isClear), ms });

const fate: fc.Arbitrary<Fate> = fc.oneof(
	fc.record({
		answer: fc.constant(undefined),
		isDone: fc.constant(true),
		isClear: fc.constant(true),
		ms,
	}),
	answered(true, fc.constant(false), { status: 429 }, { status: 422 }, { fails: 'ECONNREFUSED' }),
	answered(
		false,
		fc.boolean(),
		{ status: 500 },
		{ fails: 'ECONNRESET', breaksOff: 'before the answer' },
		{ body: '{"success":' },
	),
);

interface Interleaving {
	readonly executions: ReadonlyArray<{
		readonly items: readonly string[];
		readonly startsAt: number;
		readonly maxParallel: number;
	}>;
	readonly fates: readonly Fate[];
	/** How long n8n takes for each use of the keys. */
	readonly waits: readonly number[];
}

const interleaving: fc.Arbitrary<Interleaving> = fc.record({
	executions: fc.array(
		fc.record({
			items: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
			startsAt: fc.nat(100),
			maxParallel: fc.constantFrom(1, 50),
		}),
		{ minLength: 2, maxLength: 3 },
	),
	fates: fc.array(fate, { minLength: 1, maxLength: 8 }),
	waits: fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }),
});

const inTurn = <Value>(values: readonly Value[]) => {
	let next = 0;
	return (): Value => values[next++ % values.length] as Value;
};

let cases = 0;

const keyIn = ({ body }: Wire): string => (body as { readonly comment: string }).comment;

/** Runs the executions of one node; gives what was, and what may have been, written by key. */
const ran = async ({ executions, fates, waits }: Interleaving) => {
	const one = cases++;
	const keys = new Set<unknown>();
	const [nextFate, nextWait] = [inTurn(fates), inTurn(waits)];
	const [done, maybeDone]: [string[], string[]] = [[], []];
	const service = async (request: Wire): Promise<WireAnswer> => {
		if (isWhoseKey(request)) return rightAnswer(request);
		const { answer, isDone, isClear, ms } = nextFate();
		await sleep(ms);
		if (isDone) done.push(keyIn(request));
		if (isDone || !isClear) maybeDone.push(keyIn(request));
		return answer ?? rightAnswer(request);
	};
	const { parameters } = operationNamed('task.comment');
	const { result } = await onFastClock(
		async () =>
			await Promise.all(
				executions.map(async ({ items, startsAt, maxParallel }, index) => {
					await sleep(startsAt);
					return await execute(
						{
							parameters: {
								...parameters,
								comment: byExpression,
								idempotencyKey: byExpression,
								options: { maxParallel, maxWait: 10 },
							},
							items: items.map((x) => ({ json: { x } })),
							executionId: String(index),
							nodeId: `node_${one}`,
							apiKey: `key_${one}`,
							keys,
							keysAreBusy: async () => await sleep(nextWait()),
						},
						service,
					);
				}),
			),
	);
	return { done, maybeDone, result };
};

const isOnce = (keys: readonly string[]): boolean => new Set(keys).size === keys.length;

it('executions that run at the same time write nothing twice for a key', async () => {
	await fc.assert(
		fc.asyncProperty(interleaving, async (one) => {
			count(one.executions.length);
			const { done, maybeDone, result } = await ran(one);
			expect([isOnce(done), isOnce(maybeDone)]).toEqual([true, true]);
			for (const [index, { output, error }] of result.entries()) {
				expect(error).toBeUndefined();
				expect(output).toHaveLength(one.executions[index]?.items.length ?? 0);
			}
		}),
		amount(0.001),
	);
});
