import type { INodeParameters } from 'n8n-workflow';
import { keyOwner } from './answeringServer';
import type { Stage } from './stage';
import { byId, parametersOf } from './stage';

/**
 * What may become of a request whose outcome is unknown. R: a read, sent again. M: a write that can
 * be repeated, sent again. A: a decision, looked after and never sent again. W: a write that must
 * happen once, never sent again.
 */
export type RequestClass = 'R' | 'M' | 'A' | 'W';

/** An operation as the tests know it, by hand from sections 4 and 2 of the API text. */
interface Row {
	/** The least that the node must be given. */
	readonly given: INodeParameters;
	/** Whether it takes one item at a time. */
	readonly oneItem?: boolean;
	/** What it is given in a sandbox, where that takes more than the task 10001 of the item. */
	readonly inSandbox?: (stage: Stage) => INodeParameters | Promise<INodeParameters>;
	/** A right answer to its request. */
	readonly answer: object;
	/**
	 * Every field of its query and body, and the name under which the panel offers it. A path of names
	 * is a field within a list.
	 */
	readonly fields: Readonly<Record<string, string>>;
	/** Places beside the fields that a 422 can name, and what the error calls them. */
	readonly places?: Readonly<Record<string, string>>;
}

/** An operation, and the request that it sends for what it is given. */
export interface OperationCase extends Row {
	readonly kind: RequestClass;
	/** `<resource>.<operation>`, as the node stores them. */
	readonly name: string;
	/** Method and path, with the names of its places. */
	readonly endpoint: string;
	/** All that the node is given. */
	readonly parameters: INodeParameters;
	/** Method and path of the request, without the query. */
	readonly line: string;
}

/** The task of all operations, as the service describes it. */
export const task = {
	task_id: 1,
	task_title: 'Supply agreement',
	workflow_id: 'wf_1',
	workflow_version: 2,
	workflow_state_id: 'state_1',
	status: 'in_progress',
	current_step_id: 'finance_approval',
	current_step_name: 'Finance approval',
	current_step_type: 'approval',
	created_at: '2026-01-05T09:00:00.000Z',
	updated_at: '2026-01-06T10:11:12.000Z',
	completed_at: null,
	step_runs: [],
	variables: [],
};

const taskId = byId('={{ $json.task ?? 1 }}');
const download = { download_url: 'https://files.example/a', file_name: 'a.pdf', expires_at: '' };
const clickwrap = { slug: 'terms', title: 'T', content: 'C', content_html: null };

/** The schema of a workflow with these variables, by the type of each. */
export const schemaOf = (workflow_id: string, types: Readonly<Record<string, string>>) => ({
	workflow_id,
	workflow_name: 'Supply',
	version: 2,
	is_active: true,
	description: '',
	steps: [],
	variables: Object.entries(types).map(([variable_id, type]) => ({
		variable_id,
		variable_name: variable_id,
		type,
		required: false,
		description: '',
	})),
});

/** What stands in a place of the paths, for what the operations are given, and its panel's name. */
const inPaths: Readonly<Record<string, readonly [segment: string, panelName: string]>> = {
	file_id: ['f_1', 'File ID'],
	slug: ['terms-of-service', 'Clickwrap Slug'],
	step_id: ['draft', 'Step'],
	task_id: ['1', 'Task'],
	version: ['latest', 'Version'],
	workflow_id: ['wf_1', 'Workflow'],
};

const placesOf = (endpoint: string): string[] =>
	[...endpoint.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place);

const operation = (
	kind: RequestClass,
	name: string,
	endpoint: string,
	{ given = {}, fields = {}, ...row }: Partial<Row> & Pick<Row, 'answer'>,
): OperationCase => {
	const inPath = placesOf(endpoint).map((place) => [`path.${place}`, inPaths[place]?.[1] ?? '']);
	return {
		...row,
		...{ kind, name, endpoint, given },
		fields: { ...Object.fromEntries(inPath), ...fields },
		parameters: parametersOf(name, given),
		line: endpoint.replace(/\{(\w+)\}/g, (_, place: string) => inPaths[place]?.[0] ?? ''),
	};
};

