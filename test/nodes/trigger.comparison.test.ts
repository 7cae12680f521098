import { describe, expect, it } from '@jest/globals';
import {
	changesOf,
	comparisonOf,
} from '../../nodes/ContractWorkflowPollingTrigger/comparing/comparison';
import { taskField } from '../../nodes/ContractWorkflowPollingTrigger/comparing/watchedFields';
import type { Change, Comparison, Watch } from '../../nodes/ContractWorkflowPollingTrigger/watch';
import type { Row } from '../../src';

/** What a trigger stores of a row whose fields it compares, and what it says of a change. */

const fieldsOf = (choices: readonly string[]) =>
	choices.flatMap((choice) => taskField(choice) ?? []);

const comparing = (
	choices: readonly string[],
	options: Partial<Parameters<typeof comparisonOf>[1]> = {},
) => {
	const made = comparisonOf(fieldsOf(choices), { startsUnknown: () => false, ...options });
	const comparison = made.comparison as Comparison;
	const tokenOf = (row: Row) => made.tokenOf(row) ?? '';
	const isSame = made.isSame as NonNullable<Watch['isSame']>;
	const changeOf = (row: Row, known: string | undefined) => comparison.changeOf(row, known);
	return {
		...made,
		tokenOf,
		isSame,
		changeOf,
		change: (before: Row, after: Row) => changeOf(after, tokenOf(before)),
		shortened: (token: string) => comparison.shortened(token),
		sampleOf: (row: Row) => comparison.sampleOf(row, undefined),
	};
};

const assignee = comparing(['assignee_email']);
const variable = comparing(['amount']);
const people = comparing(['collaborator_emails']);

const amounts = (...values: unknown[]): Row => ({
	variables: values.map((value) => ({ variable_id: 'amount', value })),
});

describe('a change', () => {
	it('has the values before and after', () => {
		expect(assignee.change({ assignee_email: 'a' }, { assignee_email: 'b' })).toStrictEqual({
			assignee_email: { before: 'a', after: 'b' },
		});
	});

	it('is none where nothing changed, or only another field', () => {
		const [before, after] = [
			{ assignee_email: 'a', status: 'x' },
			{ assignee_email: 'a', status: 'y' },
		];
		expect(assignee.change(before, after)).toBeUndefined();
		expect(assignee.isSame(after, assignee.tokenOf(before))).toBe(true);
		expect(assignee.isSame({ assignee_email: 'b' }, assignee.tokenOf(before))).toBe(false);
	});

	it('counts a field that the row does not have as one without a value', () => {
		expect(assignee.change({}, { assignee_email: null })).toBeUndefined();
		expect(assignee.change({}, { assignee_email: 'b' })).toStrictEqual({
			assignee_email: { before: null, after: 'b' },
		});
		expect(assignee.change({ assignee_email: 'a' }, {})).toStrictEqual({
			assignee_email: { before: 'a', after: null },
		});
	});

	it('of a list has lists, however many entries they have', () => {
		expect(
			people.change({ collaborator_emails: [] }, { collaborator_emails: ['a'] }),
		).toStrictEqual({
			collaborator_emails: { before: [], after: ['a'] },
		});
	});

	it('is none where several values came in another order', () => {
		expect(variable.change(amounts(1, 3, 2), amounts(2, 1, 3))).toBeUndefined();
		expect(variable.change(amounts({ a: 1, b: 2 }, 1), amounts(1, { b: 2, a: 1 }))).toBeUndefined();
		expect(variable.change(amounts(2, 1), amounts(3, 1))).toStrictEqual({
			amount: { before: [1, 2], after: [3, 1] },
		});
	});

	it('of one field of two names only that one', () => {
		const both = comparing(['assignee_email', 'status']);
		const before = { assignee_email: 'a', status: 'x' };
		expect(both.change(before, { ...before, status: 'y' })).toStrictEqual({
			status: { before: 'x', after: 'y' },
		});
		expect(both.comparison?.key).toBe('["assignee_email","status"]');
		expect(both.sampleOf(before)).toStrictEqual({
			assignee_email: { before: null, after: 'a' },
			status: { before: null, after: 'x' },
		});
	});

	it('starts the workflow if one of the changes does', () => {
		const starts = ({ after }: Change) => after === 'y';
		const { change } = comparing(['assignee_email', 'status'], { starts });
		const before = { assignee_email: 'a', status: 'x' };
		expect(change(before, { assignee_email: 'b', status: 'z' })).toBeUndefined();
		expect(change(before, { assignee_email: 'b', status: 'y' })).toMatchObject({
			assignee_email: { after: 'b' },
			status: { after: 'y' },
		});
	});

	it('of a row that is not remembered is null, or nothing', () => {
		const { changeOf } = comparing(['status'], { startsUnknown: ({ status }) => status === 'x' });
		expect(changeOf({ status: 'x' }, undefined)).toBeNull();
		expect(changeOf({ status: 'y' }, undefined)).toBeUndefined();
	});
});

describe('a value', () => {
	const digest = /^\["[\w-]+"\]$/;

	it.each([
		['of 200 characters as JSON', 196, /^\[\["x{196}"\]\]$/],
		['of more, as a digest', 197, digest],
	])('is stored: %s', (_what, length, expected) => {
		expect(assignee.tokenOf({ assignee_email: 'x'.repeat(length) })).toMatch(expected);
	});

	it.each([
		['of 1,000 characters as JSON', 996, /^\[\["x{996}"\]\]$/],
		['of more, as a digest', 997, digest],
	])('is stored, if it is a list: %s', (_what, length, expected) => {
		expect(people.tokenOf({ collaborator_emails: ['x'.repeat(length)] })).toMatch(expected);
	});

	it('that is stored as a digest is known again, and its change has no value before', () => {
		const long = { assignee_email: 'x'.repeat(500) };
		const token = assignee.tokenOf(long);
		expect(assignee.isSame(long, token)).toBe(true);
		expect(assignee.changeOf(long, token)).toBeUndefined();
		expect(assignee.changeOf({ assignee_email: 'b' }, token)).toStrictEqual({
			assignee_email: { after: 'b' },
		});
	});

	it('that is shortened later is a digest as well', () => {
		const both = comparing(['assignee_email', 'status']);
		const row = { assignee_email: 'a', status: 'x'.repeat(500) };
		const short = both.shortened(both.tokenOf(row));
		expect(short).toMatch(/^\["[\w-]+","[\w-]+"\]$/);
		expect(both.shortened(short)).toBe(short);
		expect(both.isSame(row, short)).toBe(true);
		expect(both.changeOf({ ...row, assignee_email: 'b' }, short)).toStrictEqual({
			assignee_email: { after: 'b' },
		});
	});
});

it('without fields, whole rows are compared, save their links', () => {
	const whole = changesOf({ fields: [], startsUnknown: true });
	const row = { task_id: 1, status: 'x', task_url: 'https://one.test' };
	const token = whole.tokenOf(row);
	expect(whole.tokenOf({ ...row, task_url: 'https://two.test' })).toBe(token);
	expect(whole.tokenOf(row)).toBe(token);
	expect(whole.tokenOf({ ...row, status: 'y' })).not.toBe(token);
	expect(whole.remembersPassed).toBe(false);
	expect(changesOf({ fields: fieldsOf(['status']), startsUnknown: true }).remembersPassed).toBe(
		true,
	);
});
