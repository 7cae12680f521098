import { afterEach, describe, expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

const run = async (operation: string, parameters: object, answer: unknown) => {
	const server = await serve((response) => sendJson(response, 200, answer));
	const { output, error } = await runNode({
		parameters: parametersOf(operation, {
			options: { flatten: true },
			...parameters,
		}),
		credentials: keyCredential(server.url, 'key_1'),
		items: [{ json: {} }],
	});
	expect(error).toBeUndefined();
	return output.map(({ json }) => json);
};

const field = (field_name: string, value: unknown) => ({
	field_name,
	field_value_type: 'text',
	org_field_id: 7,
	value,
	is_unclear: true,
	is_null: false,
});
const attribute = (name: string, value: unknown) => ({ name, field_type: 'text', value });
const variable = (variable_id: string, value: unknown) => ({
	variable_type: 'text',
	value,
	step_id: 'intake',
	variable_id,
});

const found = (...documents: object[]) => ({ documents, has_next: false, next_cursor: null });
const listed = (...tasks: object[]) => ({ tasks, total_count: tasks.length });

type Case = [what: string, lists: object, columns: object];

const ofDocuments: Case[] = [
	[
		'values of every type',
		{
			fields: [
				field('Law', 'England'),
				field('Fee', 1.5),
				field('Signed', false),
				field('End', null),
				field('Terms', ['30 days', 'net']),
				field('Party', { name: 'A' }),
			],
		},
		{
			field_Law: 'England',
			field_Fee: 1.5,
			field_Signed: false,
			field_End: null,
			field_Terms: ['30 days', 'net'],
			field_Party: { name: 'A' },
		},
	],
	[
		'several values of one name as a list, in their order',
		{ fields: [field('Fee', 2), field('Law', 'x'), field('Fee', 1), field('Fee', [3])] },
		{ field_Fee: [2, 1, [3]], field_Law: 'x' },
	],
	[
		'the distinct values of one name as a list',
		{ fields: [field('Fee', 2), field('Fee', 3), field('Fee', 2)] },
		{ field_Fee: [2, 3] },
	],
	[
		'names of the row, and odd ones',
		{
			fields: ['document_id', 'fields', '__proto__', '', 'Größe (m²)'].map((one) =>
				field(one, one),
			),
		},
		{
			field_document_id: 'document_id',
			field_fields: 'fields',
			field___proto__: '__proto__',
			field_: '',
			'field_Größe (m²)': 'Größe (m²)',
		},
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

const ofTasks: Case[] = [
	[
		'values of every type',
		{
			variables: [
				variable('party', 'A'),
				variable('amount', 10),
				variable('urgent', true),
				variable('due', null),
				variable('countries', ['GB', 'FR']),
			],
		},
		{
			variable_party: 'A',
			variable_amount: 10,
			variable_urgent: true,
			variable_due: null,
			variable_countries: ['GB', 'FR'],
		},
	],
	[
		'distinct values of one variable as a list, in their order',
		{ variables: [variable('amount', 12), variable('amount', 10), variable('amount', 12)] },
		{ variable_amount: [12, 10] },
	],
	[
		'IDs that are names of the row',
		{ variables: ['task_id', 'variables', '__proto__'].map((one) => variable(one, one)) },
		{
			variable_task_id: 'task_id',
			variable_variables: 'variables',
			variable___proto__: '__proto__',
		},
	],
	['no columns of an empty list', { variables: [] }, {}],
];

describe.each(['raw', 'simplified'])('Flatten returns, with Output %s,', (output) => {
	it.each(ofDocuments)('of a document %s', async (_what, lists, columns) => {
		const rows = await run('document.search', { output }, found({ document_id: 1, ...lists }));
		const marks = { unclear_fields: expect.any(Array), empty_fields: [] };
		expect(rows).toEqual([{ document_id: 1, ...columns, ...(output === 'simplified' && marks) }]);
	});

	it.each(ofTasks)('of a task %s', async (_what, lists, columns) => {
		const rows = await run('task.getMany', { output }, listed({ task_id: 1, ...lists }));
		expect(rows).toEqual([{ task_id: 1, ...columns }]);
	});
});

const task = {
	task_id: 1,
	status: 'in_progress',
	current_step_type: 'approval',
	variables: [variable('amount', 10)],
};
const document = {
	document_id: 1,
	fields: [field('Law', 'x')],
	mapped_fields: [attribute('Owner', 'B')],
};

it.each<[name: string, operation: string, parameters: object, answer: object, row: object]>([
	['one task', 'task.get', { taskId: byId('1') }, { task }, { variable_amount: 10 }],
	[
		'the tasks of an external ID',
		'task.getManyByExternalSourceId',
		{ externalSourceId: 'x' },
		{ tasks: [task] },
		{ variable_amount: 10 },
	],
	[
		'tasks that the node filters itself',
		'task.getMany',
		{ filters: { waitingForApproval: true } },
		listed(task),
		{ variable_amount: 10 },
	],
	[
		'chosen fields',
		'document.search',
		{ output: 'selectedFields', fields: ['fields'] },
		found(document),
		{ document_id: 1, field_Law: 'x' },
	],
])('Flatten is for %s, too', async (_name, operation, parameters, answer, row) => {
	const rows = await run(operation, parameters, answer);
	expect(rows).toEqual([expect.objectContaining(row)]);
	expect(rows[0]).not.toHaveProperty('variables');
	expect(rows[0]).not.toHaveProperty('mapped_fields');
});

it('changes nothing while it is off', async () => {
	const off = { output: 'raw', options: { flatten: false } };
	expect(await run('document.search', off, found(document))).toEqual([document]);
	expect(await run('task.getMany', off, listed(task))).toEqual([task]);
});
