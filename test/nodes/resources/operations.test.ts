import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { resources } from '../../../nodes/ContractWorkflow/resources';
import type { Endpoint } from '../../../src';
import { contract } from '../../../src';
import { operations } from '../../support/operations.table';

/*
 * The tests of all operations take them from test/support/operations.table.ts, so a row that is
 * missing there would leave an operation untested without a word.
 */

const offered = resources.flatMap(({ value: resource, operations: own }) =>
	own.map((operation) => ({ name: `${resource}.${operation.value}`, operation })),
);

const lineOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

it('operations.table.ts has a row for each operation of the node, and one only', () => {
	const rows = operations.map(({ name }) => name).sort();
	expect(rows).toEqual(offered.map(({ name }) => name).sort());
});

it('operations.table.ts names each endpoint of the contract that an API key is for', () => {
	const named = new Set(operations.map(({ endpoint }) => endpoint));
	const ofKeys = Object.values<Endpoint>(contract).filter(({ auth }) => auth === 'apiKey');
	expect([...named].sort()).toEqual(ofKeys.map(lineOf).sort());
});

it.each(offered)('operations.table.ts has the endpoint of $name', ({ name, operation }) => {
	const row = operations.find((one) => one.name === name);
	expect(row?.endpoint).toBe(lineOf(operation.endpoint));
	expect(row?.kind !== 'R').toBe(operation.endpoint.writes);
});

/** The fields of a part of a request. */
const fieldsIn = (part: z.ZodTypeAny | undefined, before: string): string[] => {
	if (part instanceof z.ZodEffects) return fieldsIn(part.innerType() as z.ZodTypeAny, before);
	if (!(part instanceof z.ZodObject)) return [];
	return Object.keys(part.shape as object).map((name) => `${before}.${name}`);
};

const endpoints: ReadonlyArray<readonly [string, Endpoint]> = Object.entries(contract);

it.each(endpoints)('operations.table.ts has every field of %s', (_name, endpoint) => {
	const row = operations.find((one) => one.endpoint === lineOf(endpoint));
	const fields = [
		...fieldsIn(endpoint.params, 'path'),
		...fieldsIn(endpoint.query, 'query'),
		...fieldsIn(endpoint.body, 'body'),
	];
	const named = Object.keys({ ...row?.fields, ...row?.places });
	expect(fields.filter((field) => !named.includes(field))).toEqual([]);
});
