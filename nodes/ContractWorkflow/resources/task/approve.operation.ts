import { approveTask } from '../../../../src';
import { operation } from '../../operation';
import type { PlanParameters } from '../../plan/plannedDecision';
import {
	applyPlan,
	checkOrganization,
	checkRequest,
	inputPlanOf,
	plannedDecision,
	skipIfUpdated,
} from '../../plan/plannedDecision';
import { fileLabels, userEmail } from '../../properties';
import { taskId, taskTarget } from '../../properties/locators';
import { inputValuesOf } from '../../variables/variableValues';
import { stepVariables } from '../../variables/variables';
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
		options: [applyPlan, skipIfUpdated, userEmail, stepVariables],
	},
] as const;

/** The question or the plan that a decision must match. */
const reviewOf = (parameters: PlanParameters) => {
	const asked = askedDecision(parameters);
	return { asked, plan: asked ? undefined : plannedDecision(parameters) };
};

/** Whether a decision must match what was reviewed. */
const isGuarded = (parameters: PlanParameters & { readonly onlyIfCurrentStepIs?: string }) =>
	parameters.onlyIfCurrentStepIs !== undefined || Object.values(reviewOf(parameters)).some(Boolean);

export const approve = operation({
	name: 'Approve or Reject',
	value: 'approve',
	action: 'Approve or reject task',
	description: 'Approve or reject a task of the organization at an approval step',
	builderHint:
		'A second decision would apply to the next step. Set "Only If Current Step Is" to the current_step_id of the reviewed item. If the workflow may run again, set "If Already Decided" to skip. To let a person review first, run with "Dry Run", and add a second node with "Apply a Plan". After "Comment and Wait for Answer", add "Apply a Plan" as well.',
	takesFiles: 'sometimes',
	endpoint: approveTask,
	properties,
	target: taskTarget,
	fromItem: inputPlanOf,
	items: (response, { input }) => [
		{ json: { ...response, user_email: input.body.user_email ?? null } },
	],
	words: {
		labels,
		done(decisions) {
			const decided = new Set(decisions.map(({ decision }) => pastOf[decision]));
			return decided.size === 1 ? [...decided].join('') : 'decided';
		},
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
		onlyOnce: (parameters) =>
			isGuarded(parameters)
				? undefined
				: {
						fault: 'is decided twice in this run',
						detail:
							'The second decision would apply to the next step. Remove one, or set "Only If Current Step Is".',
					},
		// With another comment or another member's name, it is still the same decision.
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
		const entered = { isAutomatic: false, values: additionalFields.variablesJson };
		const variables = await inputValuesOf(entered, surroundings, {
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
