import { describe, expect, it } from '@jest/globals';
import type { Endpoint, Input } from '../../src';
import { InvalidInput, checkInput, contract } from '../../src';
import { errorBody } from '../../src/contract';
import { exampleErrors, exampleFiles } from '../support/examples';
import { endpointsTable } from './endpoints.table';

const issuesOf = (endpoint: Endpoint, request: Input): string[] => {
	try {
		checkInput(endpoint, request);
	} catch (error) {
		if (error instanceof InvalidInput) return error.issues.map(({ path }) => path);
		throw error;
	}
	return [];
};

const placeholders = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

describe('the contract against the table typed from the API text', () => {
	it('endpoints.table.ts has its endpoints, in its order, with its methods, paths, credentials and statuses', () => {
		const entries = Object.entries(contract).map(([name, entry]) => {
			const { method, path, auth, writes, errors } = entry;
			return { name, method, path, auth, writes, errors: [...errors] };
		});
		expect(entries).toEqual(endpointsTable);
	});

	it.each(Object.entries(contract))('%s may be repeated, or must be confirmed', (_name, entry) => {
		const endpoint: Endpoint = entry;
		expect(endpoint.writes || endpoint.safe).toBe(true);
		expect(endpoint.confirms !== undefined).toBe(!endpoint.safe);
	});

	it.each(Object.entries(contract))('%s declares each placeholder of its path', (_name, entry) => {
		const endpoint: Endpoint = entry;
		const paths = issuesOf(endpoint, {});
		const missing = placeholders(endpoint.path).map((name) => `params.${name}`);
		expect(paths.filter((path) => path.startsWith('params.'))).toEqual(missing);
	});
});

type Shown = Readonly<Record<string, unknown>>;

/** Answers that do not say that a write was carried out, made of one that does. */
const liesOf = (right: Shown): Shown[] => [
	{},
	...('success' in right ? [{ ...right, success: false }] : []),
	...('approved' in right ? [{ ...right, approved: !right.approved }] : []),
	...('activity_log_id' in right ? [{ ...right, activity_log_id: '7' }] : []),
	...('approved' in right || 'output_variable_id' in right ? [{ ...right, task_id: 999 }] : []),
];

describe('the contract against the examples written from the API text', () => {
	it('test/examples has a file for each endpoint', () => {
		const named = exampleFiles.map(({ endpoint }) => endpoint).sort();
		expect(named).toEqual(Object.keys(contract).sort());
	});

	describe.each(exampleFiles)('$endpoint', ({ endpoint: name, examples, invalid }) => {
		const endpoint: Endpoint = contract[name];

		it.each(examples)('takes the request: $title', ({ request }) => {
			expect(issuesOf(endpoint, request)).toEqual([]);
		});

		it.each(examples)('describes the response: $title', ({ response }) => {
			const result = endpoint.response.safeParse(response);
			expect(result.success ? [] : result.error.issues).toEqual([]);
			expect(result.data).toEqual(response);
		});

		it.each(examples)('lets an unknown field of the response through: $title', ({ response }) => {
			const extended = { ...Object(response), field_of_tomorrow: [1] };
			expect(endpoint.response.parse(extended)).toEqual(extended);
		});

		it('is confirmed by its response only, where it must be', () => {
			for (const { request, response } of endpoint.confirms ? examples : []) {
				expect(endpoint.confirms?.(response as Shown, request)).toBe(true);
				for (const lie of liesOf(response as Shown)) {
					expect([lie, endpoint.confirms?.(lie, request)]).toEqual([lie, false]);
				}
			}
		});

		for (const { title, request, field } of invalid) {
			it(`refuses: ${title}, and names ${field}`, () => {
				expect(issuesOf(endpoint, request)).toContain(field);
			});
		}
	});

	it.each(exampleErrors)('describes the error: $title', ({ body }) => {
		expect(errorBody.parse(body)).toEqual(body);
	});
});

/** Every field that an example's response shows, as a dotted path, lists flattened. */
const fieldsOf = (value: unknown, path = ''): string[] => {
	if (Array.isArray(value)) return value.flatMap((entry) => fieldsOf(entry, path));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => {
		const inside = path === '' ? key : `${path}.${key}`;
		return [inside, ...fieldsOf(inner, inside)];
	});
};

const without = (value: unknown, field: string): unknown => {
	const [head = '', ...rest] = field.split('.');
	if (Array.isArray(value)) return value.map((entry) => without(entry, field));
	if (typeof value !== 'object' || value === null) return value;
	const copy: Record<string, unknown> = { ...value };
	if (rest.length === 0) delete copy[head];
	else if (head in copy) copy[head] = without(copy[head], rest.join('.'));
	return copy;
};

/** `validation` is the one field that section 2 calls optional; metadata keys are the user's. */
const optionalFields = /(^|\.)validation(\.|$)/;

describe('required fields of responses', () => {
	const cases = exampleFiles.flatMap(({ endpoint, examples }) => {
		const fields = new Set(examples.flatMap(({ response }) => fieldsOf(response)));
		return [...fields]
			.filter((field) => !optionalFields.test(field))
			.map((field) => ({ endpoint, field, examples }));
	});

	it.each(cases)('$endpoint misses $field when it is gone', ({ endpoint, field, examples }) => {
		const whole = examples.find(({ response }) => fieldsOf(response).includes(field));
		const result = contract[endpoint].response.safeParse(without(whole?.response, field));
		expect(result.success).toBe(false);
	});
});
