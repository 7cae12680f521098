import { property } from '../../../shared/fields/property';
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

/** As a constant: n8n's lint would spell the expression differently. */
const reviewedExample = "e.g. {{ $('Get Tasks').item.json }}";

/** Behind a list, the input item is the one that was reviewed. */
export const reviewedItem = property({
	displayName: 'Reviewed Item',
	name: 'reviewedItem',
	type: 'string',
	asGiven: true,
	isInputItem: true,
	default: '={{ $json }}',
	placeholder: reviewedExample,
	description: 'In a tool, press its AI button',
	builderHint: { propertyHint: 'Never an item read after the review. Leave it out behind a list.' },
});

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
