import { WrongField } from '../../../shared/explained';
import type { ParametersOf } from '../../../shared/property';
import { property } from '../../../shared/property';
import type { AskedTask, Page } from '../../question/question';
import { limitWaitTime } from './waitLimit';

/** The words that a builder need not write. */
export const linkWords = 'Answer on this page. Whoever has the link can answer:';
const approveWord = 'Approve';
const declineWord = 'Decline';
const sendWord = 'Send';
const titleWords = 'Your answer is needed';
const answerWords = 'Your answer';
const reasonWords = 'Reason (optional)';
const nameWords = 'Your name';
const noteWords =
	'Opening this page decides nothing. Whoever has its address can answer, so pass it on only to those who may.';
const recordedTitleWords = 'Your answer was recorded';
const recordedWords = 'You can close this page now.';

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
		limitWaitTime,
		{
			displayName: 'Load Task',
			name: 'loadTask',
			type: 'boolean',
			default: true,
			description:
				'Whether to show title, link and step of the task on the page, and to give where it was as asked. Off saves one request.',
		},
	],
});

/** The builder's own words on the page. */
export const pageWords = property({
	displayName: 'Page',
	name: 'page',
	type: 'collection',
	placeholder: 'Add words',
	default: {},
	description: 'Your own words on the page behind the link',
	options: [
		{
			displayName: 'Language',
			name: 'language',
			type: 'string',
			default: 'en',
			placeholder: 'e.g. de',
			description: 'The language of your words, so that a screen reader says them right',
		},
		{
			displayName: 'Name Label',
			name: 'nameLabel',
			type: 'string',
			default: nameWords,
			description: 'What stands above the field for a name, with Ask for a Name',
		},
		{
			displayName: 'Note',
			name: 'note',
			type: 'string',
			typeOptions: { rows: 2 },
			default: noteWords,
			description: 'What stands at the foot of the page',
		},
		{
			displayName: 'Send Button Label',
			name: 'sendLabel',
			type: 'string',
			displayOptions: { show: { '/responseType': ['freeText'] } },
			default: sendWord,
		},
		{
			displayName: 'Text After the Answer',
			name: 'recordedText',
			type: 'string',
			typeOptions: { rows: 2 },
			default: recordedWords,
		},
		{
			displayName: 'Text Label',
			name: 'textLabel',
			type: 'string',
			default: answerWords,
			description: 'What stands above the text field of Free Text, or of Ask for a Reason',
		},
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			default: titleWords,
			description: 'What stands above the message',
		},
		{
			displayName: 'Title After the Answer',
			name: 'recordedTitle',
			type: 'string',
			default: recordedTitleWords,
		},
	],
});

type Asking = ParametersOf<[typeof approvalOptions, typeof askOptions, typeof pageWords]> & {
	readonly message: string;
	readonly responseType: 'approval' | 'freeText';
};

const languageTag = /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i;

const languageOf = ({ page: { language = 'en' } }: Asking): string => {
	if (languageTag.test(language)) return language;
	throw new WrongField(['Page', 'Language'], `must be a code such as de or en-GB, not ${language}`);
};

const answerOf = ({ responseType, approvalOptions: { values }, page }: Asking): Page['answer'] => {
	if (responseType === 'freeText') return { kind: 'text', send: page.sendLabel ?? sendWord };
	const { approvalType, approveLabel, disapproveLabel } = values ?? {};
	return {
		kind: 'decision',
		approve: approveLabel ?? approveWord,
		...(approvalType !== 'single' && { decline: disapproveLabel ?? declineWord }),
	};
};

const textLabelOf = ({ responseType, options, page }: Asking): string | undefined => {
	if (responseType === 'freeText') return page.textLabel ?? answerWords;
	return options.askForReason === true ? (page.textLabel ?? reasonWords) : undefined;
};

/**
 * What the page of a question shows.
 * @throws {WrongField} that names a field of the page that cannot be shown.
 */
export const pageOf = (asking: Asking, task: AskedTask): Page => {
	const { message, options, page } = asking;
	const textLabel = textLabelOf(asking);
	return {
		task,
		message,
		answer: answerOf(asking),
		words: {
			language: languageOf(asking),
			title: page.title ?? titleWords,
			note: page.note ?? noteWords,
			recordedTitle: page.recordedTitle ?? recordedTitleWords,
			recordedText: page.recordedText ?? recordedWords,
			...(textLabel !== undefined && { textLabel }),
			...(options.askForName === true && { nameLabel: page.nameLabel ?? nameWords }),
		},
	};
};
