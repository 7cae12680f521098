import { approveTask } from '../../../../src';
import { operation } from '../../operation';
import { moreFields, userEmail } from '../../properties';
import { taskId, taskTarget } from '../../properties/locators';
import { decisionOf } from '../../safeguards/decideIf/evidence';
import {
	decideIfField,
	decision,
	ifMoved,
	reviewedItem,
	step,
} from '../../safeguards/decideIf/fields';
import { inputValuesOf } from '../../variables/inputValues';
import { enteredIn, stepVariables } from '../../variables/variables';
import { atStepOfType } from './stepType';

export const approve = operation({
	name: 'Approve or Reject',
	value: 'approve',
	action: 'Approve or reject task',
	description: 'Approve or reject a task of the organization at an approval step',
	builderHint:
		'Place it behind the node that returned the reviewed tasks, such as "Get Many" or "Comment and Wait". It decides only if the task has not moved since. If other nodes are in between, point "Reviewed Item" to the reviewed item. A "Get" right before this node checks nothing. After a question, also in Slack, set "Decision" to As Answered.',
	takesFiles: 'sometimes',
	endpoint: approveTask,
	properties: [
		taskId,
		decision,
		{
			displayName: 'Comment',
			name: 'comment',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
		},
		decideIfField,
		reviewedItem,
		step,
		ifMoved,
		moreFields(userEmail, stepVariables),
	],
	target: taskTarget,
	items: (response, { input }) => [
		{ json: { ...response, user_email: input.body.user_email ?? null } },
	],
	words: {
		labels: { approved: 'Decision' },
		done: ({ body }) => (body.approved ? 'approved' : 'rejected'),
		statuses: {
			409: {
				advice: 'The service did not change the task. Get the task to see its current step.',
			},
		},
	},
	write: {
		whereToLook:
			'Get the task and check its current step before you decide again. A second decision may apply to the next step.',
		inOrder: true,
		decides: true,
		planColumns: (_parameters, { body: { approved, comment = null } }) => ({
			...{ decision: approved ? 'approve' : 'reject', comment },
		}),
		foresee: atStepOfType('approval', 'an approval step'),
	},
	request: async (parameters, surroundings) => {
		const { additionalFields, comment, taskId: task_id } = parameters;
		const entered = enteredIn(additionalFields.variablesJson);
		const variables = await inputValuesOf(entered, surroundings, { task_id });
		return {
			params: { task_id },
			body: {
				approved: decisionOf(parameters, surroundings.json) === 'approve',
				comment,
				user_email: additionalFields.userEmail,
				...(variables.length > 0 && { variables }),
			},
		};
	},
});