/** Every operation that an API key is for. */
export const operations: readonly OperationCase[] = [
	operation('R', 'organization.get', 'GET /users/org-info', { answer: keyOwner }),
	operation('R', 'documentType.getMany', 'GET /core/document-types', {
		answer: { document_types: [] },
	}),
	operation('R', 'orgField.getMany', 'GET /core/org-fields', {
		answer: { org_fields: [], attributes: null },
		fields: { 'query.include_attributes': 'Include Attributes' },
	}),
	operation('R', 'document.search', 'POST /core/documents/search', {
		answer: { documents: [], has_next: false, next_cursor: null },
		fields: { 'body.limit': 'Limit', 'body.filters': 'Options > Filters' },
		places: {
			'body.filters.0.operator': '"Filters" 1 "Operator"',
			'body.last_created_at': '"Last Created At"',
			'body.last_updated_at': '"Last Updated At"',
			'body.offset': '"Offset"',
		},
	}),
	operation('R', 'workflow.getSchema', 'GET /workflows/{workflow_id}/{version}/schema', {
		given: { workflowId: byId('wf_1') },
		inSandbox: () => ({ workflowId: byId('wf_master_services') }),
		answer: { workflow_schema: { workflow_id: 'wf_1', version: 2, variables: [], steps: [] } },
	}),
	operation('R', 'task.get', 'GET /tasks/{task_id}', { given: { taskId }, answer: { task } }),
	operation('R', 'task.getMany', 'POST /tasks/list', {
		answer: { tasks: [task], total_count: 1 },
		fields: {
			'body.limit': 'Limit',
			'body.status': 'Filters > Status',
			'body.include_inactive': 'Filters > Include Inactive',
			'body.last_created_at': 'Filters > Created At or After',
			'body.last_updated_at': 'Filters > Updated At or After',
		},
		places: { 'body.offset': '"Offset"' },
	}),
	operation('R', 'task.getManyByExternalSourceId', 'GET /tasks/by-external-source-id', {
		given: { externalSourceId: 'CRM-2025-0001' },
		answer: { tasks: [task] },
		fields: { 'query.external_source_id': 'External Source ID' },
	}),
	operation('R', 'task.getSignedDocuments', 'GET /tasks/{task_id}/signed-documents', {
		given: { taskId },
		inSandbox: () => ({ taskId: byId('10009') }),
		answer: { task_id: 1, workflow_status: 'completed', total: 0, documents: [] },
	}),
	operation('R', 'task.getStepDocument', 'GET /tasks/{task_id}/steps/{step_id}/document', {
		given: { taskId, stepId: byId('draft') },
		answer: download,
	}),
	operation('R', 'clickwrap.getActive', 'GET /server/clickwrap/{slug}', {
		given: { slug: 'terms-of-service' },
		answer: clickwrap,
	}),
	operation('R', 'clickwrap.getHistory', 'GET /server/clickwrap/{slug}/history', {
		given: { slug: 'terms-of-service' },
		answer: { slug: 'terms-of-service', versions: [] },
	}),
	operation('M', 'document.updateAttributes', 'PATCH /core/files/{file_id}/attributes', {
		given: {
			fileId: 'f_1',
			attributes: { attribute: [{ name: 'a', dataType: 'text', value: 'b' }] },
		},
		inSandbox: ({ sandbox }) => ({ fileId: sandbox.ids.fileId ?? '' }),
		answer: { file_id: 'f_1', status: 'success', updated_attributes: ['a'] },
		fields: {
			'body.attributes': 'Attributes',
			'body.attributes.0.name': 'Attributes > Name',
			'body.attributes.0.data_type': 'Attributes > Data Type',
			'body.attributes.0.value': 'Attributes > Value',
		},
		places: { 'body.attributes.1.value': '"Attributes" 2 "Value"' },
	}),
	operation('A', 'task.approve', 'POST /tasks/{task_id}/approve', {
		given: { taskId, decideIf: 'always' },
		answer: { task_id: 1, status: 'in_progress', approved: true, message: 'Approved' },
		fields: {
			'body.approved': 'Decision',
			'body.comment': 'Comment',
			'body.variables': 'Additional Fields > Variables',
			'body.user_email': 'Additional Fields > User Email',
		},
	}),
	operation('W', 'task.comment', 'POST /tasks/{task_id}/comment', {
		given: { taskId, comment: '={{ $json.text ?? "Hello" }}' },
		answer: { success: true, activity_log_id: 7, message: 'Posted' },
		fields: {
			'body.comment': 'Comment',
			'body.user_email': 'Additional Fields > User Email',
			'body.mention_user_ids': 'Additional Fields > Mention User IDs',
			'body.reply_to': 'Additional Fields > Reply To',
			'body.attachments': 'Additional Fields > Attachments',
		},
		places: {
			'body.mention_user_ids.1': '"Mention User IDs" 2',
			'body.attachments.0.filename': '"Attachments" 1 "File Name"',
		},
	}),
	operation('W', 'task.sendAndWait', 'POST /tasks/{task_id}/comment', {
		oneItem: true,
		given: { taskId, message: '={{ $json.text ?? "Hello" }}' },
		answer: { success: true, activity_log_id: 7, message: 'Posted' },
		fields: {
			'body.comment': 'Message',
			'body.user_email': 'Additional Fields > User Email',
			'body.mention_user_ids': 'Additional Fields > Mention User IDs',
			'body.reply_to': 'Additional Fields > Reply To',
		},
		places: { 'body.mention_user_ids.1': '"Mention User IDs" 2' },
	}),
	operation('W', 'task.addAttachments', 'POST /tasks/{task_id}/attachments', {
		given: { taskId },
		answer: { attachment_ids: [1] },
		fields: {
			'body.files': 'Input Data Field Names',
			'body.attach_to_task': 'Attach to Task',
			'body.attachment_ids': 'Additional Fields > Attachment IDs',
			'body.reply_to': 'Additional Fields > Reply To',
			'body.user_email': 'Additional Fields > User Email',
		},
		places: { 'body.files.0.filename': '"Input Data Field Names" 1 "File Name"' },
	}),
	operation('W', 'task.uploadSignedDocument', 'POST /tasks/{task_id}/upload-signed-document', {
		given: { taskId, stepRunId: byId('run_1') },
		inSandbox: async (stage) => {
			const { task: found } = await stage.ask('GET', '/tasks/10006');
			const run = found?.current_step_run_id ?? found?.step_runs?.[2]?.step_run_id;
			return { taskId: byId('10006'), stepRunId: byId(String(run)) };
		},
		answer: { task_id: 1, success: true, output_variable_id: 'signed' },
		fields: {
			'body.step_run_id': 'Step Run',
			'body.file': 'Input Data Field Name',
			'body.file.filename': 'Additional Fields > File Name',
			'body.file.base64_content': 'Input Data Field Name',
		},
	}),
	operation('W', 'workflow.initiate', 'POST /workflows/{workflow_id}/{version}/initiate', {
		given: { workflowId: byId('wf_1'), specifyVariables: 'json', variablesJson: { party: 'A' } },
		inSandbox: () => ({ workflowId: byId('wf_mutual_nda'), variablesJson: { counterparty: 'A' } }),
		// The right answer to the reading of the schema, too.
		answer: {
			workflow_schema: schemaOf('wf_1', { party: 'text' }),
			task_id: 1,
			workflow_state_id: 's',
			workflow_id: 'wf_1',
			version: 2,
			status: 'pending',
			message: 'Initiated',
		},
		fields: {
			'body.variables': 'Variables',
			'body.user': 'Additional Fields > User Email',
			'body.metadata': 'Additional Fields > Metadata',
		},
		places: { 'body.variables.2.value': '"Variables" 3 "Value"' },
	}),
	operation('W', 'group.create', 'POST /groups', {
		given: { name: 'Legal' },
		inSandbox: ({ sandbox }) => ({ name: 'Previewed', userIds: String(sandbox.ids.userId) }),
		answer: {
			group_id: 1,
			name: 'Legal',
			member_user_ids: [],
			created_at: '2026-01-05T09:00:00.000Z',
		},
		fields: { 'body.name': 'Name', 'body.users_ids': 'User IDs' },
		places: { 'body.users_ids.0': '"User IDs" 1' },
	}),
];

/** The operation of this name. */
export const operationNamed = (name: string): OperationCase => {
	const found = operations.find((one) => one.name === name);
	if (!found) throw new Error(`There is no operation ${name}`);
	return found;
};
