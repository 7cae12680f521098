import type { ParametersOf } from '../../../../shared/fields/property';
import { property } from '../../../../shared/fields/property';
import type { AskedTask, Page } from '../../../asked';
import { limitWaitTime } from './waitLimit';

/** The words that a builder need not write. */
export const linkWords = 'Answer on this page. Whoever has the link can answer:';
const approveWord = 'Approve';
const declineWord = 'Decline';
const titleWords = 'Your answer is needed';
const freeTextWords = 'Your answer';
const reasonWords = 'Reason (optional)';

/** The buttons of an approval, called as n8n's own nodes call them: its human review reads them. */
export const approvalOptions = property({
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Change the buttons',
	displayOptions: { show: { responseType: ['approval'] } },
	default: {},
	description: 'The buttons. Without this there are two, Approve and Decline.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Type of Approval',
					name: 'approvalType',
					type: 'options',
					default: 'double',
					options: [
						{ name: 'Approve and Decline', value: 'double', description: 'Two buttons' },
						{ name: 'Approve Only', value: 'single', description: 'One button' },
					],
				},
				{
					displayName: 'Approve Button Label',
					name: 'approveLabel',
					type: 'string',
					default: approveWord,
				},
				{
					displayName: 'Decline Button Label',
					name: 'disapproveLabel',
					type: 'string',
					displayOptions: { show: { approvalType: ['double'] } },
					default: declineWord,
				},
			],
		},
	],
});

/** How is asked. */
export const askOptions = property({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Ask for a Name',
			name: 'askForName',
			type: 'boolean',
			default: true,
			description:
				'Whether the page asks who answers. The name comes out as claimed_name: nobody checks it.',
		},
		{
			displayName: 'Ask for a Reason',
			name: 'askForReason',
			type: 'boolean',
			displayOptions: { show: { '/responseType': ['approval'] } },
			default: true,
			description:
				'Whether the page of an approval has a text field as well, which may be left empty. It comes out as text.',
		},
		{
			displayName: 'Free Text Label',
			name: 'freeTextLabel',
			type: 'string',
			displayOptions: { show: { '/responseType': ['freeText'] } },
			default: freeTextWords,
			description: 'The label of the text field on the page',
		},
		limitWaitTime,
		{
			displayName: 'Load Task',
			name: 'loadTask',
			type: 'boolean',
			default: true,
			description:
				'Whether to show title, link and step of the task on the page, and to give where it was as asked. Off saves one request.',
		},
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			default: titleWords,
			description: 'The title of the page, above the message',
		},
	],
});

type Asking = ParametersOf<[typeof approvalOptions, typeof askOptions]> & {
	readonly message: string;
	readonly responseType: 'approval' | 'freeText';
};

const answerOf = ({ responseType, approvalOptions: { values } }: Asking): Page['answer'] => {
	if (responseType === 'freeText') return { kind: 'text' };
	const { approvalType, approveLabel, disapproveLabel } = values ?? {};
	return {
		kind: 'decision',
		approve: approveLabel ?? approveWord,
		...(approvalType !== 'single' && { decline: disapproveLabel ?? declineWord }),
	};
};

const textLabelOf = ({ responseType, options }: Asking): string | undefined => {
	if (responseType === 'freeText') return options.freeTextLabel ?? freeTextWords;
	return options.askForReason === true ? reasonWords : undefined;
};

/** What the page of a question shows. */
export const pageOf = (asking: Asking, task: AskedTask): Page => {
	const { message, options } = asking;
	const textLabel = textLabelOf(asking);
	return {
		task,
		title: options.title ?? titleWords,
		message,
		answer: answerOf(asking),
		...(textLabel !== undefined && { textLabel }),
		asksForName: options.askForName === true,
	};
};
