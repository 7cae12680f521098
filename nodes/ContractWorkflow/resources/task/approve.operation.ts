import { approveTask } from '../../../../src';
import { operation } from '../../operation';
import type { PlanParameters } from '../../plan/plannedDecision';
import {
	applyPlan,
	checkOrganization,
	checkRequest,
	plannedDecision,
	skipIfUpdated,
} from '../../plan/plannedDecision';
import { fileLabels, userEmail } from '../../properties';
import { taskId, taskTarget } from '../../properties/locators';
import { inputValuesOf } from '../../variables/variableValues';
import { givenToStep, stepVariables, stepVariablesJson } from '../../variables/variables';
import { schemaOfTask } from '../../variables/workflowSchema';
import { askedDecision } from './decision/askedDecision';
import { decisionRemarks, ifAlreadyDecided, onlyIfCurrentStepIs } from './decision/decision';
import { decisionColumns, decisionGuard } from './decision/decisionGuard';
import { atStepOfType } from './stepType';

const pastOf = { approve: 'approved', reject: 'rejected' } as const;

const labels = { ...fileLabels, approved: 'Decision' };

const properties = [
	taskId,
	{
		displayName: 'Decision',
		name: 'decision',
		type: 'options',
		default: 'approve',
		options: [
			{ name: 'Approve', value: 'approve' },
			{ name: 'Reject', value: 'reject' },
		],
	},
	{
		displayName: 'Comment',
		name: 'comment',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
	},
	onlyIfCurrentStepIs,
	ifAlreadyDecided,
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: [applyPlan, skipIfUpdated, userEmail, stepVariables, stepVariablesJson],
	},
] as const;

/** The question or the plan that a decision is held to. */
const reviewOf = (parameters: PlanParameters) => {
	const asked = askedDecision(parameters);
	return { asked, plan: asked ? undefined : plannedDecision(parameters) };
};

/** Whether a decision is held to what was reviewed. */
const isGuarded = (parameters: PlanParameters & { readonly onlyIfCurrentStepIs?: string }) =>
	parameters.onlyIfCurrentStepIs !== undefined || Object.values(reviewOf(parameters)).some(Boolean);

export const approve = operation({
	name: 'Approve or Reject',
	value: 'approve',
	action: 'Approve or reject task',
	description: 'Decide a task of the organization that waits at an approval step',
	builderHint:
		'A second decision would be that of the next step: set "Only If Current Step Is" to the current_step_id of the item that was reviewed, and "If Already Decided" to skip where the workflow may run again. Where a person is to see it first, run it with "Dry Run", and add "Apply a Plan" to a second one behind it. Behind "Comment and Wait for Answer" add "Apply a Plan", too.',
	takesFiles: 'sometimes',
	endpoint: approveTask,
	properties,
	target: taskTarget,
	words: {
		labels,
		done(decisions) {
			const decided = new Set(decisions.map(({ decision }) => pastOf[decision]));
			return decided.size === 1 ? [...decided].join('') : 'decided';
		},
		statuses: {
			409: {
				advice: 'Nothing was changed. Get the task to see where it stands.',
			},
		},
	},
	write: {
		whereToLook:
			'Get the task to see where it stands before you decide it again: the next decision may be that of the next step.',
		inOrder: true,
		onlyOnce: (parameters) =>
			isGuarded(parameters)
				? undefined
				: 'is decided twice in this run, and the second decision would be that of the next step: remove one, or set "Only If Current Step Is"',
		// Another comment, or another member's name, does not make it another decision.
		sameWrite: ({ body }) => body.approved,
		guard: (parameters, input) => {
			const { asked, plan } = reviewOf(parameters);
			const isToSend = plan?.verdict === 'would_send';
			return decisionGuard(input, {
				step: parameters.onlyIfCurrentStepIs,
				skips: parameters.ifAlreadyDecided === 'skip',
				review: asked
					? { seen: asked, by: 'question', isStrict: false }
					: isToSend
						? plan.review
						: undefined,
				notToSend: isToSend ? undefined : plan,
			});
		},
		columns: decisionColumns,
		planColumns: ({ decision }) => ({ decision }),
		foresee: atStepOfType('approval', 'an approval step'),
		remarks: (decisions) =>
			decisionRemarks(
				decisions.map((parameters) => ({
					isGuarded: isGuarded(parameters),
					user: parameters.additionalFields.userEmail,
				})),
			),
	},
	request: async (parameters, surroundings) => {
		const { additionalFields, decision, taskId: task_id } = parameters;
		const variables = await inputValuesOf(givenToStep(additionalFields), surroundings, {
			isLaunch: false,
			schema: async () => await schemaOfTask(surroundings.ask, task_id),
		});
		const input = {
			params: { task_id },
			body: {
				approved: decision === 'approve',
				comment: parameters.comment,
				user_email: additionalFields.userEmail,
				...(variables.length > 0 && { variables }),
			},
		};
		const { asked, plan } = reviewOf(parameters);
		const seen = asked ?? (plan?.verdict === 'would_send' ? plan.review.seen : undefined);
		if (seen) checkOrganization(seen, await surroundings.organizationName());
		if (plan) await checkRequest(input, plan, { labels, properties });
		return input;
	},
});
