import type { IExecuteFunctions } from 'n8n-workflow';
import { hasExpression } from '../../../shared/fields/parameters';
import { property } from '../../../shared/fields/property';
import type { Operation } from '../../operation';
import { stepId } from '../../properties/locators';

export const decision = property({
	displayName: 'Decision',
	name: 'decision',
	type: 'options',
	default: 'approve',
	options: [
		{ name: 'Approve', value: 'approve' },
		{ name: 'Reject', value: 'reject' },
		{
			name: 'As Answered',
			value: 'asAnswered',
			description: 'Follow the answer to the question before this node',
		},
		{
			name: 'As the Plan or Row Says',
			value: 'asReviewed',
			description: 'Follow the field "decision" of Reviewed Item',
		},
	],
});

/** When a decision is sent. Without expressions, so that no item and no model can switch it off. */
export const decideIfField = property({
	displayName: 'Decide If',
	name: 'decideIf',
	type: 'options',
	noDataExpression: true,
	default: 'notMoved',
	options: [
		{
			name: 'Task Has Not Moved',
			value: 'notMoved',
			description: 'Decide if the task is still at the step that was reviewed',
		},
		{
			name: 'Task Has Not Changed',
			value: 'notChanged',
			description: 'Decide if the task was not updated either. A comment may be an update.',
		},
		{ name: 'Task Is at Step', value: 'atStep', description: 'Decide at one step only' },
		{
			name: 'Always',
			value: 'always',
			description: 'Decide the current step without a check. Running again decides the next step.',
		},
	],
});

const ofReview = ['notMoved', 'notChanged'] as const;

/** Whether a stored Decide If holds the decision to an item. A workflow may leave it out. */
export const isOfReview = (stored: unknown): boolean =>
	stored === undefined || ofReview.some((value) => value === stored);

/** As a constant: n8n's lint would spell the expression differently. */
const reviewedExample = "The item that was reviewed, e.g. {{ $('Get Tasks').item.json }}";

/** Behind a list, the input item is the one that was reviewed. */
export const reviewedItem = property({
	displayName: 'Reviewed Item',
	name: 'reviewedItem',
	type: 'string',
	asGiven: true,
	isInputItem: true,
	default: '={{ $json }}',
	description: reviewedExample,
});

/** Whether an operation decides what was reviewed. */
export const isGuarded = ({ properties }: Pick<Operation, 'properties'>): boolean =>
	properties.includes(reviewedItem);

/** The step that the task must be at. */
export const step = property({
	...stepId,
	name: 'step',
	neverBlank: true,
	displayOptions: { show: { decideIf: ['atStep'] } },
});

/** Also applies if the service answers that the task cannot be decided any more (409). */
export const ifMoved = property({
	displayName: 'If the Task Has Moved',
	name: 'ifMoved',
	type: 'options',
	noDataExpression: true,
	displayOptions: { hide: { decideIf: ['always'] } },
	default: 'fail',
	options: [
		{ name: 'Fail', value: 'fail' },
		{ name: 'Skip', value: 'skip' },
	],
});

/** Whether a run by hand decides a task that was chosen in the panel. */
export const isTrial = (context: IExecuteFunctions): boolean => {
	const { parameters } = context.getNode();
	const { [reviewedItem.name]: stored = reviewedItem.default, taskId } = parameters;
	return (
		context.getMode?.() === 'manual' && !hasExpression(taskId) && stored === reviewedItem.default
	);
};
