import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { operations } from '../support/operations.table';
import { amount, caseCount, cases as wantedCases, count, report } from './amount';
import { execute } from './engine';
import type { Leaf } from './leaves';
import { leavesOf } from './leaves';
import type { Parts } from './meaning';
import type { Learnt, Outcome } from './oracle';
import { byExpression, faultOf, itemWith, learntOf, outcomeOf, partsOfAll } from './oracle';
import { rightAnswer } from './service';
import { anyJson } from './values';

afterAll(() => report('Any JSON as any parameter'));

const check = (known: Learnt, value: unknown, outcome: Outcome, isRaw = false): void => {
	count();
	const fault = faultOf(known, value, outcome, isRaw);
	if (fault === undefined) return;
	const { name, operation } = known.leaf;
	const sent = JSON.stringify(outcome.requests);
	throw new Error(`${operation.name}, ${name}, ${JSON.stringify(value)}: ${fault}. Sent: ${sent}`);
};

/** Text that n8n takes for an expression is one, at any depth. */
const rawJson = anyJson.filter((value) => !JSON.stringify(value).includes('"='));

/** Of the values that other operations read in the same way, a few of each are enough. */
const isOfRun = ({ name }: Leaf): boolean => /^options\.max|^dryRun$|^idempotencyKey$/.test(name);

/** Whether several items of a run can each have a value: each then sends its one request in turn. */
const isOfItem = ({ leaf, samples }: Learnt): boolean =>
	!leaf.operation.oneItem &&
	!leaf.isWhole &&
	!isOfRun(leaf) &&
	leaf.property.noDataExpression !== true &&
	samples.length > 0 &&
	samples.every(({ requests }) => requests.length === 1);

const inTurn = (parameters: INodeParameters): INodeParameters => ({
	...parameters,
	options: { ...(parameters.options as object | undefined), maxParallel: 1 },
});

/** What came of each of the values that the items of one run have, those of one target in turn. */
const outcomesOf = async (known: Learnt, values: readonly unknown[]): Promise<Outcome[]> => {
	const { leaf } = known;
	const { output, error, requests } = await execute(
		{
			parameters: inTurn(leaf.with(byExpression)),
			items: values.map((value, index) => itemWith(value, index + 1)),
		},
		rightAnswer,
	);
	if (error !== undefined) throw error as Error;
	const sent = partsOfAll(requests);
	const errors = new Map(
		output.map(({ json, pairedItem }) => [(pairedItem as { item: number }).item, json.error]),
	);
	const outcomes = values.map((value, index): Outcome => {
		const failed = errors.get(index);
		if (failed !== undefined) return { error: failed, requests: [] };
		const ownTask = (part: string, at: number, path: readonly string[]) =>
			path[at - 1] === 'tasks' &&
			part === String(index + 1) &&
			leaf.operation.endpoint.includes('/tasks/') &&
			leaf.name !== 'taskId'
				? '1'
				: part;
		const mine = sent.map((request) => ({ ...request, path: request.path.map(ownTask) }));
		const isRight = (request: Parts) =>
			faultOf(known, value, { error: undefined, requests: [request] }, false) === undefined;
		const at = Math.max(mine.findIndex(isRight), 0);
		sent.splice(at, 1);
		return { error: undefined, requests: mine.slice(at, at + 1) };
	});
	if (sent.length > 0) throw new Error(`${sent.length} requests more than items that succeeded`);
	return outcomes;
};

/** Shown by its name where a case fails. */
const named = (leaf: Leaf) => ({ leaf, [fc.toStringMethod]: () => leaf.name });

const cases = operations.map((operation) => [operation.name, leavesOf(operation)] as const);
const inAll = cases.reduce((sum, [, leaves]) => sum + leaves.length, 0);

describe('nothing is sent, or what is sent is what was meant', () => {
	it.each(cases)('%s, one value at a time', async (_name, leaves) => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...leaves.map(named)),
				rawJson,
				fc.boolean(),
				async ({ leaf }, value, isRaw) => {
					const known = await learntOf(leaf);
					const isFixed = isRaw || leaf.property.noDataExpression === true;
					const outcome = isFixed
						? await outcomeOf(leaf.with(value))
						: await outcomeOf(leaf.with(byExpression), value);
					check(known, value, outcome, isFixed);
				},
			),
			amount((0.12 * leaves.length) / inAll),
		);
	});

	it.each(cases)('%s, a value for each item', async (_name, leaves) => {
		const known = await Promise.all(leaves.map(learntOf));
		const ofItem = known.filter(isOfItem);
		const size = 40;
		const values = fc.array(anyJson, { minLength: 1, maxLength: size, size: 'max' });
		await fc.assert(
			fc.asyncProperty(fc.nat(), values, async (which, given) => {
				const one = ofItem[which % Math.max(ofItem.length, 1)];
				if (!one) return;
				const outcomes = await outcomesOf(one, given);
				for (const [index, outcome] of outcomes.entries()) check(one, given[index], outcome);
			}),
			amount(ofItem.length === 0 ? 0.0001 : (1.1 * leaves.length) / inAll, size / 2),
		);
	});

	it('runs as many cases as it is asked for', () => {
		expect(caseCount()).toBeGreaterThanOrEqual(wantedCases);
	});
});
