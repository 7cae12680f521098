import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { operationNamed } from '../support/operations.table';
import { amount, caseCount, count, report } from './amount';
import { execute } from './engine';
import { leaves } from './leaves';
import { byExpression, itemWith, outcomeOf } from './oracle';
import { rightAnswer } from './service';
import { anyJson } from './values';

afterAll(() => report('Any order of keys'));

type Order = (one: string, other: string) => number;

/** The same JSON with its keys in another order, at any depth. */
const inOrder = (value: unknown, order: Order): unknown => {
	if (Array.isArray(value)) return value.map((inner) => inOrder(inner, order));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.sort(([one], [other]) => order(one, other))
			.map(([name, inner]) => [name, inOrder(inner, order)]),
	);
};

const name = fc.oneof(
	fc.constantFrom('a', 'b', '1', '10', '', '__proto__', 'é', '\ud800'),
	fc.string(),
);
const object = fc.dictionary(name, fc.oneof(anyJson, fc.dictionary(name, anyJson)));
const cases = fc.tuple(object, fc.compareFunc<string>());

/** Runs a property, each case of which takes several executions. */
const holds = async (
	share: number,
	check: (value: Record<string, unknown>, order: Order) => Promise<void>,
): Promise<void> => {
	const property = fc.asyncProperty(cases, async ([value, order]) => {
		count();
		await check(value, order);
	});
	await fc.assert(property, amount(share));
};

describe('any order of the keys of the same JSON', () => {
	it('sends the same, also with the parameters themselves in another order', async () => {
		const ofJson = leaves.filter(
			({ name: path, property: { type } }) =>
				type === 'json' || type === 'resourceMapper' || path.endsWith('entry.value'),
		);
		expect(ofJson.length).toBeGreaterThan(4);
		await holds(0.004, async (given, order) => {
			const leaf = ofJson[caseCount() % ofJson.length];
			if (!leaf) return;
			const value = /ariables/.test(leaf.name) ? { party: given.a ?? given, b: 1 } : given;
			const parameters = leaf.with(byExpression);
			const first = await outcomeOf(parameters, value);
			const other = await outcomeOf(
				inOrder(parameters, order) as INodeParameters,
				inOrder(value, order),
			);
			expect(other.requests).toEqual(first.requests);
			expect(other.error === undefined).toBe(first.error === undefined);
		});
	});

	it('plans the same', async () => {
		const parameters: INodeParameters = {
			...operationNamed('workflow.initiate').parameters,
			additionalFields: { metadata: { entry: [{ name: 'm', value: byExpression }] } },
			dryRun: true,
		};
		await holds(0.002, async (value, order) => {
			const items = [value, inOrder(value, order)].map((one) => itemWith(one));
			const { output, error } = await execute({ parameters, items }, rightAnswer);
			expect(error).toBeUndefined();
			expect(output[1]?.json).toEqual(output[0]?.json);
		});
	});
});
