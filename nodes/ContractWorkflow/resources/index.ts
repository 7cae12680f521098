import type { Resource } from '../operation';
import { getActive } from './clickwrap/getActive.operation';
import { getHistory } from './clickwrap/getHistory.operation';
import { search } from './document/search.operation';
import { updateAttributes } from './document/updateAttributes.operation';
import { getMany as getDocumentTypes } from './documentType/getMany.operation';
import { create } from './group/create.operation';
import { getMany as getOrgFields } from './orgField/getMany.operation';
import { get as getOrganization } from './organization/get.operation';
import { addAttachments } from './task/addAttachments.operation';
import { approve } from './task/approve.operation';
import { comment } from './task/comment.operation';
import { get } from './task/get.operation';
import { getMany } from './task/getMany.operation';
import { getManyByExternalSourceId } from './task/getManyByExternalSourceId.operation';
import { getSignedDocuments } from './task/getSignedDocuments.operation';
import { getStepDocument } from './task/getStepDocument.operation';
import { sendAndWait } from './task/sendAndWait.operation';
import { uploadSignedDocument } from './task/uploadSignedDocument.operation';
import { getSchema } from './workflow/getSchema.operation';
import { initiate } from './workflow/initiate.operation';

/** All resources of the node. n8n lists actions in this order: what most workflows need is first. */
export const resources: readonly Resource[] = [
	{
		name: 'Task',
		value: 'task',
		description: 'A run of a contract workflow',
		operations: [
			getMany,
			get,
			getManyByExternalSourceId,
			approve,
			comment,
			sendAndWait,
			addAttachments,
			getSignedDocuments,
			getStepDocument,
			uploadSignedDocument,
		],
	},
	{
		name: 'Workflow',
		value: 'workflow',
		description: 'The definition of a contract workflow',
		operations: [getSchema, initiate],
	},
	{
		name: 'Document',
		value: 'document',
		description: 'A document of the document store',
		operations: [search, updateAttributes],
	},
	{
		name: 'Document Type',
		value: 'documentType',
		description: 'A type of document',
		operations: [getDocumentTypes],
	},
	{
		name: 'Org Field',
		value: 'orgField',
		description: 'A field that documents can have',
		operations: [getOrgFields],
	},
	{
		name: 'Clickwrap',
		value: 'clickwrap',
		description: 'Terms that people accept with a click',
		operations: [getActive, getHistory],
	},
	{
		name: 'Group',
		value: 'group',
		description: 'A group of users',
		operations: [create],
	},
	{
		name: 'Organization',
		value: 'organization',
		description: 'The organization of the credential',
		operations: [getOrganization],
	},
];
