import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { sendJson, serverPool } from '../../support/answeringServer';
import { startTrigger } from '../../support/pollingTrigger';
import { byId, keyCredential } from '../../support/stage';
import { runAt } from '../table';

const serve = serverPool();

/** Runs an operation with its defaults and `given` against a service that answers so. */
const outputOf = async (operation: string, given: INodeParameters, answer: unknown) => {
	const { json, error } = await runAt(() => [200, answer], operation, { given });
	expect(error).toBeUndefined();
	return json;
};

const variable = (variable_id: string, value: unknown, step_id = 'intake') => ({
	variable_type: 'text',
	value,
	step_id,
	variable_id,
});

const task = {
	task_id: 10001,
	task_url: 'https://app.example.com/workflows/tasks/10001',
	task_title: null,
	workflow_id: 'wf_nda',
	workflow_name: 'NDA',
	workflow_version: 2,
	workflow_state_id: 'state_1',
	status: 'in_progress',
	priority: 'high',
	current_step_run_id: 'run_2',
	current_step_id: 'legal_approval',
	current_step_name: 'Legal approval',
	current_step_type: 'approval',
	created_at: '2026-01-05T09:00:00Z',
	updated_at: '2026-01-06T09:00:00Z',
	completed_at: null,
	owner_email: 'owner@example.com',
	assignee_email: 'assignee@example.com',
	collaborator_emails: [],
	requester_email: null,
	step_runs: [],
	variables: [
		variable('counterparty', 'Aldgate Ltd'),
		variable('value', 1200),
		variable('value', 1300, 'review'),
		variable('value', 1300, 'legal_approval'),
		variable('countries', ['GB', 'FR']),
		variable('countries', ['GB', 'FR'], 'review'),
		variable('note', null),
	],
};

const taskColumns = {
	variable_counterparty: 'Aldgate Ltd',
	variable_value: [1200, 1300],
	variable_countries: ['GB', 'FR'],
	variable_note: null,
};

const simpleTask = {
	task_id: 10001,
	task_title: null,
	status: 'in_progress',
	current_step_name: 'Legal approval',
	assignee_email: 'assignee@example.com',
	updated_at: '2026-01-06T09:00:00Z',
	task_url: 'https://app.example.com/workflows/tasks/10001',
	current_step_id: 'legal_approval',
	current_step_run_id: 'run_2',
	workflow_state_id: 'state_1',
	current_step_type: 'approval',
	...taskColumns,
};

it.each([
	['task.get', { taskId: byId('10001') }, { task }],
	['task.getMany', {}, { tasks: [task], total_count: 1 }],
	['task.getManyByExternalSourceId', { externalSourceId: 'crm-1' }, { tasks: [task] }],
])(
	'%s gives where a task stands, and a column for each variable',
	async (operation, own, answer) => {
		const [simple, ...more] = await outputOf(operation, own, answer);
		expect(more).toEqual([]);
		expect(JSON.stringify(simple)).toBe(JSON.stringify(simpleTask));
		expect(await outputOf(operation, { ...own, output: 'raw' }, answer)).toEqual([task]);
	},
);

const field = (field_name: string, value: unknown, marks = {}) => ({
	field_name,
	field_value_type: 'text',
	org_field_id: 12,
	value,
	is_unclear: false,
	is_null: false,
	...marks,
});

const document = {
	document_id: 501,
	org_id: 3,
	file_name: 'msa.pdf',
	document_title: 'MSA',
	document_type: 'Agreement',
	summary: null,
	fields: [
		field('Governing Law', 'England'),
		field('End Date', '2027-01-01', { is_unclear: true }),
		field('Cap', null, { is_null: true }),
		field('Liability', 'first clause', { is_unclear: true }),
		field('Liability', 'second clause', { is_unclear: true }),
	],
	workflow_metadata: null,
	document_created_at: '2026-01-05T09:00:00Z',
	mapped_fields: [{ name: 'region', field_type: 'text', value: 'EMEA' }],
};

const simpleDocument = {
	document_id: 501,
	document_title: 'MSA',
	document_type: 'Agreement',
	document_created_at: '2026-01-05T09:00:00Z',
	file_name: 'msa.pdf',
	summary: null,
	'field_Governing Law': 'England',
	'field_End Date': '2027-01-01',
	field_Cap: null,
	field_Liability: ['first clause', 'second clause'],
	attribute_region: 'EMEA',
	unclear_fields: ['End Date', 'Liability'],
	empty_fields: ['Cap'],
};

