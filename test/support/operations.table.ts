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
	/** `<resource>.<operation>`, as the node stores them. */
	readonly name: string;
	readonly kind: RequestClass;
	/** Method and path. */
	readonly endpoint: string;
	/** The one in its place when the credential is an access token. */
	readonly accessTokenEndpoint?: string;
	/** The least that the node must be given. */
	readonly given: INodeParameters;
	/** Whether its items carry a file in `data`. */
	readonly file?: boolean;
	/** Whether it takes one item at a time. */
	readonly oneItem?: boolean;
	/** What it is given in a sandbox, where that takes more than the task 10001 of the item. */
	readonly inSandbox?: (stage: Stage) => INodeParameters | Promise<INodeParameters>;
	/** A right answer to its request. */
	readonly answer: object;
	/**
	 * Every field that its request has, and the name under which the panel offers it. A path of
	 * names is a field within a list.
	 */
	readonly fields: Readonly<Record<string, string>>;
	/** Places beside the fields that a 422 can name, and what the error calls them. */
	readonly places?: Readonly<Record<string, string>>;
}

/** An operation, and the request that it sends for what it is given. */
export interface OperationCase extends Row {
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

/** What stands in the paths of requests, for what the operations are given. */
const segments: Readonly<Record<string, string>> = {
	file_id: 'f_1',
	slug: 'terms',
	step_id: 'draft',
	task_id: '1',
	version: 'latest',
	workflow_id: 'wf_1',
};

const rows: readonly Row[] = [
	{
		name: 'organization.get',
		kind: 'R',
		endpoint: 'GET /users/org-info',
		accessTokenEndpoint: 'GET /v2/users/org-info',
		given: {},
		answer: keyOwner,
		fields: {},
	},
	{
		name: 'documentType.getMany',
		kind: 'R',
		endpoint: 'GET /core/document-types',
		given: {},
		answer: { document_types: [] },
		fields: {},
	},
	{
		name: 'orgField.getMany',
		kind: 'R',
		endpoint: 'GET /core/org-fields',
		given: {},
		answer: { org_fields: [], attributes: null },
		fields: { 'query.include_attributes': 'Include Attributes' },
	},
	{
		name: 'document.search',
		kind: 'R',
		endpoint: 'POST /core/documents/search',
		given: {},
		answer: { documents: [], has_next: false, next_cursor: null },
		fields: {
			'body.limit': 'Limit',
			'body.filters': 'Options > Filters',
		},
		places: {
			'body.filters.0.operator': '"Filters" 1 "Operator"',
			'body.last_created_at': '"Last Created At"',
			'body.last_updated_at': '"Last Updated At"',
			'body.offset': '"Offset"',
		},
	},
	{
		name: 'workflow.getSchema',
		kind: 'R',
		endpoint: 'GET /workflows/{workflow_id}/{version}/schema',
		given: { workflowId: byId('wf_1') },
		inSandbox: () => ({ workflowId: byId('wf_master_services') }),
		answer: { workflow_schema: { workflow_id: 'wf_1', version: 2, variables: [], steps: [] } },
		fields: { 'path.workflow_id': 'Workflow', 'path.version': 'Version' },
	},
	{
		name: 'task.get',
		kind: 'R',
		endpoint: 'GET /tasks/{task_id}',
		given: { taskId },
		answer: { task },
		fields: { 'path.task_id': 'Task' },
	},
	{
		name: 'task.getMany',
		kind: 'R',
		endpoint: 'POST /tasks/list',
		given: {},
		answer: { tasks: [task], total_count: 1 },
		fields: {
			'body.limit': 'Limit',
			'body.status': 'Filters > Status',
			'body.include_inactive': 'Filters > Include Inactive',
			'body.last_created_at': 'Filters > Created At or After',
			'body.last_updated_at': 'Filters > Updated At or After',
		},
		places: { 'body.offset': '"Offset"' },
	},
	{
		name: 'task.getManyByExternalSourceId',
		kind: 'R',
		endpoint: 'GET /tasks/by-external-source-id',
		given: { externalSourceId: 'deal-1' },
		inSandbox: ({ sandbox }) => ({ externalSourceId: sandbox.ids.externalSourceId }),
		answer: { tasks: [task] },
		fields: { 'query.external_source_id': 'External Source ID' },
	},
	{
		name: 'task.getSignedDocuments',
		kind: 'R',
		endpoint: 'GET /tasks/{task_id}/signed-documents',
		given: { taskId },
		inSandbox: () => ({ taskId: byId('10009') }),
		answer: { task_id: 1, workflow_status: 'completed', total: 0, documents: [] },
		fields: { 'path.task_id': 'Task' },
	},
	{
		name: 'task.getStepDocument',
		kind: 'R',
		endpoint: 'GET /tasks/{task_id}/steps/{step_id}/document',
		given: { taskId, stepId: byId('draft') },
		answer: download,
		fields: { 'path.task_id': 'Task', 'path.step_id': 'Step' },
	},
	{
		name: 'clickwrap.getActive',
		kind: 'R',
		endpoint: 'GET /server/clickwrap/{slug}',
		given: { slug: 'terms' },
		inSandbox: ({ sandbox }) => ({ slug: sandbox.ids.slug }),
		answer: clickwrap,
		fields: { 'path.slug': 'Clickwrap Slug' },
	},
	{
		name: 'clickwrap.getHistory',
		kind: 'R',
		endpoint: 'GET /server/clickwrap/{slug}/history',
		given: { slug: 'terms' },
		inSandbox: ({ sandbox }) => ({ slug: sandbox.ids.slug }),
		answer: { slug: 'terms', versions: [] },
		fields: { 'path.slug': 'Clickwrap Slug' },
	},
	{
		name: 'document.updateAttributes',
		kind: 'M',
		endpoint: 'PATCH /core/files/{file_id}/attributes',
		given: {
			fileId: 'f_1',
			attributes: { attribute: [{ name: 'a', dataType: 'text', value: 'b' }] },
		},
		inSandbox: ({ sandbox }) => ({ fileId: sandbox.ids.fileId ?? '' }),
		answer: { file_id: 'f_1', status: 'success', updated_attributes: ['a'] },
		fields: {
			'path.file_id': 'File ID',
			'body.attributes': 'Attributes',
			'body.attributes.0.name': 'Attributes > Name',
			'body.attributes.0.data_type': 'Attributes > Data Type',
			'body.attributes.0.value': 'Attributes > Value',
		},
		places: { 'body.attributes.1.value': '"Attributes" 2 "Value"' },
	},
	{
		name: 'task.approve',
		kind: 'A',
		endpoint: 'POST /tasks/{task_id}/approve',
		given: { taskId, decideIf: 'always' },
		answer: { task_id: 1, status: 'in_progress', approved: true, message: 'Approved' },
		fields: {
			'path.task_id': 'Task',
			'body.approved': 'Decision',
			'body.comment': 'Comment',
			'body.variables': 'Additional Fields > Variables',
			'body.user_email': 'Additional Fields > User Email',
		},
	},
	{
		name: 'task.comment',
		kind: 'W',
		endpoint: 'POST /tasks/{task_id}/comment',
		given: { taskId, comment: '={{ $json.text ?? "Hello" }}' },
		answer: { success: true, activity_log_id: 7, message: 'Posted' },
		fields: {
			'path.task_id': 'Task',
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
	},
	{
		name: 'task.sendAndWait',
		kind: 'W',
		oneItem: true,
		endpoint: 'POST /tasks/{task_id}/comment',
		given: { taskId, message: '={{ $json.text ?? "Hello" }}' },
		answer: { success: true, activity_log_id: 7, message: 'Posted' },
		fields: {
			'path.task_id': 'Task',
			'body.comment': 'Message',
			'body.user_email': 'Additional Fields > User Email',
			'body.mention_user_ids': 'Additional Fields > Mention User IDs',
			'body.reply_to': 'Additional Fields > Reply To',
		},
		places: { 'body.mention_user_ids.1': '"Mention User IDs" 2' },
	},
	{
		name: 'task.addAttachments',
		kind: 'W',
		endpoint: 'POST /tasks/{task_id}/attachments',
		given: { taskId },
		answer: { attachment_ids: [1] },
		file: true,
		fields: {
			'path.task_id': 'Task',
			'body.files': 'Input Data Field Names',
			'body.attach_to_task': 'Attach to Task',
			'body.attachment_ids': 'Additional Fields > Attachment IDs',
			'body.reply_to': 'Additional Fields > Reply To',
			'body.user_email': 'Additional Fields > User Email',
		},
		places: { 'body.files.0.filename': '"Input Data Field Names" 1 "File Name"' },
	},
	{
		name: 'task.uploadSignedDocument',
		kind: 'W',
		endpoint: 'POST /tasks/{task_id}/upload-signed-document',
		given: { taskId, stepRunId: byId('run_1') },
		inSandbox: async (stage) => {
			const { task: found } = await stage.ask('GET', '/tasks/10006');
			const run = found?.current_step_run_id ?? found?.step_runs?.[2]?.step_run_id;
			return { taskId: byId('10006'), stepRunId: byId(String(run)) };
		},
		answer: { task_id: 1, success: true, output_variable_id: 'signed' },
		file: true,
		fields: {
			'path.task_id': 'Task',
			'body.step_run_id': 'Step Run',
			'body.file': 'Input Data Field Name',
			'body.file.filename': 'Additional Fields > File Name',
			'body.file.base64_content': 'Input Data Field Name',
		},
	},
	{
		name: 'workflow.initiate',
		kind: 'W',
		endpoint: 'POST /workflows/{workflow_id}/{version}/initiate',
		given: {
			workflowId: byId('wf_1'),
			specifyVariables: 'json',
			variablesJson: { party: 'A' },
		},
		inSandbox: () => ({
			workflowId: byId('wf_mutual_nda'),
			variablesJson: { counterparty: 'A' },
		}),
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
			'path.workflow_id': 'Workflow',
			'path.version': 'Version',
			'body.variables': 'Variables',
			'body.user': 'Additional Fields > User Email',
			'body.metadata': 'Additional Fields > Metadata',
		},
		places: { 'body.variables.2.value': '"Variables" 3 "Value"' },
	},
	{
		name: 'group.create',
		kind: 'W',
		endpoint: 'POST /groups',
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
	},
];

const lineOf = ({ name, endpoint }: Row): string =>
	endpoint.replace(/\{(\w+)\}/g, (_, place: string) => {
		const segment = segments[place];
		if (segment === undefined) throw new Error(`${name}: 'segments' has nothing for {${place}}`);
		return segment;
	});

/** Every operation that an API key is for. */
export const operations: readonly OperationCase[] = rows.map((row) => ({
	...row,
	parameters: parametersOf(row.name, row.given),
	line: lineOf(row),
}));

/** The operation of this name. */
export const operationNamed = (name: string): OperationCase => {
	const found = operations.find((operation) => operation.name === name);
	if (!found) throw new Error(`There is no operation ${name}`);
	return found;
};

/** Line of a request without its query. */
export const withoutQuery = (line: string): string => line.split('?')[0] ?? '';
