import type { INodeParameters } from 'n8n-workflow';
import { byId, parametersOf } from '../support/stage';

/**
 * What may become of a request whose outcome is unknown. R: a read, sent again. M: a write that can
 * be repeated, sent again. A: a decision, looked after and never sent again. W: a write that must
 * happen once, never sent again.
 */
export type RequestClass = 'R' | 'M' | 'A' | 'W';

/** An operation, with its request and a right answer to it. */
export interface OperationCase {
	readonly name: string;
	readonly kind: RequestClass;
	readonly parameters: INodeParameters;
	/** Method and path, without the query. */
	readonly line: string;
	readonly answer: object;
	/** Whether its items carry a file in `data`. */
	readonly file?: boolean;
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
const organization = { org_name: 'A', rate_limit_per_minute: 60, entities: [], api_key_id: 1 };
const clickwrap = { slug: 'terms', title: 'T', content: 'C', content_html: null };

const of = (
	name: string,
	kind: RequestClass,
	line: string,
	given: INodeParameters,
	answer: object,
	file = false,
): OperationCase => ({ name, kind, line, parameters: parametersOf(name, given), answer, file });

/** Every operation that an API key is for. */
export const operations: readonly OperationCase[] = [
	of('organization.get', 'R', 'GET /users/org-info', {}, organization),
	of('documentType.getMany', 'R', 'GET /core/document-types', {}, { document_types: [] }),
	of('orgField.getMany', 'R', 'GET /core/org-fields', {}, { org_fields: [], attributes: null }),
	of(
		'document.search',
		'R',
		'POST /core/documents/search',
		{},
		{ documents: [], has_next: false, next_cursor: null },
	),
	of(
		'workflow.getSchema',
		'R',
		'GET /workflows/wf_1/latest/schema',
		{ workflowId: byId('wf_1') },
		{ workflow_schema: { workflow_id: 'wf_1', version: 2, variables: [], steps: [] } },
	),
	of('task.get', 'R', 'GET /tasks/1', { taskId }, { task }),
	of('task.getMany', 'R', 'POST /tasks/list', {}, { tasks: [task], total_count: 1 }),
	of(
		'task.getManyByExternalSourceId',
		'R',
		'GET /tasks/by-external-source-id',
		{ externalSourceId: 'deal-1' },
		{ tasks: [task] },
	),
	of(
		'task.getSignedDocuments',
		'R',
		'GET /tasks/1/signed-documents',
		{ taskId },
		{ task_id: 1, workflow_status: 'completed', total: 0, documents: [] },
	),
	of(
		'task.getStepDocument',
		'R',
		'GET /tasks/1/steps/draft/document',
		{ taskId, stepId: byId('draft') },
		download,
	),
	of('clickwrap.getActive', 'R', 'GET /server/clickwrap/terms', { slug: 'terms' }, clickwrap),
	of(
		'clickwrap.getHistory',
		'R',
		'GET /server/clickwrap/terms/history',
		{ slug: 'terms' },
		{ slug: 'terms', versions: [] },
	),
	of(
		'document.updateAttributes',
		'M',
		'PATCH /core/files/f_1/attributes',
		{ fileId: 'f_1', attributes: { attribute: [{ name: 'a', dataType: 'text', value: 'b' }] } },
		{ file_id: 'f_1', status: 'success', updated_attributes: ['a'] },
	),
	of(
		'task.approve',
		'A',
		'POST /tasks/1/approve',
		{ taskId },
		{ task_id: 1, status: 'in_progress', approved: true, message: 'Approved' },
	),
	of(
		'task.comment',
		'W',
		'POST /tasks/1/comment',
		{ taskId, comment: '={{ $json.text ?? "Hello" }}' },
		{ success: true, activity_log_id: 7, message: 'Posted' },
	),
	of(
		'task.addAttachments',
		'W',
		'POST /tasks/1/attachments',
		{ taskId },
		{ attachment_ids: [1] },
		true,
	),
	of(
		'task.uploadSignedDocument',
		'W',
		'POST /tasks/1/upload-signed-document',
		{ taskId, stepRunId: byId('run_1') },
		{ task_id: 1, success: true, output_variable_id: 'signed' },
		true,
	),
	of(
		'workflow.initiate',
		'W',
		'POST /workflows/wf_1/latest/initiate',
		{ workflowId: byId('wf_1') },
		{
			task_id: 1,
			workflow_state_id: 's',
			workflow_id: 'wf_1',
			version: 2,
			status: 'pending',
			message: 'Initiated',
		},
	),
	of(
		'group.create',
		'W',
		'POST /groups',
		{ name: 'Legal' },
		{ group_id: 1, name: 'Legal', member_user_ids: [], created_at: '2026-01-05T09:00:00.000Z' },
	),
];

/** The operation of this name. */
export const operationNamed = (name: string): OperationCase => {
	const found = operations.find((operation) => operation.name === name);
	if (!found) throw new Error(`There is no operation ${name}`);
	return found;
};

/** Line of a request without its query. */
export const withoutQuery = (line: string): string => line.split('?')[0] ?? '';
