import type { ParametersOf } from '../../../../shared/fields/property';
import { property } from '../../../../shared/fields/property';
import type { AskedTask, Page } from '../../../asked';
import { ownOptions } from '../../../properties';

const title = property({
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: 'Your answer is needed',
});

const ofApproval = { show: { '/responseType': ['approval'] } } as const;

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
	displayOptions: ofApproval,
	default: 'Decline',
});

/** The options for the content of the page. */
export const pageOptions = ownOptions(title, approveLabel, disapproveLabel);

interface Asking extends ParametersOf<[typeof pageOptions]> {
	readonly message: string;
	readonly responseType: 'approval' | 'freeText';
}

/** The content of the page of a question. */
export const pageOf = ({ message, options, responseType }: Asking, task: AskedTask): Page => {
	const buttons = {
		approve: options.approveLabel ?? approveLabel.default,
		decline: options.disapproveLabel ?? disapproveLabel.default,
	};
	return {
		task,
		title: options.title ?? title.default,
		message,
		...(responseType === 'approval' && { buttons }),
	};
};
