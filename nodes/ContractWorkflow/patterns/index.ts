import askAndDecide from './askAndDecide.json';
import bulkApproval from './bulkApproval.json';
import launchFromForm from './launchFromForm.json';
import replyToComment from './replyToComment.json';
import reviewedTool from './reviewedTool.json';
import signedCopies from './signedCopies.json';

/**
 * Worked flows for assistants, in the code of n8n's workflow SDK. n8n adds each to the types of the
 * operation that it is about. What an assistant knows without it is `before` and `after` the code.
 */
export const patterns = [
	bulkApproval,
	askAndDecide,
	replyToComment,
	launchFromForm,
	signedCopies,
	reviewedTool,
];

export const patternHints = patterns.map(({ title, resource, operation, code }) => ({
	displayOptions: { show: { resource: [resource], operation: [operation] } },
	content: [`<pattern title="${title}">`, ...code, '</pattern>'].join('\n'),
}));
