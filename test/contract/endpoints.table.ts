type Row = readonly [
	name: string,
	line: string,
	/** Whether it changes something (section 1). */
	writes: boolean,
	errors: readonly number[],
	auth?: 'accessToken',
];

/**
 * Method and path, and the documented error statuses of every endpoint, in the order of the API text
 * (section 4). Typed by hand: the contract is compared with it, never the other way round.
 */
const rows: readonly Row[] = [
	['getOrgInfo', 'GET /users/org-info', false, [401, 404]],
	[
		'getOrgInfoWithAccessToken',
		'GET /v2/users/org-info',
		false,
		[400, 401, 403, 404, 429, 500],
		'accessToken',
	],
	['createGroup', 'POST /groups', true, [400, 401, 422, 500]],
	['listDocumentTypes', 'GET /core/document-types', false, [401, 500]],
	['listOrgFields', 'GET /core/org-fields', false, [401, 500]],
	['updateFileAttributes', 'PATCH /core/files/{file_id}/attributes', true, [401, 404, 422, 500]],
	['searchDocuments', 'POST /core/documents/search', false, [401, 422, 500]],
	[
		'getWorkflowSchema',
		'GET /workflows/{workflow_id}/{version}/schema',
		false,
		[400, 401, 404, 500],
	],
	[
		'initiateWorkflow',
		'POST /workflows/{workflow_id}/{version}/initiate',
		true,
		[400, 401, 404, 422, 500],
	],
	['getTask', 'GET /tasks/{task_id}', false, [401, 404, 500]],
	['listTasks', 'POST /tasks/list', false, [401, 422, 500]],
	['listTasksByExternalSourceId', 'GET /tasks/by-external-source-id', false, [401, 422, 500]],
	['approveTask', 'POST /tasks/{task_id}/approve', true, [401, 404, 409, 422, 500]],
	['commentOnTask', 'POST /tasks/{task_id}/comment', true, [401, 404, 422, 500]],
	['addTaskAttachments', 'POST /tasks/{task_id}/attachments', true, [401, 404, 422, 500]],
	[
		'uploadSignedDocument',
		'POST /tasks/{task_id}/upload-signed-document',
		true,
		[401, 404, 409, 422, 500],
	],
	['listSignedDocuments', 'GET /tasks/{task_id}/signed-documents', false, [401, 404, 500]],
	['getStepDocument', 'GET /tasks/{task_id}/steps/{step_id}/document', false, [401, 404, 500, 501]],
	['getClickwrap', 'GET /server/clickwrap/{slug}', false, [401, 404, 500]],
	['getClickwrapHistory', 'GET /server/clickwrap/{slug}/history', false, [401, 404, 500]],
];

/** Every endpoint as the contract names its parts. An API key is its credential unless a row says so. */
export const endpointsTable = rows.map(([name, line, writes, errors, auth = 'apiKey']) => {
	const [method = '', path = ''] = line.split(' ');
	return { name, method, path, auth, writes, errors };
});
