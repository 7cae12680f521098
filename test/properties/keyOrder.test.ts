import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { operationNamed } from '../support/operations.table';
import { amount, caseCount, count, report } from './amount';
import type { Executed, Execution, Service, Wire } from './engine';
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

const isWrite = ({ line }: Wire) => line.startsWith('POST');
const writesOf = ({ requests }: Executed) => requests.filter(isWrite);

const launch = operationNamed('workflow.initiate').parameters;
const launchWith = (more: INodeParameters): INodeParameters => ({
	...launch,
	additionalFields: { metadata: { entry: [{ name: 'm', value: byExpression }] } },
	...more,
});

const launched = async (
	values: readonly unknown[],
	given: Partial<Execution> = {},
	service: Service = rightAnswer,
): Promise<Executed> =>
	await execute(
		{ parameters: launchWith({}), items: values.map((value) => itemWith(value)), ...given },
		service,
	);

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

	it('plans the same, with the same digests', async () => {
		const parameters = launchWith({ dryRun: true });
		await holds(0.002, async (value, order) => {
			const { output, error } = await launched([value, inOrder(value, order)], { parameters });
			expect(error).toBeUndefined();
			expect(output[1]?.json).toEqual(output[0]?.json);
		});
	});

	it('is the same item for its idempotency key', async () => {
		const parameters = launchWith({ options: { idempotencyKey: 'deal-1' } });
		await holds(0.002, async (value, order) => {
			const ran = await launched([value, inOrder(value, order)], { parameters });
			expect(ran.error).toBeUndefined();
			expect(ran.output.map(({ json }) => json.error)).toStrictEqual([undefined, undefined]);
			expect(writesOf(ran)).toHaveLength(1);
		});
	});

	it('is the same item for an execution that is retried', async () => {
		await holds(0.002, async (value, order) => {
			let answers = 0;
			const values = [value, { ...value, b: 'other' }];
			const first = await launched(values, { onError: 'stopWorkflow' }, (request) =>
				isWrite(request) && answers++ === 1 ? { status: 500 } : rightAnswer(request),
			);
			expect(first.error).toBeDefined();
			expect(writesOf(first)).toHaveLength(2);
			const retried = await launched(
				values.map((one) => inOrder(one, order)),
				{ executionId: '2', data: first.data },
			);
			expect(writesOf(retried)).toEqual([]);
			expect(retried.output).toHaveLength(2);
		});
	});
});
