import { commentOnTask } from '../../../../src';
import { marked } from '../../../shared/loopGuard';
import { namedTask } from '../../../shared/task/place';
import { binaryPropertyNames, fileLabels, filesIn } from '../../files/files';
import { operation } from '../../operation';
import { moreFields, userEmail } from '../../properties';
import { taskId, taskTarget } from '../../properties/locators';
import { addMarker, mentionUserIds, replyTo } from './commentFields';

export const comment = operation({
	name: 'Comment',
	value: 'comment',
	action: 'Comment on task',
	description: 'Post a comment on a task of the organization, or reply to one',
	takesFiles: 'sometimes',
	endpoint: commentOnTask,
	properties: [
		taskId,
		{
			displayName: 'Comment',
			name: 'comment',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			required: true,
		},
		moreFields(
			addMarker,
			{ ...binaryPropertyNames, displayName: 'Attachments' },
			mentionUserIds,
			replyTo,
			userEmail,
		),
	],
	target: taskTarget,
	words: {
		labels: fileLabels,
		done: () => 'commented',
	},
	write: {
		whereToLook: 'Check the task for the comment before you post it again.',
		planColumns: (_parameters, { body: { comment: text } }) => ({ comment: text }),
		inOrder: true,
	},
	items: (response, { input: { params }, json }) => [
		{ json: { ...namedTask(params.task_id, json), ...response } },
	],
	request: async ({ additionalFields, comment: text, taskId: task_id }, { files }) => {
		const { addMarker: isMarked, binaryPropertyNames: fields, ...more } = additionalFields;
		return {
			params: { task_id },
			body: {
				comment: marked(text, isMarked),
				user_email: more.userEmail,
				reply_to: more.replyTo,
				mention_user_ids: more.mentionUserIds,
				attachments: fields && (await filesIn(files, 'Attachments', fields)),
			},
		};
	},
});
