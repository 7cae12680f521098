import type { Resource } from '../../operation';
import { addAttachments } from './addAttachments.operation';
import { approve } from './approve.operation';
import { comment } from './comment.operation';
import { get } from './get.operation';
import { getMany } from './getMany.operation';
import { getManyByExternalSourceId } from './getManyByExternalSourceId.operation';
import { getSignedDocuments } from './getSignedDocuments.operation';
import { getStepDocument } from './getStepDocument.operation';
import { sendAndWait } from './sendAndWait.operation';
import { uploadSignedDocument } from './uploadSignedDocument.operation';

export const task: Resource = {
	name: 'Task',
	value: 'task',
	description: 'A run of a contract workflow',
	defaultOperation: getMany,
	operations: [
		addAttachments,
		approve,
		comment,
		sendAndWait,
		get,
		getMany,
		getManyByExternalSourceId,
		getSignedDocuments,
		getStepDocument,
		uploadSignedDocument,
	],
};
