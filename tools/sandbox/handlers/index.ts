import type { Handlers } from '../api/handler';
import { getClickwrap, getClickwrapHistory } from './clickwrap';
import {
	listDocumentTypes,
	listOrgFields,
	searchDocuments,
	updateFileAttributes,
} from './document';
import { createGroup } from './group';
import { getOrgInfo, getOrgInfoWithAccessToken } from './organization';
import { approveTask, getTask, listTasks, listTasksByExternalSourceId } from './task';
import { addTaskAttachments, commentOnTask } from './taskActivity';
import { getStepDocument, listSignedDocuments, uploadSignedDocument } from './taskDocument';
import { getWorkflowSchema, initiateWorkflow } from './workflow';

/** The handlers of all endpoints. */
export const handlers: Handlers = {
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
