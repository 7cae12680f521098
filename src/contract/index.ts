import { getClickwrap, getClickwrapHistory } from './clickwrap';
import {
	listDocumentTypes,
	listOrgFields,
	searchDocuments,
	updateFileAttributes,
} from './document';
import { createGroup, getOrgInfo, getOrgInfoWithAccessToken } from './organization';
import {
	getStepDocument,
	getTask,
	listSignedDocuments,
	listTasks,
	listTasksByExternalSourceId,
} from './task';
import { addTaskAttachments, approveTask, commentOnTask, uploadSignedDocument } from './taskWrites';
import { getWorkflowSchema, initiateWorkflow } from './workflow';

/** Every endpoint of the service by name, in the order of the API text (section 4). */
export const contract = {
	getOrgInfo,
	getOrgInfoWithAccessToken,
	createGroup,
	listDocumentTypes,
	listOrgFields,
	updateFileAttributes,
	searchDocuments,
	getWorkflowSchema,
	initiateWorkflow,
	getTask,
	listTasks,
	listTasksByExternalSourceId,
	approveTask,
	commentOnTask,
	addTaskAttachments,
	uploadSignedDocument,
	listSignedDocuments,
	getStepDocument,
	getClickwrap,
	getClickwrapHistory,
};

export type Contract = typeof contract;
export type EndpointName = keyof Contract;

export * from './clickwrap';
export * from './document';
export * from './endpoint';
export * from './error';
export * from './file';
export * from './filter';
export * from './organization';
export * from './organization';
export * from './task';
export * from './taskWrites';
export * from './variable';
export * from './workflow';
