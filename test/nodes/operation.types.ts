/**
 * Mistakes in an operation that must not compile. `npm run lint` checks this file: an expected
 * error that does not come is an error itself.
 */
import { taskId } from '../../nodes/ContractWorkflow/locators';
import { operation } from '../../nodes/ContractWorkflow/operation';
import { replyTo, userEmail } from '../../nodes/ContractWorkflow/properties';
import { variables } from '../../nodes/ContractWorkflow/variables';
import { approveTask, commentOnTask } from '../../src';

const names = { name: 'A', value: 'a', action: 'A', description: 'A' } as const;
const text = { displayName: 'Comment', name: 'comment', type: 'string', default: '' } as const;
const required = { ...text, required: true } as const;
const decision = {
	displayName: 'Decision',
	name: 'decision',
	type: 'options',
	default: 'approve',
	options: [
		{ name: 'Approve', value: 'approve' },
		{ name: 'Reject', value: 'reject' },
	],
} as const;

export const right = operation({
	...names,
	endpoint: commentOnTask,
	properties: [taskId, required, userEmail],
	request: (parameters) => ({
		params: { task_id: parameters.taskId },
		body: { comment: parameters.comment, user_email: parameters.userEmail },
	}),
});

export const misspeltParameter = operation({
	...names,
	endpoint: commentOnTask,
	properties: [taskId, required],
	request: (parameters) => ({
		params: { task_id: parameters.taskId },
		// @ts-expect-error: the parameter is called comment
		body: { comment: parameters.coment },
	}),
});

export const optionNotOffered = operation({
	...names,
	endpoint: approveTask,
	properties: [taskId, decision],
	request: (parameters) => ({
		params: { task_id: parameters.taskId },
		// @ts-expect-error: the option is called approve
		body: { approved: parameters.decision === 'approved' },
	}),
});

export const blankText = operation({
	...names,
	endpoint: commentOnTask,
	properties: [taskId, text],
	request: (parameters) => ({
		params: { task_id: parameters.taskId },
		// @ts-expect-error: a text that may be left blank can be undefined
		body: { comment: parameters.comment },
	}),
});

export const missingField = operation({
	...names,
	endpoint: commentOnTask,
	properties: [taskId],
	// @ts-expect-error: the body must hold a comment
	request: (parameters) => ({ params: { task_id: parameters.taskId }, body: {} }),
});

export const wrongType = operation({
	...names,
	endpoint: commentOnTask,
	properties: [taskId, required, replyTo],
	request: (parameters) => ({
		params: { task_id: parameters.taskId },
		// @ts-expect-error: reply_to is a number
		body: { comment: parameters.comment, reply_to: String(parameters.replyTo) },
	}),
});

export const missingPath = operation({
	...names,
	endpoint: commentOnTask,
	properties: [required],
	// @ts-expect-error: the path needs a task_id
	request: (parameters) => ({ body: { comment: parameters.comment } }),
});

export const misspeltGroupField = operation({
	...names,
	endpoint: approveTask,
	properties: [taskId, variables],
	request: (parameters) => ({
		params: { task_id: parameters.taskId },
		// @ts-expect-error: the field of an entry is called variableId
		body: { approved: parameters.variables.variable.every(({ variableID }) => variableID) },
	}),
});
