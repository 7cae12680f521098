import { addTaskAttachments } from '../../../../src';
import { namedTask } from '../../../shared/task/place';
import { WrongField } from '../../../shared/words/explained';
import { binaryPropertyNames, fileLabels, filesIn } from '../../files/files';
import { operation } from '../../operation';
import { moreFields, userEmail } from '../../properties';
import { taskId, taskTarget } from '../../properties/locators';
import { replyTo } from './commentFields';

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
			description: 'Whether to store the files on the task',
		},
		moreFields(
			{
				displayName: 'Attachment IDs',
				name: 'attachmentIds',
				type: 'string',
				reads: 'integers',
				default: '',
				placeholder: 'e.g. 7, 8',
				description: 'Files already on the task',
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
	request: async ({ additionalFields: more, ...parameters }, { files }) => {
		const { binaryPropertyNames: fields, attachToTask, taskId: task_id } = parameters;
		if (!fields && !more.attachmentIds) {
			// Section 4: a request without files records nothing, but would look like a success.
			throw new WrongField('Input Data Field Names', 'is empty', [
				'Enter a field with a file, or Attachment IDs.',
			]);
		}
		if (attachToTask && more.attachmentIds) {
			throw new WrongField('Attach to Task', 'must be off to refer to Attachment IDs');
		}
		return {
			params: { task_id },
			body: {
				files: fields && (await filesIn(files, 'Input Data Field Names', fields)),
				attach_to_task: attachToTask,
				attachment_ids: more.attachmentIds,
				reply_to: more.replyTo,
				user_email: more.userEmail,
			},
		};
	},
	// Section 4: the IDs have the order in which the files were sent.
	items: (response, { input: { params }, json }) => [
		{ json: { ...namedTask(params.task_id, json), ...response } },
	],
});
