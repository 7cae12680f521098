import { describe, expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import { choiceIn } from '../../nodes/ContractWorkflowPollingTrigger/comparing/choices';
import type { WatchedField } from '../../nodes/ContractWorkflowPollingTrigger/comparing/watchedFields';
import {
	documentField,
	markedFields,
	orgField,
	taskField,
	withOwnNames,
} from '../../nodes/ContractWorkflowPollingTrigger/comparing/watchedFields';
import type { Explained } from '../../nodes/shared/words/explained';
import type { Row } from '../../src';

/** Which fields "Only When These Change" compares, and the values of rows that count. */

describe('a choice of fields', () => {
	const property = { displayName: 'Fields', name: 'fields', type: 'multiOptions', default: [] };
	const choice = choiceIn(
		property as INodeProperties as Parameters<typeof choiceIn>[0],
		(text) => (/^[a-z][\w,]*$/.test(text) ? text : undefined),
		(chosen) => chosen.map((id): WatchedField => ({ id, name: id, valuesOf: () => [] })),
	);
	const names = (given: unknown, isExpression = true) =>
		choice.read(given, isExpression).map(({ id }) => id);
	const refusal = (given: unknown, isExpression = true): readonly string[] => {
		try {
			return ['read', ...names(given, isExpression)];
		} catch (error) {
			const { message, details } = error as Explained;
			return [message, ...details];
		}
	};

	it.each([
		['a list', ['one', 'two'], ['one', 'two']],
		['a text', 'one', ['one']],
		['several in a text', 'one, two ,three', ['one', 'two', 'three']],
		['a text with spaces around it', ' one ', ['one']],
		['a list of texts with spaces', [' one '], ['one']],
	])('is read from %s', (_what, given, expected) => {
		expect(names(given)).toEqual(expected);
		expect(names(given, false)).toEqual(expected);
	});

	it.each([[[]], [''], [undefined], [[' ']]])('of nothing in the panel is none: %j', (given) => {
		expect(names(given, false)).toEqual([]);
	});

	const nothing =
		'The expression returned nothing. Return IDs, or clear the field to start on any change.';

	it.each([
		['an empty list', [], ['"Fields" is empty', nothing]],
		['an empty text', ' ', ['"Fields" is empty', nothing]],
		['nothing', undefined, ['"Fields" is empty', nothing]],
		['a gap', 'one,,two', ['"Fields" has an empty entry', 'Enter an ID for each entry.']],
		['an empty entry', ['one', ''], ['"Fields" has an empty entry', 'Enter an ID for each entry.']],
		[
			'what is not in the list',
			'one, ? ',
			[
				'"Fields" contains ?, which is not in the list',
				'Choose from the list, or enter a valid ID.',
			],
		],
		[
			'an object',
			[{ id: 1 }],
			[
				'"Fields" contains {"id":1}, which is not in the list',
				'Choose from the list, or enter a valid ID.',
			],
		],
	])('refuses %s', (_what, given, expected) => {
		expect(refusal(given)).toStrictEqual(expected);
	});

	it('has at most 20 entries', () => {
		const many = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
		expect(names(many(20))).toHaveLength(20);
		expect(refusal(many(21))).toStrictEqual(['"Fields" has 21 entries, but allows only 20']);
	});
});

const valuesIn = (field: WatchedField | undefined, row: Row) => field?.valuesOf(row);

describe('a field of a task', () => {
	it('has the value of the row, if there is one', () => {
		expect(valuesIn(taskField('status'), { status: 'active' })).toEqual(['active']);
		expect(valuesIn(taskField('status'), { status: null })).toEqual([null]);
		expect(valuesIn(taskField('status'), {})).toEqual([]);
	});

	it('has each entry of a list once, and none of what is no list', () => {
		const field = taskField('collaborator_emails');
		expect(field?.isList).toBe(true);
		expect(valuesIn(field, { collaborator_emails: ['a', 'b', 'a'] })).toEqual(['a', 'b']);
		expect(valuesIn(field, { collaborator_emails: 'a' })).toEqual([]);
	});

	it('is a variable by its choice and by its ID, with its values only', () => {
		const variables = [
			{ variable_id: 'amount', value: 1 },
			{ variable_id: 'other', value: 2 },
			{ variable_id: 'amount', value: 1 },
			{ variable_id: 'amount', value: 3 },
			null,
			'amount',
		];
		for (const choice of ['variable:amount', 'amount']) {
			expect(taskField(choice)).toMatchObject({ id: 'variable:amount', name: 'amount' });
			expect(valuesIn(taskField(choice), { variables })).toEqual([1, 3]);
		}
		expect(valuesIn(taskField('amount'), { variables: 'amount' })).toEqual([]);
		expect(valuesIn(taskField('amount'), {})).toEqual([]);
	});

	it('is none for an empty ID', () => {
		expect([taskField(''), taskField('  '), taskField('variable: ')]).toStrictEqual([
			undefined,
			undefined,
			undefined,
		]);
	});
});

describe('a field of a document', () => {
	const row = {
		fields: [
			{ org_field_id: 1001, field_name: 'One', value: 'a', is_unclear: true },
			{ org_field_id: 1002, field_name: 'Two', value: 'b', is_unclear: true },
			{ org_field_id: 1003, field_name: 'Three', value: 'c', is_unclear: false },
			null,
		],
		mapped_fields: [
			{ name: 'Term', field_type: 'date', value: '2026-01-01' },
			{ name: 'Term', field_type: 'string', value: 'a year' },
			{ name: 'Place', field_type: 'date', value: '2026-02-02' },
		],
	};

	it('has the values of the field with its ID', () => {
		expect(valuesIn(documentField('1002'), row)).toEqual(['b']);
		expect(valuesIn(documentField('1004'), row)).toEqual([]);
	});

	it('has the values of the attribute with its name and type', () => {
		expect(valuesIn(documentField('Term_date'), row)).toEqual(['2026-01-01']);
		expect(documentField('no such thing')).toBeUndefined();
	});

	it('has the names of unclear fields, of all or of those that were chosen', () => {
		const [one, three] = [orgField('1001'), orgField('1003')];
		if (!one || !three) throw new Error('No field was read.');
		const of = (...chosen: Array<typeof one>) =>
			markedFields('unclear_fields', 'is_unclear', chosen);
		expect(valuesIn(of(), row)).toEqual(['One', 'Two']);
		expect(valuesIn(of(one, three), row)).toEqual(['One']);
		expect(of().id).toBe('unclear_fields');
		expect(of(one, three).id).toBe('unclear_fields:1001:1003');
		expect(orgField('Term_date')).toBeUndefined();
	});
});

it('each field is compared once, and has a name of its own', () => {
	const field = (id: string, name: string): WatchedField => ({ id, name, valuesOf: () => [] });
	const fields = [field('status', 'status'), field('variable:status', 'status'), field('a', 'b')];
	expect(withOwnNames([...fields, field('a', 'c')]).map(({ id, name }) => [id, name])).toEqual([
		['status', 'status'],
		['variable:status', 'status (variable:status)'],
		['a', 'c'],
	]);
});
