import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import type { Alteration, Parsed } from './alteringTransport';
import type { Lie } from './lies';
import { checkAltered, eachTask, expectFound, named } from './lies';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ rateLimit: 100_000, documents: 110 });
});
afterAll(() => sandbox.stop());

const list = /^\/tasks\/list$/;
const oneTask = /^\/tasks\/\d+$/;
const search = /^\/core\/documents\/search$/;
const history = /\/history$/;
const signed = /\/signed-documents$/;

const eachDocument =
	(alter: (document: Parsed, index: number) => void): Alteration['alter'] =>
	({ body }) =>
		body.documents?.forEach(alter);

const withoutOffset = (value: unknown): unknown => {
	if (typeof value === 'string') {
		return value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$1');
	}
	if (Array.isArray(value)) return value.map(withoutOffset);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [
			name,
			name.endsWith('_at') || typeof one === 'object' ? withoutOffset(one) : one,
		]),
	);
};

/** What contradicts the API text. */
const lies: readonly Lie[] = [
	[
		'enum values of a field that is no enum',
		'GET',
		/^\/core\/org-fields$/,
		({ body }) => {
			for (const field of body.org_fields) {
				if (field.field_value_type === 'date') field.enum_values = [];
			}
		},
		'GET /core/org-fields: org_fields[].enum_values',
		'a list for the type date',
	],
	[
		'an enum without its values',
		'GET',
		/^\/core\/org-fields$/,
		({ body }) => {
			for (const field of body.org_fields) {
				if (field.field_value_type === 'enum') field.enum_values = null;
			}
		},
		'GET /core/org-fields: org_fields[].enum_values',
		'null',
	],
	[
		'a current step of a completed task',
		'POST',
		list,
		eachTask((task) => {
			if (task.status === 'completed') task.current_step_name = 'Legal approval';
		}),
		'POST /tasks/list: tasks[].current_step_name',
		'a step of a completed task',
	],
	[
		'a completed task that was never completed',
		'GET',
		oneTask,
		eachTask((task) => {
			if (task.status === 'completed') task.completed_at = null;
		}),
		'GET /tasks/{task_id}: task.completed_at',
		'null',
	],
	[
		'a running task that is completed',
		'GET',
		/by-external-source-id$/,
		eachTask((task) => {
			task.status = 'pending';
			task.completed_at = task.updated_at;
		}),
		'GET /tasks/by-external-source-id: tasks[].completed_at',
		'a time while the status is "pending"',
	],
	[
		'a link to another task',
		'GET',
		oneTask,
		eachTask((task) => (task.task_url += '0')),
		'GET /tasks/{task_id}: task.task_url',
		'another address',
	],
	[
		'a current step run of another step',
		'POST',
		list,
		eachTask((task) => {
			const run = task.step_runs.find(
				({ step_run_id }: Parsed) => step_run_id !== task.current_step_run_id,
			);
			if (task.current_step_run_id && run) task.current_step_run_id = run.step_run_id;
			if (run) for (const one of task.step_runs) one.step_type = task.current_step_type ?? 'review';
		}),
		'POST /tasks/list: tasks[].current_step_id',
		'another one',
	],
	[
		'a task without the variables of its first step',
		'GET',
		oneTask,
		eachTask((task) => task.variables.shift()),
		'GET /tasks/{task_id}: task.variables',
		'a list without some variables of the step runs',
	],
	[
		'a single task in another time zone',
		'GET',
		oneTask,
		eachTask((task) => (task.created_at = task.created_at.replace('Z', '+02:00'))),
		'GET /tasks/{task_id}: task.created_at',
		'another time',
	],
	[
		'a task that the list shows and nobody can read',
		'GET',
		oneTask,
		(answer) => {
			if (!answer.body.task) return;
			answer.status = 404;
			answer.body = { detail: 'Task not found' };
		},
		'GET /tasks/{task_id}: the status',
		'404',
	],
	[
		'a total of all signed documents',
		'GET',
		signed,
		({ body }) => {
			if (body.documents) body.total += 2;
		},
		'GET /tasks/{task_id}/signed-documents: total',
		'2 of 0',
	],
	[
		'an address without a host',
		'GET',
		/\/steps\/[^/]+\/document$/,
		({ body }) => {
			if (body.download_url) body.download_url = '/files/1.pdf?signature=SECRET';
		},
		'GET /tasks/{task_id}/steps/{step_id}/document: download_url',
		'text that is no web address',
	],
	[
		'an empty field with a value',
		'POST',
		search,
		eachDocument(({ fields }) => {
			for (const field of fields) if (field.is_null) field.value = 0;
		}),
		'POST /core/documents/search: documents[].fields[].value',
		'a value',
	],
	[
		'documents of another organization',
		'POST',
		search,
		eachDocument((document, index) => (document.org_id += index % 2)),
		'POST /core/documents/search: documents[].org_id',
		'2 organizations in one answer',
	],
	[
		'an old version that nothing superseded',
		'GET',
		history,
		({ body }) => {
			if (body.versions) body.versions.at(-1).archived_at = null;
		},
		'GET /server/clickwrap/{slug}/history: versions[].archived_at',
		'null',
	],
	[
		'a history with another text',
		'GET',
		history,
		({ body }) => {
			if (body.versions) body.versions[0].content += ' More.';
		},
		'GET /server/clickwrap/{slug}/history: versions[].content',
		'another one',
	],
	[
		'a latest version that is not the latest',
		'GET',
		/\/latest\/schema$/,
		({ body }) => {
			if (body.workflow_schema) body.workflow_schema.version = 0;
		},
		'GET /workflows/{workflow_id}/{version}/schema: workflow_schema.version',
		'an older one',
	],
];

