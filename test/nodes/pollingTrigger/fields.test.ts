import { describe, expect, it } from '@jest/globals';
import { changesOf } from '../../../nodes/ContractWorkflowPollingTrigger/changes';
import { store } from '../../../nodes/ContractWorkflowPollingTrigger/poll';
import type { Explained } from '../../../nodes/shared/words/explained';
import type { Row } from '../../../src';
import { fieldsFor } from '../../support/watches';

/** What a row shows as changed, after it was another one. */
const changed = (event: string, choices: unknown, before: Row, after: Row) => {
	const { tokenOf, changedIn } = changesOf(fieldsFor(event, choices, true));
	const token = tokenOf(before) ?? '';
	return tokenOf(after) === token ? undefined : changedIn?.(after, token);
};

const people = (...emails: string[]): Row => ({ collaborator_emails: emails });
const amounts = (...values: unknown[]): Row => ({
	variables: [...values.map((value) => ({ variable_id: 'amount', value })), null, 'amount'],
});
const long = 'x'.repeat(200);
const status = { assignee_email: null, status: 'pending' };

it.each<[string, unknown, Row, Row, object | undefined]>([
	['nothing', 'status', status, { ...status, priority: 'low' }, undefined],
	['a value', 'status', { status: 'a' }, { status: 'b' }, { status: { before: 'a', after: 'b' } }],
	['a missing field', 'status', {}, { status: null }, undefined],
	['a value that comes', 'status', {}, { status: 'a' }, { status: { before: null, after: 'a' } }],
	[
		'a list',
		'collaborator_emails',
		people(),
		people('a'),
		{ collaborator_emails: { before: [], after: ['a'] } },
	],
	[
		'the order of a list',
		'collaborator_emails',
		people('a', 'b', 'a'),
		people('b', 'a'),
		undefined,
	],
	[
		'a variable',
		['variable_amount'],
		amounts(1),
		amounts(2),
		{ variable_amount: { before: 1, after: 2 } },
	],
	['another variable', ['variable_term'], amounts(1), amounts(2), undefined],
	[
		'a value beside another',
		'amount',
		amounts(1),
		amounts(1, 2),
		{ variable_amount: { before: 1, after: [1, 2] } },
	],
	[
		'the order of its values',
		'amount',
		amounts({ a: 1, b: 2 }, 1),
		amounts(1, { b: 2, a: 1 }),
		undefined,
	],
	[
		'a long value, and no field beside it',
		['task_title', 'status'],
		{ task_title: long, ...status },
		{ task_title: `${long}b`, ...status },
		{ task_title: { after: `${long}b` } },
	],
	['the same long value', 'task_title', { task_title: long }, { task_title: long }, undefined],
	[
		'a field and a variable of its name',
		['status', 'variable_status'],
		status,
		{ status: 'failed', variables: [{ variable_id: 'status', value: 1 }] },
		{
			status: { before: 'pending', after: 'failed' },
			variable_status: { before: null, after: 1 },
		},
	],
])('of a task: %s', (_what, choices, before, after, expected) => {
	expect(changed('taskUpdated', choices, before, after)).toStrictEqual(expected);
});

const field = (id: number, value: string, isUnclear = false) => ({
	org_field_id: id,
	field_name: `Field ${id}`,
	value,
	is_unclear: isUnclear,
	is_null: isUnclear,
});
const fields = (...rows: unknown[]): Row => ({ fields: rows });
const term = (value: string, field_type = 'date'): Row => ({
	mapped_fields: [{ name: 'Term', field_type, value }],
});

