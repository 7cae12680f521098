import { approveTask } from '../../../../src';
import { operation } from '../../operation';
import { fileLabels, userEmail } from '../../properties';
import { taskId, taskTarget } from '../../properties/locators';
import { inputValuesOf } from '../../properties/variableValues';
import { specifyVariables, stepForm, stepList, variablesJson } from '../../properties/variables';
import { schemaOfTask } from '../../properties/workflowSchema';
import { decisionGuard, decisionRemarks, ifAlreadyDecided, onlyIfCurrentStepIs } from './decision';

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
		onlyIfCurrentStepIs,
		ifAlreadyDecided,
		specifyVariables,
		stepForm,
		stepList,
		variablesJson,
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
	onlyOnce: ({ onlyIfCurrentStepIs: step }) =>
		step === undefined
			? 'is decided twice in this run, and the second decision would be that of the next step: remove one, or set "Only If Current Step Is"'
			: undefined,
	// Another comment, or another member's name, does not make it another decision.
	sameWrite: ({ params, body }) => [String(Number(params.task_id)), body.approved],
	guard: ({ ifAlreadyDecided: then, onlyIfCurrentStepIs: step }, input) =>
		decisionGuard(input, { step, skips: then === 'skip' }),
	remarks: (decisions) =>
		decisionRemarks(
			decisions.map(({ onlyIfCurrentStepIs: step, additionalFields: { userEmail: user } }) => ({
				step,
				user,
			})),
		),
	request: async (parameters, surroundings) => {
		const { additionalFields, decision, taskId: task_id } = parameters;
		const variables = await inputValuesOf(parameters, surroundings, {
			isLaunch: false,
			schema: async () => await schemaOfTask(surroundings.ask, task_id),
		});
		return {
			params: { task_id },
			body: {
				approved: decision === 'approve',
				comment: additionalFields.comment,
				user_email: additionalFields.userEmail,
				...(variables.length > 0 && { variables }),
			},
		};
	},
});