const inAYear = (): string => new Date(Date.now() + 31_536_000_000).toISOString();

/** What the API text allows. */
const open: readonly Lie[] = [
	[
		'times without an offset',
		'POST',
		search,
		(answer) => (answer.body = withoutOffset(answer.body)),
		'any endpoint: times without an offset',
		'POST /core/documents/search documents[].document_created_at',
	],
	[
		'an answer without a type',
		'GET',
		/^\/core\/org-fields$/,
		(answer) => answer.headers.delete('content-type'),
		'any endpoint: header content-type',
		'none of GET /core/org-fields',
	],
	[
		'a number as text',
		'POST',
		search,
		eachDocument(({ fields }) => {
			for (const field of fields) {
				if (field.field_value_type === 'number' && field.value !== null) field.value = '1,000';
			}
		}),
		'POST /core/documents/search: documents[].fields[].value',
		'text where field_value_type is number',
	],
	[
		'a time that has not come yet',
		'GET',
		/by-external-source-id$/,
		eachTask((task) => (task.updated_at = inAYear())),
		'GET /tasks/by-external-source-id: tasks[].updated_at',
		'a time later than the answer itself',
	],
	[
		'an update before the creation',
		'GET',
		/by-external-source-id$/,
		eachTask((task) => (task.updated_at = '2001-01-01T00:00:00Z')),
		'GET /tasks/by-external-source-id: tasks[].updated_at',
		'a time before created_at',
	],
	[
		'a workflow that is gone',
		'GET',
		/\/schema$/,
		(answer, path) => {
			if (!path.includes('wf_mutual_nda')) return;
			answer.status = 404;
			answer.body = { detail: 'Workflow not found' };
		},
		'GET /workflows/{workflow_id}/{version}/schema: workflow_schema',
		'404',
	],
];

it('says nothing of a service that is right', async () => {
	const result = await checkAltered(sandbox, []);
	expect(named(result)).toEqual({ differences: [], remarks: [], untold: [] });
});

it.each(lies)('finds %s', async (...lie) => await expectFound(sandbox, lie));

it.each(open)('remarks %s', async (...lie) => await expectFound(sandbox, lie, 'remarks'));
