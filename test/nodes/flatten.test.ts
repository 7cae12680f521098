import { describe, expect, it } from '@jest/globals';
import { byId } from '../support/stage';
import { runAt } from './table';

const run = async (operation: string, given: object, answer: unknown) => {
	const { json, error } = await runAt(() => [200, answer], operation, {
		given: { options: { flatten: true }, ...given },
	});
	expect(error).toBeUndefined();
	return json;
};

const field = (field_name: string, value: unknown) => ({
	...{ field_name, field_value_type: 'text', org_field_id: 7, value },
	...{ is_unclear: true, is_null: false },
});
const attribute = (name: string, value: unknown) => ({ name, field_type: 'text', value });
const variable = (variable_id: string, value: unknown) => ({
	...{ variable_type: 'text', value, step_id: 'intake', variable_id },
});

const found = (...documents: object[]) => ({ documents, has_next: false, next_cursor: null });
const listed = (...tasks: object[]) => ({ tasks, total_count: tasks.length });
const odd = ['document_id', 'fields', '__proto__', '', 'Größe (m²)'];

const ofDocuments: Array<[what: string, lists: object, columns: object]> = [
	[
		'values of every type, and several of one name as a list in their order',
		{
			fields: [
				...[field('Fee', 2), field('Signed', false), field('End', null), field('Fee', [3])],
				...[field('Terms', ['30 days', 'net']), field('Party', { name: 'A' })],
			],
		},
		{
			...{ field_Fee: [2, [3]], field_Signed: false, field_End: null },
			...{ field_Terms: ['30 days', 'net'], field_Party: { name: 'A' } },
		},
	],
	[
		'names of the row, and odd ones',
		{ fields: odd.map((one) => field(one, one)) },
		Object.fromEntries(odd.map((one) => [`field_${one}`, one])),
	],
	[
		'attributes, apart from fields of the same name',
		{
			fields: [field('Region', 'field')],
			mapped_fields: [attribute('Region', 'EMEA'), attribute('Region', 4), attribute('Owner', 'B')],
		},
		{ field_Region: 'field', attribute_Region: ['EMEA', 4], attribute_Owner: 'B' },
	],
	['no columns of empty lists', { fields: [], mapped_fields: [] }, {}],
	['what is no list unchanged', { fields: 'none' }, { fields: 'none' }],
];

describe.each(['raw', 'simplified'])('Flatten returns, with Output %s,', (output) => {
	it.each(ofDocuments)('of a document %s', async (_what, lists, columns) => {
		const rows = await run('document.search', { output }, found({ document_id: 1, ...lists }));
		const marks = { unclear_fields: expect.any(Array), empty_fields: [] };
		expect(rows).toEqual([{ document_id: 1, ...columns, ...(output === 'simplified' && marks) }]);
	});

	it('of a task its variables by their IDs', async () => {
		const ids = ['amount', 'task_id', '__proto__'];
		const variables = [...ids.map((id) => variable(id, 1)), variable('amount', null)];
		const rows = await run('task.getMany', { output }, listed({ task_id: 1, variables }));
		const columns = { variable_amount: [1, null], variable_task_id: 1, variable___proto__: 1 };
		expect(rows).toEqual([{ task_id: 1, ...columns }]);
	});
});

const task = {
	...{ task_id: 1, status: 'in_progress', current_step_type: 'approval' },
	variables: [variable('amount', 10)],
};
const document = {
	document_id: 1,
	fields: [field('Law', 'x')],
	mapped_fields: [attribute('Owner', 'B')],
};

it.each<[operation: string, given: object, answer: object, row: object]>([
	['task.get', { taskId: byId('1') }, { task }, { variable_amount: 10 }],
	[
		'task.getManyByExternalSourceId',
		{ externalSourceId: 'x' },
		{ tasks: [task] },
		{ variable_amount: 10 },
	],
	[
		'task.getMany',
		{ filters: { waitingForApproval: true } },
		listed(task),
		{ variable_amount: 10 },
	],
	[
		'document.search',
		{ output: 'selectedFields', fields: ['fields'] },
		found(document),
		{ field_Law: 'x' },
	],
])('Flatten is for %s with %j', async (operation, given, answer, row) => {
	const rows = await run(operation, given, answer);
	expect(rows).toEqual([expect.objectContaining(row)]);
	expect(rows[0]).not.toHaveProperty('variables');
	expect(rows[0]).not.toHaveProperty('mapped_fields');
});

it('changes nothing while it is off', async () => {
	const off = { output: 'raw', options: { flatten: false } };
	expect(await run('document.search', off, found(document))).toEqual([document]);
	expect(await run('task.getMany', off, listed(task))).toEqual([task]);
});
