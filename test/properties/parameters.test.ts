import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { operations } from '../support/operations.table';
import { report, seed, wantedCases } from './amount';
import { execute } from './engine';
import type { Leaf } from './leaves';
import { leavesOf } from './leaves';
import type { Parts } from './meaning';
import { partsOf } from './meaning';
import type { Learnt, Outcome } from './oracle';
import { byExpression, faultOf, itemWith, learntOf, outcomeWith } from './oracle';
import { anyJson } from './values';

let cases = 0;
afterAll(() => report('Any JSON as any parameter', `${cases.toLocaleString('en')} cases`));

const check = (known: Learnt, value: unknown, outcome: Outcome, isRaw: boolean): void => {
	cases++;
	const fault = faultOf(known, value, outcome, isRaw);
	if (fault === undefined) return;
	const { name, operation } = known.leaf;
	const sent = JSON.stringify(outcome.requests);
	throw new Error(`${operation.name}, ${name}, ${JSON.stringify(value)}: ${fault}. Sent: ${sent}`);
};

/** Of the values that are read for the whole run, each has a run of its own. */
const isOfRun = /^options\.max|^dryRun$|^idempotencyKey$/;

/** Whether several items of a run can each have a value: each then sends its one request in turn. */
const isOfItem = ({ leaf, samples }: Learnt): boolean =>
	!leaf.operation.oneItem &&
	!leaf.isWhole &&
	!isOfRun.test(leaf.name) &&
	leaf.property.noDataExpression !== true &&
	samples.length > 0 &&
	samples.every(({ requests }) => requests.length === 1);

/** The request of an item as it would be for the task 1, on which all values were learnt. */
const asOfTaskOne = ({ operation, name }: Leaf, request: Parts, task: number): Parts => {
	const hasOwnTask = operation.endpoint.includes('/tasks/') && name !== 'taskId';
	const path = request.path.map((part, index) =>
		hasOwnTask && request.path[index - 1] === 'tasks' && part === String(task) ? '1' : part,
	);
	return { ...request, path };
};

/** Gives each item of one run a value, and finds the request of each among those that were sent. */
const checkTogether = async (known: Learnt, values: readonly unknown[]): Promise<void> => {
	const { leaf } = known;
	const parameters = leaf.with(byExpression);
	const { output, error, requests } = await execute(
		{ ...parameters, options: { ...(parameters.options as object | undefined), maxParallel: 1 } },
		values.map((value, index) => itemWith(value, index + 1)),
	);
	if (error !== undefined) throw error as Error;
	const sent = requests.map(partsOf);
	const errors = new Map(
		output.map(({ json, pairedItem }) => [(pairedItem as { item: number }).item, json.error]),
	);
	for (const [index, value] of values.entries()) {
		const failed = errors.get(index);
		const mine = failed === undefined ? sent.map((one) => asOfTaskOne(leaf, one, index + 1)) : [];
		const isRight = (request: Parts) =>
			faultOf(known, value, { error: undefined, requests: [request] }, false) === undefined;
		const at = Math.max(mine.findIndex(isRight), 0);
		check(known, value, { error: failed, requests: mine.slice(at, at + 1) }, false);
		if (failed === undefined) sent.splice(at, 1);
	}
	if (sent.length > 0) throw new Error(`${sent.length} requests more than items that succeeded`);
};

const checkAlone = async (known: Learnt, value: unknown, wantsFixed: boolean): Promise<void> => {
	const isFixed = wantsFixed || known.leaf.property.noDataExpression === true;
	// Text that n8n takes for an expression is one, at any depth.
	if (isFixed && JSON.stringify(value).includes('"=')) return;
	check(known, value, await outcomeWith(known.leaf, value, isFixed), isFixed);
};

/** Shown by its name where a case fails. */
const named = (leaf: Leaf) => ({ leaf, [fc.toStringMethod]: () => leaf.name });
const ways = fc.constantFrom('fixed', 'by expression', 'for each item');
const values = fc.array(anyJson, { minLength: 1, maxLength: 40, size: 'max' });

const rows = operations.map((operation) => [operation.name, leavesOf(operation)] as const);
const inAll = rows.reduce((sum, [, leaves]) => sum + leaves.length, 0);

describe('nothing is sent, or what is sent is what was meant', () => {
	it.each(rows)('%s', async (_name, leaves) => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...leaves.map(named)),
				ways,
				values,
				async ({ leaf }, way, given) => {
					const known = await learntOf(leaf);
					if (way === 'for each item' && isOfItem(known)) await checkTogether(known, given);
					else await checkAlone(known, given[0], way === 'fixed');
				},
			),
			{
				seed,
				numRuns: Math.ceil((wantedCases * 0.3 * leaves.length) / inAll),
				// The error names the operation, the parameter and the value. A shorter one takes minutes to find.
				endOnFailure: true,
			},
		);
	});

	it('runs as many cases as it is asked for', () => {
		expect(cases).toBeGreaterThanOrEqual(wantedCases);
	});
});
