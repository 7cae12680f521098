import { commentOnTask } from '../../../../src';
import { operation } from '../../operation';
import { addMarker, mentionUserIds, moreFields, replyTo, userEmail } from '../../properties';
import { taskId, taskTarget } from '../../properties/locators';
import { askedTask } from './question/askedTask';
import { questionComment } from './question/questionComment';
import { pageOf, pageOptions } from './question/questionPage';
import { checkWaitLimit, waitLimit, waitUntil } from './question/waitLimit';

export const sendAndWait = operation({
	name: 'Comment and Wait for Answer',
	// n8n checks the signature of the link only for an operation with this name. It also offers this
	// operation to agents for human review.
	value: 'sendAndWait',
	action: 'Comment on task and wait for answer',
	description:
		'Ask in a comment on a task of the organization, and pause the workflow until someone answers on the linked page',
	builderHint:
		'Takes exactly one item. If there can be more, put "Loop Over Items" before this node. Returns the answer as data. With "Limit Wait Time", there is no data if nobody answered. Anyone with the link can answer. In the decision that follows, set "Decision" to As the Reviewed Item Says.',
	endpoint: commentOnTask,
	properties: [
		taskId,
		{
			displayName: 'Message',
			name: 'message',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			required: true,
			placeholder: 'e.g. May this go to the counterparty?',
			description: 'Shown in the comment and on the linked page. Anyone with the link can answer.',
		},
		{
			displayName: 'Response Type',
			name: 'responseType',
			type: 'options',
			default: 'approval',
			options: [
				{ name: 'Approval', value: 'approval' },
				{ name: 'Free Text', value: 'freeText' },
			],
		},
		...waitLimit,
		moreFields(addMarker, mentionUserIds, replyTo, userEmail),
		pageOptions,
	],
	target: taskTarget,
	words: {
		labels: { comment: 'Message' },
	},
	write: {
		whereToLook:
			'Check the task for the comment before you ask again. If the comment was posted, its link does not work, because no workflow is waiting.',
		inOrder: true,
		asks: async (parameters, { activity_log_id }, surroundings) => {
			const { shown, seen } = await askedTask(surroundings, parameters.taskId);
			return {
				page: pageOf(parameters, shown),
				facts: { ...seen, activity_log_id },
				until: waitUntil(parameters),
			};
		},
	},
	request: async (parameters, surroundings) => {
		const { additionalFields: more, message, taskId: task_id } = parameters;
		checkWaitLimit(parameters);
		// Fails before anything is sent if the task cannot be read.
		await askedTask(surroundings, task_id);
		return {
			params: { task_id },
			body: {
				comment: questionComment(message, surroundings.answerLink(), more.addMarker),
				user_email: more.userEmail,
				reply_to: more.replyTo,
				mention_user_ids: more.mentionUserIds,
			},
		};
	},
});
