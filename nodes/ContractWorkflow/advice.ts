import type { ApiError, Endpoint, EndpointName } from '../../src';
import { contract, details } from '../../src';

const nameOf = (endpoint?: Endpoint): EndpointName | undefined => {
	const entry = Object.entries(contract).find(([, candidate]) => candidate === endpoint);
	return entry?.[0] as EndpointName | undefined;
};

/** What to do about each of the texts that the service gives word for word (section 5). */
const byDetail: Readonly<Record<string, string>> = {
	[details.keyRequired]: 'Enter the API key in the credential.',
	[details.keyInvalid]:
		'The service does not know this API key. Copy the whole key into the credential, and check that the Base URL belongs to the same organization.',
	[details.keyInactive]:
		'The API key was deactivated. Activate it in the web application, or enter another key in the credential.',
	[details.keyRevoked]:
		'The API key was revoked for good. Create a new one in the web application and enter it in the credential.',
	[details.keyExpired]:
		'The API key is past its expiration date. Create a new one in the web application and enter it in the credential.',
	[details.ownerInactive]:
		'The user who created the API key is no longer an active member, and the key is revoked for good. Let an active member create a new one and enter it in the credential.',
	[details.tokenInvalid]:
		'The access token is missing, unknown, revoked or expired. Enter a new one in the credential, or connect the OAuth2 credential again.',
	[details.scopeMissing]:
		'The access token lacks the scope users:read. Get a token with this scope.',
	[details.tokenWithoutUser]:
		'The access token has no user behind it. Use a token that a user authorized, or one of a newly created application.',
};

const byStatus: Readonly<Record<number, string>> = {
	400: 'Check the values of the fields that the service names.',
	401: 'Check the credential.',
	403: 'The credential is not allowed to do this.',
	404: 'Check that it exists and belongs to the organization of the credential.',
	409: 'The state it is in does not allow this.',
	422: 'Check the fields named here.',
	429: 'The rate limit is used up. Raise "Max Wait" in the options, or run fewer items at a time.',
	500: 'The service could not do this. Try again later.',
};

/** Advice where an endpoint has more to say than the status alone. */
const byEndpoint: { readonly [Name in EndpointName]?: Readonly<Record<number, string>> } = {
	createGroup: {
		400: 'A group of this name may exist already, or a user ID may be wrong.',
	},
	updateFileAttributes: { 404: 'Check the File ID, and that the key may access the file.' },
	getWorkflowSchema: {
		400: 'Version must be a whole number such as 1, or latest.',
		404: 'Check the Workflow and its Version.',
	},
	initiateWorkflow: {
		400: 'Version must be a whole number such as 1, or latest, and the variables must be well-formed.',
		404: 'Check the Workflow and its Version.',
		422: 'Compare the variables with the schema of the workflow (operation Get Schema).',
	},
	approveTask: {
		409: 'Nothing was changed. Get the task to see where it stands.',
	},
	uploadSignedDocument: {
		409: 'Nothing was changed. Get the task to see where it stands: it must be at a signature step that can still take a document.',
	},
	getStepDocument: {
		404: 'Check the Task and the Step, and that the step has a document.',
		501: 'Run this again after the step is done, if it is one that generates a document.',
	},
	getClickwrap: { 404: 'No clickwrap with this slug is active. Drafts are never shown.' },
	getClickwrapHistory: { 404: 'Check the Clickwrap Slug.' },
};

/** Where to look whether a request was carried out that had no clear answer. */
const whereToLook: { readonly [Name in EndpointName]?: string } = {
	createGroup: 'Check in the web application whether the group exists before you create it again.',
	initiateWorkflow:
		'List the newest tasks to see whether it was created before you initiate it again.',
	approveTask:
		'Get the task to see where it stands before you decide it again: the next decision may be that of the next step.',
	commentOnTask: 'Check the task for the comment before you post it again.',
	addTaskAttachments: 'Check the task for the files before you attach them again.',
	uploadSignedDocument:
		'Use Get Signed Documents to see whether it arrived before you upload it again.',
};

/** What to do after a write whose outcome is unknown. */
export const outcomeAdvice = (endpoint?: Endpoint): string => {
	const name = nameOf(endpoint);
	const look = name && whereToLook[name];
	return `It may have been carried out, and was not repeated. ${look ?? 'Check before you repeat it.'}`;
};

/** What to do about an answer of the service, in sentences. */
export const adviceFor = (
	endpoint: Endpoint | undefined,
	{ status, detail, outcomeUnknown }: ApiError,
): string => {
	if (outcomeUnknown) return outcomeAdvice(endpoint);
	const known = typeof detail === 'string' ? byDetail[detail] : undefined;
	if (known) return known;
	const name = nameOf(endpoint);
	const special = name && byEndpoint[name]?.[status];
	if (special) return special;
	if (status >= 300 && status < 400) {
		return 'The service redirected the request, which is not followed, so that the credential stays with its host. Check the Base URL in the credential.';
	}
	return byStatus[status] ?? 'Check the Base URL in the credential, and that the service is well.';
};
