import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../support/stage';

/** Each place that a 422 of an endpoint can name, with the name that the panel gives it. */
export const locations: ReadonlyArray<
	readonly [string, INodeParameters, ReadonlyArray<[string, string]>]
> = [
	[
		'document.search',
		{},
		[
			['body.limit', '"Limit"'],
			['body.offset', '"Offset"'],
			['body.last_updated_at', '"Start Cursor"'],
			['body.last_created_at', '"Start Cursor"'],
			['body.filters.0.operator', '"Filters" 1 "Operator"'],
		],
	],
	[
		'document.updateAttributes',
		{ fileId: 'f', attributes: { attribute: [{ name: 'a', dataType: 'text', value: 'x' }] } },
		[
			['path.file_id', '"File ID"'],
			['body.attributes', '"Attributes"'],
			['body.attributes.0.name', '"Attributes" 1 "Name"'],
			['body.attributes.0.data_type', '"Attributes" 1 "Data Type"'],
			['body.attributes.0.value', '"Attributes" 1 "Value"'],
		],
	],
	[
		'workflow.initiate',
		{ workflowId: byId('w') },
		[
			['path.workflow_id', '"Workflow"'],
			['path.version', '"Version"'],
			['body.variables', '"Variables"'],
			['body.variables.0.variable_id', '"Variables" 1 "Variable ID"'],
			['body.variables.1.type', '"Variables" 2 "Type"'],
			['body.variables.1.value', '"Variables" 2 "Value"'],
			['body.variables.2.file_id', '"Variables" 3 "File ID"'],
			['body.variables.2.file_extension', '"Variables" 3 "File Extension"'],
			['body.variables.2.base64_content', '"Variables" 3 "Input Data Field Name"'],
			['body.user', '"User Email"'],
			['body.metadata', '"Metadata"'],
		],
	],
	[
		'task.getMany',
		{},
		[
			['body.limit', '"Limit"'],
			['body.offset', '"Offset"'],
			['body.status', '"Status"'],
			['body.include_inactive', '"Include Inactive"'],
			['body.last_created_at', '"Created At or After"'],
			['body.last_updated_at', '"Updated At or After"'],
		],
	],
	[
		'task.getManyByExternalSourceId',
		{ externalSourceId: 'a' },
		[['query.external_source_id', '"External Source ID"']],
	],
	[
		'task.approve',
		{ taskId: byId('1') },
		[
			['path.task_id', '"Task"'],
			['body.approved', '"Decision"'],
			['body.comment', '"Comment"'],
			['body.variables.0.value', '"Variables" 1 "Value"'],
			['body.user_email', '"User Email"'],
		],
	],
	[
		'task.comment',
		{ taskId: byId('1'), comment: 'a' },
		[
			['body.comment', '"Comment"'],
			['body.user_email', '"User Email"'],
			['body.mention_user_ids', '"Mention User IDs"'],
			['body.mention_user_ids.1', '"Mention User IDs" 2'],
			['body.reply_to', '"Reply To"'],
			['body.attachments', '"Attachments"'],
			['body.attachments.0.filename', '"Attachments" 1 "File Name"'],
		],
	],
	[
		'task.addAttachments',
		{ taskId: byId('1') },
		[
			['body.files', '"Input Data Field Names"'],
			['body.files.0.filename', '"Input Data Field Names" 1 "File Name"'],
			['body.attach_to_task', '"Attach to Task"'],
			['body.attachment_ids', '"Attachment IDs"'],
			['body.reply_to', '"Reply To"'],
			['body.user_email', '"User Email"'],
		],
	],
	[
		'task.uploadSignedDocument',
		{ taskId: byId('1'), stepRunId: byId('r') },
		[
			['body.step_run_id', '"Step Run"'],
			['body.file', '"Input Data Field Name"'],
			['body.file.filename', '"File Name"'],
			['body.file.base64_content', '"Input Data Field Name"'],
		],
	],
	[
		'group.create',
		{ name: 'a' },
		[
			['body.name', '"Name"'],
			['body.users_ids', '"User IDs"'],
			['body.users_ids.0', '"User IDs" 1'],
		],
	],
];
