import { timestamp } from '../../../../../src';
import type { ParametersOf } from '../../../../shared/fields/property';
import { property } from '../../../../shared/fields/property';
import { shown } from '../../../../shared/fields/propertyValue';
import { WrongField } from '../../../../shared/words/explained';

/** How long to wait for an answer, with the fields of n8n's Wait node. */
export const waitLimit = [
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
		typeOptions: { minValue: 1 },
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

const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

type WaitLimit = ParametersOf<typeof waitLimit>;

/** The latest possible time, the year 3000: n8n's "forever" ends there. */
const latest = Date.UTC(3000, 0, 1);

/** When the waiting ends, counted from now; undefined without a limit. */
export const waitUntil = (limit: WaitLimit): Date | undefined => {
	if (!limit.limitWaitTime) return undefined;
	const { limitType, resumeAmount, resumeUnit, maxDateAndTime = '' } = limit;
	const time =
		limitType === 'atSpecifiedTime'
			? Date.parse(maxDateAndTime)
			: Date.now() + resumeAmount * unitMs[resumeUnit];
	return new Date(Math.min(time, latest));
};

/**
 * Checks a limit before the comment is posted.
 * @throws {WrongField} for an invalid time, or one that leaves no time to answer.
 */
export const checkWaitLimit = ({ limitWaitTime, limitType, maxDateAndTime = '' }: WaitLimit) => {
	if (!limitWaitTime || limitType !== 'atSpecifiedTime') return;
	const [issue] = timestamp.safeParse(maxDateAndTime).error?.issues ?? [];
	const isPast = Date.parse(maxDateAndTime) <= Date.now();
	const fault = issue?.message ?? (isPast ? 'must be in the future' : undefined);
	if (fault !== undefined) {
		throw new WrongField('Date and Time', `${fault}, not ${shown(maxDateAndTime)}`);
	}
};
