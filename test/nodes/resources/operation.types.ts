/**
 * Mistakes in an operation that must not compile. `npm run lint` checks this file: an expected
 * error that does not come is an error itself.
 */
import { operation } from '../../../nodes/ContractWorkflow/operation';
import { taskId, taskTarget } from '../../../nodes/ContractWorkflow/properties/locators';
import { commentOnTask, getTask, updateFileAttributes } from '../../../src';

const names = { name: 'A', value: 'a', action: 'A', description: 'A' } as const;
const write = { target: taskTarget, write: { inOrder: true, whereToLook: 'A' } } as const;
const text = { displayName: 'Comment', name: 'comment', type: 'string', default: '' } as const;
const required = { ...text, required: true } as const;

export const misspelledParameter = operation({
	...names,
	...write,
	endpoint: commentOnTask,
	properties: [taskId, required],
	request: (parameters) => ({
		params: { task_id: parameters.taskId },
		// @ts-expect-error: the parameter is called comment
		body: { comment: parameters.coment },
	}),
});

export const missingField = operation({
	...names,
	...write,
	endpoint: commentOnTask,
	properties: [taskId],
	// @ts-expect-error: the body must hold a comment
	request: (parameters) => ({ params: { task_id: parameters.taskId }, body: {} }),
});

// @ts-expect-error: what writes must say what it works on, and whether that is done in order
export const writeWithoutTarget = operation({
	...names,
	endpoint: updateFileAttributes,
	properties: [required],
	request: ({ comment }) => ({ params: { file_id: comment }, body: { attributes: [] } }),
});

export const unsafeWithoutWhereToLook = operation({
	...names,
	target: taskTarget,
	// @ts-expect-error: a repeat could do it twice, so it must say where to look
	write: { inOrder: true },
	endpoint: commentOnTask,
	properties: [taskId, required],
	request: ({ taskId: task_id, comment }) => ({ params: { task_id }, body: { comment } }),
});

export const undocumentedStatus = operation({
	...names,
	endpoint: getTask,
	properties: [taskId],
	// @ts-expect-error: the endpoint documents no 409
	words: { statuses: { 409: { advice: 'A' } } },
	request: ({ taskId: task_id }) => ({ params: { task_id } }),
});

export const filterWithoutPages = operation({
	...names,
	endpoint: getTask,
	properties: [taskId],
	// @ts-expect-error: only the rows of pages pass through it
	passes: () => () => true,
	request: ({ taskId: task_id }) => ({ params: { task_id } }),
});
