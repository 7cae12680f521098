import { addTaskAttachments } from '../../../../src';
import { WrongField } from '../../../shared/words/explained';
import { filesIn } from '../../files/files';
import { operation } from '../../operation';
import {
	binaryPropertyNames,
	fileLabels,
	integerOf,
	integersOf,
	listOf,
	replyTo,
	userEmail,
} from '../../properties';
import { moreFields } from '../../properties/collections';
import { taskId, taskTarget } from '../../properties/locators';

export const addAttachments = operation({
	name: 'Add Attachments',
	value: 'addAttachments',
	action: 'Add attachments to task',
	description: 'Attach files to a task of the organization, or to its activity log',
	takesFiles: 'always',
	endpoint: addTaskAttachments,
	properties: [
		taskId,
		{ ...binaryPropertyNames, default: 'data' },
		{
			displayName: 'Attach to Task',
			name: 'attachToTask',
			type: 'boolean',
			default: true,
			description: 'Whether to store the files on the task itself',
		},
		moreFields(
			{
				displayName: 'Attachment IDs',
				name: 'attachmentIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 7, 8',
				description: 'Files already on the task. Attach to Task must be off.',
			},
			replyTo,
			userEmail,
		),
	],
	target: taskTarget,
	words: {
		labels: { ...fileLabels, files: 'Input Data Field Names' },
		done: () => 'attached',
	},
	write: {
		whereToLook: 'Check the task for the files before you attach them again.',
		inOrder: true,
	},
	request: async (parameters, { files }) => {
		const { additionalFields, attachToTask } = parameters;
		const referred = integersOf('Attachment IDs', additionalFields.attachmentIds);
		const attached = await filesIn(
			files,
			'Input Data Field Names',
			listOf('Input Data Field Names', parameters.binaryPropertyNames),
		);
		if (attached.length === 0 && referred.length === 0) {
			// Section 4: a request without files records nothing, but would look like a success.
			throw new WrongField('Input Data Field Names', 'is empty', [
				'Enter a field with a file, or Attachment IDs.',
			]);
		}
		return {
			params: { task_id: parameters.taskId },
			body: {
				...(attached.length > 0 && { files: attached }),
				attach_to_task: attachToTask,
				...(referred.length > 0 && { attachment_ids: referred }),
				reply_to: integerOf(additionalFields.replyTo),
				user_email: additionalFields.userEmail,
			},
		};
	},
	// Section 4: the ids have the order in which the files were sent.
	items: (response, { input: { params, body } }) => {
		const json = { task_id: Number(params.task_id), ...response };
		const names = (body.files ?? []).map(({ filename }) => filename);
		const ids = response.attachment_ids;
		if (names.length === 0 || ids.length !== names.length) return [{ json }];
		const files = names.map((filename, index) => ({ attachment_id: ids[index], filename }));
		return [{ json: { ...json, files } }];
	},
});
