import { commentOnTask } from '../../../../src';
import { marked } from '../../../shared/loopGuard';
import { filesIn } from '../../files/files';
import { operation } from '../../operation';
import {
	addMarker,
	binaryPropertyNames,
	fileLabels,
	integerOf,
	integersOf,
	listOf,
	mentionUserIds,
	replyTo,
	userEmail,
} from '../../properties';
import { moreFields } from '../../properties/collections';
import { taskId, taskTarget } from '../../properties/locators';

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
		inOrder: true,
	},
	items: (response, { input: { params } }) => [
		{ json: { task_id: Number(params.task_id), ...response } },
	],
	request: async ({ additionalFields, comment: text, taskId: task_id }, { files }) => {
		const mentioned = integersOf('Mention User IDs', additionalFields.mentionUserIds);
		const attachments = await filesIn(
			files,
			'Attachments',
			listOf('Attachments', additionalFields.binaryPropertyNames),
		);
		return {
			params: { task_id },
			body: {
				comment: marked(text, additionalFields.addMarker),
				user_email: additionalFields.userEmail,
				reply_to: integerOf(additionalFields.replyTo),
				...(mentioned.length > 0 && { mention_user_ids: mentioned }),
				...(attachments.length > 0 && { attachments }),
			},
		};
	},
});
