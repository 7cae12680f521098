import type { HandlerOf } from '../api/handler';
import { Refusal, conflict, invalid, issue, notFound } from '../api/refusal';
import { decodeBase64 } from '../files';
import { addFile } from '../store/files';
import { addActivity } from '../store/tasks/activity';
import { storeSigned } from '../store/tasks/stepDocuments';
import { saveTask } from '../store/tasks/tasks';
import { presign } from '../web/presign';
import { completeStep, currentRun, isWaitingAt } from '../workflow/transitions';
import { momentOf, requestedTask, storeDocuments, workflowOf } from './taskProgress';

export const uploadSignedDocument: HandlerOf<'uploadSignedDocument'> = (call, service) => {
	const { params, body, actor } = call;
	const { store } = service;
	const { organizationId } = actor;
	const task = requestedTask(service, actor, params.task_id);
	// Section 3: 409 at any other step, whatever run is named.
	if (!isWaitingAt(task, 'signature')) throw conflict('The task is not at a signature step');
	const run = task.step_runs.find(({ step_run_id }) => step_run_id === body.step_run_id);
	if (run === undefined) throw notFound('Step run');
	if (run !== currentRun(task)) {
		throw conflict('The document cannot be attached: the step run is not the current one');
	}
	const content = decodeBase64(body.file.base64_content);
	if (content === undefined) {
		throw invalid(issue(['body', 'file', 'base64_content'], 'is not Base64'));
	}
	const fileId = addFile(service, organizationId, body.file.filename, content);
	const output_variable_id = storeSigned(store, task, run.step_run_id, fileId);
	const workflow = workflowOf(service, actor, task);
	storeDocuments(service, actor, task, completeStep(task, workflow, momentOf(service)));
	saveTask(service, task);
	addActivity(service, {
		taskId: task.task_id,
		kind: 'signed_document',
		userId: actor.member.userId,
	});
	return { task_id: task.task_id, success: true, output_variable_id };
};

export const listSignedDocuments: HandlerOf<'listSignedDocuments'> = (call, service) => {
	const { params, actor } = call;
	const task = requestedTask(service, actor, params.task_id);
	const rows = service.store.sql.all`
		SELECT s.file_id, f.file_name, s.step_id, s.step_name
		FROM signed_documents s JOIN files f ON f.file_id = s.file_id
		WHERE s.task_id = ${task.task_id} ORDER BY f.created_at, f.rowid`;
	const documents = rows.map((row) => ({
		file_id: String(row.file_id),
		file_name: String(row.file_name),
		step_id: String(row.step_id),
		step_name: String(row.step_name),
		...presign(service, String(row.file_id)),
	}));
	const { task_id, status } = task;
	return { task_id, workflow_status: status, total: documents.length, documents };
};

export const getStepDocument: HandlerOf<'getStepDocument'> = ({ params, actor }, service) => {
	const { store } = service;
	const task = requestedTask(service, actor, params.task_id);
	const isStep = workflowOf(service, actor, task).schema.steps.some(
		({ step_id }) => step_id === params.step_id,
	);
	if (!isStep) throw notFound('Step');
	const document = store.sql.get`
		SELECT s.file_id, f.file_name
		FROM step_documents s LEFT JOIN files f ON f.file_id = s.file_id
		WHERE s.task_id = ${task.task_id} AND s.step_id = ${params.step_id}`;
	if (document === undefined) {
		throw new Refusal(501, 'The step has not generated a document yet, or generates none');
	}
	if (document.file_name === null) throw notFound('Document');
	return {
		file_name: String(document.file_name),
		...presign(service, String(document.file_id)),
	};
};