it.each<[string, unknown, Row, Row, object | undefined]>([
	[
		'a field by its ID',
		'1001',
		fields(field(1001, 'a')),
		fields(field(1001, 'b')),
		{ field_1001: { before: 'a', after: 'b' } },
	],
	['another field', '1001', fields(field(1002, 'a')), fields(field(1002, 'b')), undefined],
	[
		'an attribute',
		'Term_date',
		term('a'),
		term('b'),
		{ attribute_Term: { before: 'a', after: 'b' } },
	],
	['one of another name', 'Date_date', term('a'), term('b'), undefined],
	['one of another type', 'Term_date', term('a', 'text'), term('b', 'text'), undefined],
	[
		'unclear fields',
		'unclear_fields',
		fields(field(1, 'a'), null),
		fields(field(1, 'b', true)),
		{ unclear_fields: { before: [], after: ['Field 1'] } },
	],
])('of a document: %s', (_what, choices, before, after, expected) => {
	expect(changed('documentUpdated', choices, before, after)).toStrictEqual(expected);
});

describe('a choice', () => {
	const names = (event: string, given: unknown, isExpression = true) => {
		try {
			return fieldsFor(event, given, isExpression).map(({ name }) => name);
		} catch (error) {
			const { message, details } = error as Explained;
			return [message, ...details].join(': ');
		}
	};

	const empty =
		'"Only When These Change" is empty, or has an empty entry: Return an ID for each entry, or clear the field to start on any change.';

	it.each<[string, unknown, unknown]>([
		['a list', ['status', 'one'], ['status', 'variable_one']],
		['a text', 'status, one ,two', ['status', 'variable_one', 'variable_two']],
		['the same twice', 'one,variable_one', ['variable_one']],
		['a number', 7, ['variable_7']],
		['nothing', undefined, empty],
		['an empty list', [], empty],
		['a list with an empty entry', ['status', ''], empty],
		['a text with an empty entry', 'status,', empty],
		[
			'a variable without an ID',
			'variable_',
			'"Only When These Change" contains variable_, which is not in the list',
		],
		[
			'an object',
			[{ a: 1 }],
			'"Only When These Change" contains {"a":1}, which is not in the list',
		],
	])('is read from %s of an expression', (_what, given, expected) => {
		expect(names('taskUpdated', given)).toEqual(expected);
	});

	it.each([[[]], [''], [undefined]])('of nothing in the panel is none: %j', (given) => {
		expect(names('taskUpdated', given, false)).toEqual([]);
	});

	it('of documents has two fields, by their IDs', () => {
		expect(names('documentUpdated', '1001,1002')).toEqual(['field_1001', 'field_1002']);
	});

	it.each(['header:2', 'no such thing'])('of documents has no %s', (given) => {
		expect(names('documentUpdated', given)).toContain(
			`contains ${given}, which is not in the list`,
		);
	});
});

it('without a choice whole rows are compared, save their links', () => {
	const { tokenOf } = changesOf([]);
	const row = { task_id: 1, status: 'x', task_url: 'https://one.test' };
	expect(tokenOf({ ...row, task_url: 'https://two.test' })).toBe(tokenOf(row));
	expect(tokenOf({ ...row, status: 'y' })).not.toBe(tokenOf(row));
});

describe('what is stored', () => {
	const seconds = (count: number) => count * 1_000;
	const memory = (...times: Array<number | null>) =>
		new Map(times.map((time, index) => [index + 1, [index + 1, time, ''] as const]));
	const tasks = memory(seconds(1), seconds(2), seconds(3));
	const documents = memory(null, null, null);

	it.each([
		['all tasks before there is a point', tasks, '', 0, [1, 2, 3]],
		['the tasks from the point on', tasks, '1970-01-01T00:00:02Z', 0, [2, 3]],
		['some tasks before it', tasks, '1970-01-01T00:00:02.5Z', 1, [2, 3]],
		['no more tasks than there are', tasks, '1970-01-01T00:00:02.5Z', 9, [1, 2, 3]],
		['the documents that were shown last', documents, '1970-01-01', 2, [2, 3]],
	])('is %s', (_what, seen, point, keeps, ids) => {
		expect(store(seen, point, keeps).map(([id]) => id)).toEqual(ids);
	});

	it('has a digest of a long value', () => {
		const { tokenOf } = changesOf(fieldsFor('taskUpdated', ['task_title', 'status']));
		expect(tokenOf({ task_title: long, status: 'pending' })).toMatch(
			/^\["[\w-]{16}",\["pending"\]\]$/,
		);
	});
});
