import type { ParametersOf } from '../../../../shared/fields/property';
import { property } from '../../../../shared/fields/property';
import type { AskedTask, Page as AskedPage } from '../../../asked';
import { ownOptions } from '../../../properties/ownOptions';

/** The default texts. */
export const linkText = 'Answer on this page. Anyone with this link can answer:';
const reasonLabel = 'Reason (optional)';

const ofApproval = { show: { '/responseType': ['approval'] } } as const;

const approvalType = property({
	displayName: 'Buttons',
	name: 'approvalType',
	type: 'options',
	displayOptions: ofApproval,
	default: 'double',
	options: [
		{ name: 'Approve and Decline', value: 'double' },
		{ name: 'Approve Only', value: 'single' },
	],
});

const approveLabel = property({
	displayName: 'Approve Button Label',
	name: 'approveLabel',
	type: 'string',
	displayOptions: ofApproval,
	default: 'Approve',
});

const disapproveLabel = property({
	displayName: 'Decline Button Label',
	name: 'disapproveLabel',
	type: 'string',
	displayOptions: { show: { ...ofApproval.show, approvalType: ['double'] } },
	default: 'Decline',
});

const askForName = property({
	displayName: 'Ask for a Name',
	name: 'askForName',
	type: 'boolean',
	default: false,
	description: 'Whether to ask for a name, which is not verified',
});

const askForReason = property({
	displayName: 'Ask for a Reason',
	name: 'askForReason',
	type: 'boolean',
	displayOptions: ofApproval,
	default: false,
	description: 'Whether to add an optional text field',
});

const freeTextLabel = property({
	displayName: 'Free Text Label',
	name: 'freeTextLabel',
	type: 'string',
	displayOptions: { show: { '/responseType': ['freeText'] } },
	default: 'Your answer',
});

const title = property({
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: 'Your answer is needed',
});

/** The options for the content of the page. */
export const pageOptions = ownOptions('page', 'Page', [
	title,
	approvalType,
	approveLabel,
	disapproveLabel,
	freeTextLabel,
	askForName,
	askForReason,
]);

type Page = Partial<NonNullable<ParametersOf<[typeof pageOptions]>['options']['page']>>;

interface Asking extends ParametersOf<[typeof pageOptions]> {
	readonly message: string;
	readonly responseType: 'approval' | 'freeText';
}

const answerOf = (responseType: Asking['responseType'], page: Page): AskedPage['answer'] => {
	if (responseType === 'freeText') return { kind: 'text' };
	const approve = page.approveLabel ?? approveLabel.default;
	const decline = page.disapproveLabel ?? disapproveLabel.default;
	return { kind: 'decision', approve, ...(page.approvalType !== 'single' && { decline }) };
};

const textLabelOf = (responseType: Asking['responseType'], page: Page): string | undefined => {
	if (responseType === 'freeText') return page.freeTextLabel ?? freeTextLabel.default;
	return page.askForReason ? reasonLabel : undefined;
};

/** The content of the page of a question. */
export const pageOf = (asking: Asking, task: AskedTask): AskedPage => {
	const { message, options, responseType } = asking;
	const page: Page = options.page ?? {};
	const textLabel = textLabelOf(responseType, page);
	return {
		task,
		title: page.title ?? title.default,
		message,
		answer: answerOf(responseType, page),
		...(textLabel !== undefined && { textLabel }),
		asksForName: page.askForName === true,
	};
};
