import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { OperationCase } from '../support/operations.table';
import { operations } from '../support/operations.table';
import { amount, count, report } from './amount';
import type { Exchange } from './answers.rules';
import { faultOfItem, faultOfRun } from './answers.rules';
import type { Answering } from './answers.values';
import { anyAnswer } from './answers.values';
import { execute, isWhoseKey } from './engine';
import { onFastClock, startFastClock } from './fastClock';
import { rightAnswer } from './service';

beforeAll(startFastClock);
afterAll(() => {
	jest.useRealTimers();
	report('Any answer to any request');
});

const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };

interface Given {
	/** Answers in order; then they begin anew, or all is right. */
	readonly answers: readonly Answering[];
	readonly staysWrong: boolean;
	readonly itemCount: number;
	readonly stops: boolean;
	readonly parallel: boolean;
	readonly returnAll: boolean;
	readonly isSafe: boolean;
}

const given: fc.Arbitrary<Given> = fc.record({
	answers: fc.array(anyAnswer, { minLength: 1, maxLength: 6 }),
	staysWrong: fc.boolean(),
	itemCount: fc.integer({ min: 1, max: 3 }),
	stops: fc.boolean(),
	parallel: fc.boolean(),
	returnAll: fc.boolean(),
	isSafe: fc.boolean(),
});

/** One item for each task; of operations that name no task only one. */
const itemsOf = ({ line, oneItem }: OperationCase, itemCount: number): INodeExecutionData[] =>
	Array.from({ length: line.includes('/tasks/1') && !oneItem ? itemCount : 1 }, (_, index) => ({
		json: { task: index + 1 },
		binary: { data: file },
	}));

const isList = ({ answer }: OperationCase): boolean =>
	'total_count' in answer || 'has_next' in answer;

/** The safeguards that an operation offers beside those that it always has. */
const safetyOf = ({ kind, oneItem }: OperationCase): INodeParameters => ({
	...(kind === 'W' && !oneItem && { idempotencyKey: '={{ $json.task }}' }),
});

let apiKeys = 0;

/** What is wrong with what the node makes of answers; undefined where nothing is. */
const faultOf = async (operation: OperationCase, one: Given): Promise<string | undefined> => {
	const { answers, staysWrong, itemCount, stops, parallel, returnAll, isSafe } = one;
	const exchanges: Exchange[] = [];
	const items = itemsOf(operation, itemCount);
	const { result, ms } = await onFastClock(
		async () =>
			await execute(
				{
					parameters: {
						...operation.parameters,
						...(isList(operation) && { returnAll }),
						...(isSafe && safetyOf(operation)),
						...(!operation.oneItem && { options: { maxParallel: parallel ? 50 : 1 } }),
					},
					items,
					onError: stops ? 'stopWorkflow' : 'continueRegularOutput',
					apiKey: `key_${apiKeys++}`,
				},
				(request) => {
					if (isWhoseKey(request) && operation.kind !== 'R') return rightAnswer(request);
					const next = staysWrong
						? answers[exchanges.length % answers.length]
						: answers[exchanges.length];
					const answer = (next ?? rightAnswer)(request);
					exchanges.push({ request, answer });
					return answer;
				},
			),
	);
	count(exchanges.length);
	return (
		faultOfRun({ operation, items, exchanges, ms, ...result }) ??
		items
			.map((_, index) => faultOfItem({ operation, items, exchanges, ms, ...result }, index))
			.find((fault) => fault !== undefined)
	);
};

describe('whatever the service answers, the node says what is known, and sends no write again', () => {
	it.each(operations.map((operation) => [operation.name, operation] as const))(
		'%s',
		async (_name, operation) => {
			await fc.assert(
				fc.asyncProperty(given, async (one) => {
					const fault = await faultOf(operation, one);
					if (fault !== undefined) throw new Error(`${operation.name}: ${fault}`);
				}),
				amount(0.01 / operations.length),
			);
		},
	);
});