const found = { documents: [document], has_next: false, next_cursor: null };

it('Search gives a column for each field, and names those that are unclear or empty', async () => {
	const rows = await outputOf('document.search', {}, found);
	expect(JSON.stringify(rows)).toBe(JSON.stringify([simpleDocument]));
	expect(await outputOf('document.search', { output: 'raw' }, found)).toEqual([document]);
});

const attribute = (name: string, value: unknown) => ({ name, field_type: 'text', value });
const odd = ['document_id', 'fields', '__proto__', '', 'Größe (m²)'];

it.each<[what: string, lists: object, columns: object]>([
	[
		'several values of one name as a list in their order, whatever their types',
		{ fields: [field('Fee', 2), field('End', null), field('Fee', [3]), field('Fee', { a: 1 })] },
		{ field_Fee: [2, [3], { a: 1 }], field_End: null },
	],
	['a list of one as a list', { fields: [field('Terms', ['net'])] }, { field_Terms: ['net'] }],
	[
		'names of the row, and odd ones',
		{ fields: odd.map((one) => field(one, one)) },
		Object.fromEntries(odd.map((one) => [`field_${one}`, one])),
	],
	[
		'attributes, apart from fields of the same name',
		{
			fields: [field('Region', 'field')],
			mapped_fields: [attribute('Region', 'EMEA'), attribute('Region', 4)],
		},
		{ field_Region: 'field', attribute_Region: ['EMEA', 4] },
	],
	['no columns of empty lists', { fields: [], mapped_fields: [] }, {}],
	['what is no list unchanged', { fields: 'none' }, { fields: 'none' }],
])('Simplified has %s', async (_what, lists, columns) => {
	const answer = { ...found, documents: [{ document_id: 1, ...lists }] };
	expect(await outputOf('document.search', {}, answer)).toEqual([
		{ document_id: 1, ...columns, unclear_fields: [], empty_fields: [] },
	]);
});

it('Selected Fields gives the ID and what is chosen, each in the shape that it has in Simplified', async () => {
	const choice = (fields: string | string[]) => ({ output: 'selectedFields', fields });
	const [chosen] = await outputOf(
		'task.get',
		{ taskId: byId('10001'), ...choice(['workflow_version', 'variables', 'owner_email']) },
		{ task },
	);
	expect(JSON.stringify(chosen)).toBe(
		JSON.stringify({
			task_id: 10001,
			workflow_version: 2,
			...taskColumns,
			owner_email: 'owner@example.com',
		}),
	);
	const listed = { tasks: [task], total_count: 1 };
	expect(await outputOf('task.getMany', choice('={{ "status, priority" }}'), listed)).toEqual([
		{ task_id: 10001, status: 'in_progress', priority: 'high' },
	]);
	expect(await outputOf('task.getMany', choice([]), listed)).toEqual([{ task_id: 10001 }]);
	expect(await outputOf('document.search', choice(['fields', 'empty_fields']), found)).toEqual([
		{
			document_id: 501,
			'field_Governing Law': 'England',
			'field_End Date': '2027-01-01',
			field_Cap: null,
			field_Liability: ['first clause', 'second clause'],
			empty_fields: ['Cap'],
		},
	]);
});

const trigger = async (parameters: INodeParameters, answer: unknown) => {
	const server = await serve((response) => sendJson(response, 200, answer));
	const { test } = await startTrigger(parameters, keyCredential(server.url, 'key_1'));
	return await test();
};

it('the polling trigger gives the same shapes as the operations', async () => {
	const tasks = { tasks: [task], total_count: 1 };
	const onTask = { event: 'taskCreated' };
	const simplified = { output: 'simplified' };
	expect(JSON.stringify(await trigger({ ...onTask, ...simplified }, tasks))).toBe(
		JSON.stringify([simpleTask]),
	);
	expect(await trigger({ ...onTask, output: 'raw' }, tasks)).toEqual([task]);
	const onDocument = { event: 'documentCreated' };
	expect(await trigger({ ...onDocument, ...simplified }, found)).toEqual([simpleDocument]);
	const chosen = { output: 'selectedFields', documentFields: ['org_id', 'mapped_fields'] };
	expect(await trigger({ ...onDocument, ...chosen }, found)).toEqual([
		{ document_id: 501, org_id: 3, attribute_region: 'EMEA' },
	]);
});
