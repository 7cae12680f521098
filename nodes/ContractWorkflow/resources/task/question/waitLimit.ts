import { timestamp } from '../../../../../src';
import { property } from '../../../../shared/fields/property';
import { shown } from '../../../../shared/fields/propertyValue';
import { WrongField } from '../../../../shared/words/explained';

/** How long to wait for an answer, as n8n's own nodes offer it. */
export const limitWaitTime = property({
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'days' } },
	description:
		'How long to wait for an answer. After that the input item comes out unchanged, so it has no data.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: 'afterTimeInterval',
					options: [
						{
							name: 'After Time Interval',
							value: 'afterTimeInterval',
							description: 'Counted from the comment on',
						},
						{
							name: 'At Specified Time',
							value: 'atSpecifiedTime',
							description: 'At a date and time',
						},
					],
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 2,
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					default: 'days',
					options: [
						{ name: 'Days', value: 'days' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Minutes', value: 'minutes' },
					],
				},
				{
					displayName: 'Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
					default: '',
					description: 'In the time zone of the n8n server, unless it says one',
				},
			],
		},
	],
});

const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** The limit as it was filled in. */
interface WaitLimit {
	readonly limitType: 'afterTimeInterval' | 'atSpecifiedTime';
	readonly resumeAmount: number;
	readonly resumeUnit: keyof typeof unitMs;
	readonly maxDateAndTime?: string | undefined;
}

/** The longest that a time can be told, by the year 3000: that is where n8n's "forever" ends. */
const latest = Date.UTC(3000, 0, 1);

const wrongLimit = (field: string, fault: string): never => {
	throw new WrongField(['Limit Wait Time', field], fault);
};

/**
 * The time at which the waiting ends, counted from now; undefined without a limit.
 */
export const waitUntil = (limit: WaitLimit | undefined): Date | undefined => {
	if (limit === undefined) return undefined;
	const { limitType, resumeAmount, resumeUnit, maxDateAndTime = '' } = limit;
	const time =
		limitType === 'atSpecifiedTime'
			? Date.parse(maxDateAndTime)
			: Date.now() + resumeAmount * unitMs[resumeUnit];
	return new Date(Math.min(time, latest));
};

/**
 * Checks a limit before the comment is posted.
 * @throws {WrongField} for one that is no time, or gives nobody time to answer.
 */
export const checkWaitLimit = (limit: WaitLimit | undefined): void => {
	if (limit === undefined) return;
	const { limitType, resumeAmount, maxDateAndTime = '' } = limit;
	if (limitType === 'atSpecifiedTime') {
		const [issue] = timestamp.safeParse(maxDateAndTime).error?.issues ?? [];
		if (issue) wrongLimit('Date and Time', `${issue.message}, not ${shown(maxDateAndTime)}`);
		if (Date.parse(maxDateAndTime) <= Date.now()) {
			wrongLimit('Date and Time', `must not have passed: ${maxDateAndTime}`);
		}
	} else if (resumeAmount <= 0) {
		wrongLimit('Amount', 'must be more than 0');
	}
};
