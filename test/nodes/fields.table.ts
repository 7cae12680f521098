/**
 * By hand, from sections 4 and 2 of the API text: every field that a request of an endpoint has,
 * and the name under which the panel offers it. A path of names is a field within a list.
 */
export const fields: Readonly<
	Record<string, { readonly operation: string; readonly names: Readonly<Record<string, string>> }>
> = {
	'GET /users/org-info': { operation: 'organization.get', names: {} },
	'GET /v2/users/org-info': { operation: 'organization.get', names: {} },
	'POST /groups': {
		operation: 'group.create',
		names: { 'body.name': 'Name', 'body.users_ids': 'User IDs' },
	},
	'GET /core/document-types': { operation: 'documentType.getMany', names: {} },
	'GET /core/org-fields': {
		operation: 'orgField.getMany',
		names: { 'query.include_attributes': 'Include Attributes' },
	},
	'PATCH /core/files/{file_id}/attributes': {
		operation: 'document.updateAttributes',
		names: {
			'path.file_id': 'File ID',
			'body.attributes': 'Attributes',
			'body.attributes.0.name': 'Attributes > Name',
			'body.attributes.0.data_type': 'Attributes > Data Type',
			'body.attributes.0.value': 'Attributes > Value',
		},
	},
	'POST /core/documents/search': {
		operation: 'document.search',
		names: {
			'body.limit': 'Limit',
			'body.offset': 'Options > Offset',
			'body.last_updated_at': 'Options > Start Cursor',
			'body.last_created_at': 'Options > Start Cursor',
			'body.filters': 'Filters',
		},
	},
	'GET /workflows/{workflow_id}/{version}/schema': {
		operation: 'workflow.getSchema',
		names: { 'path.workflow_id': 'Workflow', 'path.version': 'Version' },
	},
	'POST /workflows/{workflow_id}/{version}/initiate': {
		operation: 'workflow.initiate',
		names: {
			'path.workflow_id': 'Workflow',
			'path.version': 'Version',
			'body.variables': 'Variables',
			'body.variables.0.variable_id': 'Variables > Variable ID',
			'body.variables.0.type': 'Variables > Type',
			'body.variables.0.value': 'Variables > Value',
			'body.variables.0.file_id': 'Variables > File ID',
			'body.variables.0.file_extension': 'Variables > File Extension',
			'body.variables.0.base64_content': 'Variables > Input Data Field Name',
			'body.user': 'Additional Fields > User Email',
			'body.metadata': 'Additional Fields > Metadata',
		},
	},
	'GET /tasks/{task_id}': { operation: 'task.get', names: { 'path.task_id': 'Task' } },
	'POST /tasks/list': {
		operation: 'task.getMany',
		names: {
			'body.limit': 'Limit',
			'body.offset': 'Filters > Offset',
			'body.status': 'Filters > Status',
			'body.include_inactive': 'Filters > Include Inactive',
			'body.last_created_at': 'Filters > Created At or After',
			'body.last_updated_at': 'Filters > Updated At or After',
		},
	},
	'GET /tasks/by-external-source-id': {
		operation: 'task.getManyByExternalSourceId',
		names: { 'query.external_source_id': 'External Source ID' },
	},
	'POST /tasks/{task_id}/approve': {
		operation: 'task.approve',
		names: {
			'path.task_id': 'Task',
			'body.approved': 'Decision',
			'body.comment': 'Additional Fields > Comment',
			'body.variables': 'Variables',
			'body.variables.0.variable_id': 'Variables > Variable ID',
			'body.variables.0.type': 'Variables > Type',
			'body.variables.0.value': 'Variables > Value',
			'body.variables.0.file_id': 'Variables > File ID',
			'body.variables.0.file_extension': 'Variables > File Extension',
			'body.variables.0.base64_content': 'Variables > Input Data Field Name',
			'body.user_email': 'Additional Fields > User Email',
		},
	},
	'POST /tasks/{task_id}/comment': {
		operation: 'task.comment',
		names: {
			'path.task_id': 'Task',
			'body.comment': 'Comment',
			'body.user_email': 'Additional Fields > User Email',
			'body.mention_user_ids': 'Additional Fields > Mention User IDs',
			'body.reply_to': 'Additional Fields > Reply To',
			'body.attachments': 'Additional Fields > Attachments',
		},
	},
	'POST /tasks/{task_id}/attachments': {
		operation: 'task.addAttachments',
		names: {
			'path.task_id': 'Task',
			'body.files': 'Input Data Field Names',
			'body.attach_to_task': 'Attach to Task',
			'body.attachment_ids': 'Additional Fields > Attachment IDs',
			'body.reply_to': 'Additional Fields > Reply To',
			'body.user_email': 'Additional Fields > User Email',
		},
	},
	'POST /tasks/{task_id}/upload-signed-document': {
		operation: 'task.uploadSignedDocument',
		names: {
			'path.task_id': 'Task',
			'body.step_run_id': 'Step Run',
			'body.file': 'Input Data Field Name',
			'body.file.filename': 'Additional Fields > File Name',
			'body.file.base64_content': 'Input Data Field Name',
		},
	},
	'GET /tasks/{task_id}/signed-documents': {
		operation: 'task.getSignedDocuments',
		names: { 'path.task_id': 'Task' },
	},
	'GET /tasks/{task_id}/steps/{step_id}/document': {
		operation: 'task.getStepDocument',
		names: { 'path.task_id': 'Task', 'path.step_id': 'Step' },
	},
	'GET /server/clickwrap/{slug}': {
		operation: 'clickwrap.getActive',
		names: { 'path.slug': 'Clickwrap Slug' },
	},
	'GET /server/clickwrap/{slug}/history': {
		operation: 'clickwrap.getHistory',
		names: { 'path.slug': 'Clickwrap Slug' },
	},
};
