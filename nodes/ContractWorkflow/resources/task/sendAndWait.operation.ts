import { commentOnTask } from '../../../../src';
import { longestMarkedLine, marked } from '../../../shared/loopGuard';
import { operation } from '../../operation';
import { moreFields, userEmail } from '../../properties';
import { taskId, taskTarget } from '../../properties/locators';
import { pageOptions, questionFields } from '../../question/asking';
import { question } from '../../question/question';
import { addMarker, mentionUserIds, replyTo } from './commentFields';

const linkText = 'Answer on this page. Anyone with this link can answer:';

/** The heading of a question, and what of its message follows the link. */
const partsOf = (message: string): { readonly heading: string; readonly rest: string } => {
	const text = message.trim();
	const [first = ''] = text.split(/[\r\n]/, 1);
	const line = first.trimEnd();
	if (line.includes('://')) return { heading: '', rest: text };
	const signs = [...line];
	const rest = text.slice(line.length).trim();
	if (signs.length <= longestMarkedLine) return { heading: line, rest };
	return { heading: `${signs.slice(0, longestMarkedLine - 1).join('')}…`, rest: text };
};

/**
 * The comment that asks a question: the first line of the message, the link, the rest. So a reader
 * sees the question first, and no message, for example of a model, can put another link above the
 * true one. The link is on a line of its own: the API text does not show whether the service turns
 * URLs into links.
 */
const questionComment = (message: string, link: string, addMarker = true): string => {
	const { heading, rest } = partsOf(message);
	const parts = [heading, `${linkText}\n${link}`, rest].filter(Boolean);
	return marked(parts.join('\n\n'), addMarker);
};

export const sendAndWait = operation({
	name: 'Comment and Wait for Answer',
	// n8n checks the signature of the link only for an operation with this name. It also offers this
	// operation to agents for human review.
	value: 'sendAndWait',
	action: 'Comment on task and wait for answer',
	description:
		'Ask in a comment on a task of the organization, and pause the workflow until someone answers on the linked page',
	builderHint:
		'Takes exactly one item. If there can be more, put "Loop Over Items" before this node. Returns the answer as data, and null if nobody answered in time. Anyone with the link can answer. In the decision that follows, set "Decision" to As Answered.',
	endpoint: commentOnTask,
	properties: [
		taskId,
		...questionFields,
		moreFields(addMarker, mentionUserIds, replyTo, userEmail),
		pageOptions,
	],
	target: taskTarget,
	words: {
		labels: { comment: 'Message' },
	},
	asks: question,
	write: {
		whereToLook:
			'Check the task for the comment before you ask again. If the comment was posted, its link does not work, because no workflow is waiting.',
		inOrder: true,
	},
	request: ({ additionalFields: more, message, taskId: task_id }, { answerLink }) => ({
		params: { task_id },
		body: {
			comment: questionComment(message, answerLink, more.addMarker),
			user_email: more.userEmail,
			reply_to: more.replyTo,
			mention_user_ids: more.mentionUserIds,
		},
	}),
});
