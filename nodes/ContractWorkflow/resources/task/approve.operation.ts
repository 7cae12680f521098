import { approveTask } from '../../../../src';
import { operation } from '../../operation';
import { fileLabels, userEmail } from '../../properties';
import { taskId, taskTarget } from '../../properties/locators';
import { inputValuesOf, variables } from '../../properties/variables';
import { decisionGuard } from './decision';

export const approve = operation({
	name: 'Approve or Reject',
	value: 'approve',
	action: 'Approve or reject task',
	description: 'Decide a task of the organization that waits at an approval step',
	builderHint:
		'A second decision would be that of the next step: set "Only If Current Step Is" to the current_step_id of the item that was reviewed, and "If Already Decided" to skip where the workflow may run again.',
	takesFiles: true,
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
				{
					displayName: 'If Already Decided',
					name: 'ifAlreadyDecided',
					type: 'options',
					default: 'fail',
					description:
						'What to do with a task that is not at an approval step, or not at the one named here. Skip together with Only If Current Step Is makes a flow that can be run again after anything.',
					options: [
						{ name: 'Fail', value: 'fail', description: 'The item fails' },
						{
							name: 'Skip',
							value: 'skip',
							description: 'The item comes out with the reason why it was not decided',
						},
					],
				},
				{
					displayName: 'Only If Current Step Is',
					name: 'onlyIfCurrentStepIs',
					type: 'string',
					neverBlank: true,
					default: '',
					placeholder: 'e.g. legal-approval or {{ $json.current_step_id }}',
					description:
						'ID of the step that was reviewed. The task is looked at first, and decided only if it is still there: without this a repeated decision is that of the next step.',
				},
				userEmail,
			],
		},
	],
	labels: { ...fileLabels, approved: 'Decision' },
	statuses: {
		409: {
			title: 'The task is not in a state that allows this',
			advice: 'Nothing was changed. Get the task to see where it stands.',
		},
	},
	whereToLook:
		'Get the task to see where it stands before you decide it again: the next decision may be that of the next step.',
	target: taskTarget,
	inOrder: true,
	onlyOnce: ({ additionalFields: { onlyIfCurrentStepIs } }) =>
		onlyIfCurrentStepIs === undefined
			? 'is decided twice in this run, and the second decision would be that of the next step: remove one, or set "Only If Current Step Is"'
			: undefined,
	// Another comment, or another member's name, does not make it another decision.
	sameWrite: ({ params, body }) => [String(Number(params.task_id)), body.approved],
	guard: ({ additionalFields: { ifAlreadyDecided, onlyIfCurrentStepIs } }, input) =>
		decisionGuard(input, { step: onlyIfCurrentStepIs, skips: ifAlreadyDecided === 'skip' }),
	request: async (
		{ additionalFields, decision, taskId: task_id, variables: { variable } },
		{ files },
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
