import { approveTask } from '../../../../src';
import { taskId } from '../../locators';
import { operation } from '../../operation';
import { userEmail } from '../../properties';
import { inputValuesOf, variables } from '../../variables';

export const approve = operation({
	name: 'Approve or Reject',
	value: 'approve',
	action: 'Approve or reject task',
	description: 'Decide a task of the organization that waits at an approval step',
	endpoint: approveTask,
	properties: [
		taskId,
		{
			displayName: 'Decision',
			name: 'decision',
			type: 'options',
			default: 'approve',
			options: [
				{ name: 'Approve', value: 'approve', description: 'The workflow goes on to its next step' },
				{
					name: 'Reject',
					value: 'reject',
					description: 'The workflow ends, or follows its path for a rejection',
				},
			],
		},
		{ ...variables, description: 'Values for the variables that the step asks for' },
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Comment',
					name: 'comment',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					description: 'Text that goes with the decision',
				},
				userEmail,
			],
		},
	],
	request: async (
		{ additionalFields, decision, taskId: task_id, variables: { variable } },
		files,
	) => ({
		params: { task_id },
		body: {
			approved: decision === 'approve',
			comment: additionalFields.comment,
			user_email: additionalFields.userEmail,
			...(variable.length > 0 && { variables: await inputValuesOf(variable, files) }),
		},
	}),
});
