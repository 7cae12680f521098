import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { timestamp } from '../../../src';
import type { ParametersOf } from '../../shared/fields/property';
import { property } from '../../shared/fields/property';
import { shown } from '../../shared/fields/propertyValue';
import { WrongField } from '../../shared/words/explained';
import { ownOptions } from '../properties';
import type { taskId } from '../properties/locators';

const message = property({
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	// The comment is on the task, and the page names it. For human review, n8n has a text of its own.
	default: 'Do you approve this task?',
	required: true,
	description: 'Shown in the comment and on the linked page. Anyone with the link can answer.',
});

/** A hundred years, in days. n8n cannot store a wait that ends after the last date there is. */
const mostAmount = 36_500;

/** The fields of a question: what it asks, and with the fields of n8n's Wait node, how long. */
export const questionFields = [
	message,
	property({
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		default: 'approval',
		options: [
			{ name: 'Approval', value: 'approval' },
			{ name: 'Free Text', value: 'freeText' },
		],
	}),
	property({
		displayName: 'Limit Wait Time',
		name: 'limitWaitTime',
		type: 'boolean',
		default: false,
		description: 'Whether to continue without an answer after a time limit',
	}),
	property({
		displayName: 'Limit Type',
		name: 'limitType',
		type: 'options',
		displayOptions: { show: { limitWaitTime: [true] } },
		default: 'afterTimeInterval',
		options: [
			{ name: 'After Time Interval', value: 'afterTimeInterval' },
			{ name: 'At Specified Time', value: 'atSpecifiedTime' },
		],
	}),
	property({
		displayName: 'Amount',
		name: 'resumeAmount',
		type: 'number',
		displayOptions: { show: { limitWaitTime: [true], limitType: ['afterTimeInterval'] } },
		typeOptions: { minValue: 1, maxValue: mostAmount },
		default: 2,
	}),
	property({
		displayName: 'Unit',
		name: 'resumeUnit',
		type: 'options',
		displayOptions: { show: { limitWaitTime: [true], limitType: ['afterTimeInterval'] } },
		default: 'days',
		options: [
			{ name: 'Days', value: 'days' },
			{ name: 'Hours', value: 'hours' },
			{ name: 'Minutes', value: 'minutes' },
		],
	}),
	property({
		displayName: 'Date and Time',
		name: 'maxDateAndTime',
		type: 'dateTime',
		displayOptions: { show: { limitWaitTime: [true], limitType: ['atSpecifiedTime'] } },
		default: '',
	}),
] as const;

const ofApproval = { show: { '/responseType': ['approval'] } } as const;

/** The options for the content of the page. */
export const pageOptions = ownOptions(
	{ displayName: 'Title', name: 'title', type: 'string', default: 'Your answer is needed' },
	{
		displayName: 'Approve Button Label',
		name: 'approveLabel',
		type: 'string',
		displayOptions: ofApproval,
		default: 'Approve',
	},
	{
		displayName: 'Decline Button Label',
		name: 'disapproveLabel',
		type: 'string',
		displayOptions: ofApproval,
		default: 'Decline',
	},
);

/** The parameters of a question. */
export type Asked = ParametersOf<[typeof taskId, ...typeof questionFields, typeof pageOptions]>;

const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/**
 * Returns when the waiting ends, if it begins now.
 * @throws {WrongField} at once for an invalid time, or one that leaves no time to answer.
 */
export const waitLimitOf = (asked: Asked): (() => Date) => {
	const { limitWaitTime, limitType, resumeAmount, resumeUnit, maxDateAndTime = '' } = asked;
	if (!limitWaitTime) return () => WAIT_INDEFINITELY;
	if (limitType === 'afterTimeInterval') {
		return () => new Date(Date.now() + resumeAmount * unitMs[resumeUnit]);
	}
	const time = Date.parse(maxDateAndTime);
	const [issue] = timestamp.safeParse(maxDateAndTime).error?.issues ?? [];
	const fault = issue?.message ?? (time > Date.now() ? undefined : 'must be in the future');
	if (fault === undefined) return () => new Date(time);
	throw new WrongField('Date and Time', `${fault}, not ${shown(maxDateAndTime)}`);
};
