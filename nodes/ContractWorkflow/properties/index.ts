import type { ParametersOf, Property } from '../../shared/fields/property';
import { property } from '../../shared/fields/property';
import { person } from '../../shared/panel/peopleAndWorkflows';
import type { Presigned } from '../files/download';
import type { Files } from '../files/files';
import type { Output } from '../operation';

/**
 * Which credential the node uses: the value of the parameter is the credential type. The name is
 * not `authentication`, because n8n's editor hides a parameter with that name together with
 * Resource, and sets both itself when a credential is picked.
 */
export const credentialType = property({
	displayName: 'Authentication',
	name: 'credentialType',
	type: 'options',
	noDataExpression: true,
	default: 'contractWorkflowApi',
	displayOptions: { show: { resource: ['organization'] } },
	options: [
		{
			name: 'API Key',
			value: 'contractWorkflowApi',
			description: 'Works for all operations',
		},
		{
			name: 'OAuth2',
			value: 'contractWorkflowOAuth2Api',
			description: 'Works only for the organization',
		},
	],
});

/** Declares the options of one operation: how the node behaves. */
export const ownOptions = <const Options extends readonly Property[]>(...options: Options) =>
	property({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	});

/** Declares what an operation can send beside its required fields. */
export const moreFields = <const Options extends readonly Property[]>(...options: Options) =>
	property({
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options,
	});

/**
 * The member of the organization to whom an action is attributed (section 5.6). If an expression
 * returns nobody, the action must not be attributed to the creator of the API key.
 */
export const userEmail = property({
	...person,
	neverBlank: true,
	description: 'Member to act as. Default: the creator of the API key.',
});

/** Activity log entry to reply to in its thread. */
export const replyTo = property({
	displayName: 'Reply To',
	name: 'replyTo',
	type: 'string',
	reads: 'integer',
	default: '',
	placeholder: 'e.g. 1042',
	description: 'ID of the activity log entry to reply to',
});

/** Lets a trigger recognize n8n's own comments. On if absent. */
export const addMarker = property({
	displayName: 'Add Marker',
	name: 'addMarker',
	type: 'boolean',
	default: true,
	description:
		'Whether to add "(sent-by-n8n)" so that triggers ignore the comment. Switching this off can cause a loop.',
});

/** Users whom a comment mentions (section 4). */
export const mentionUserIds = property({
	displayName: 'Mention User IDs',
	name: 'mentionUserIds',
	type: 'string',
	reads: 'integers',
	default: '',
	placeholder: 'e.g. 12, 34',
});

export const returnAll = property({
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

export const limit = property({
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	displayOptions: { show: { returnAll: [false] } },
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
});

/** Whether to return the bytes of a file as well. */
export const download = property({
	displayName: 'Download',
	name: 'download',
	type: 'boolean',
	default: false,
	description: 'Whether to download the file, not only its link',
});

const outputField = property({
	displayName: 'Put Output File in Field',
	name: 'outputField',
	type: 'string',
	displayOptions: { show: { download: [true] } },
	default: 'data',
	required: true,
	hint: 'The name of the output binary field to put the file in',
});

/** How a document is returned. */
export const downloads = [download, outputField] as const;

/**
 * The item of a document, or with its bytes in place of the link that anyone can use until it
 * expires.
 * @param renew requests the document again, for a new link
 * @throws what `files.download` throws.
 */
export const documentItem = async <Json extends Presigned>(
	json: Json,
	given: { readonly parameters: ParametersOf<typeof downloads>; readonly files: Files },
	renew: () => Promise<Presigned | undefined>,
): Promise<Output> => {
	const { download: isWanted, outputField: field } = given.parameters;
	if (!isWanted) return { json };
	const binary = { [field]: await given.files.download(json, renew) };
	const isOfLink = (name: string) => name === 'download_url' || name === 'expires_at';
	const entries = Object.entries(json).filter(([name]) => !isOfLink(name));
	return { json: Object.fromEntries(entries), binary };
};

/** The labels in the panel for the fields of a file that is sent (section 4). */
export const fileLabels = {
	base64_content: 'Input Data Field Name',
	filename: 'File Name',
} as const;

/** Files of the input item, by the names of their binary fields. */
export const binaryPropertyNames = property({
	displayName: 'Input Data Field Names',
	name: 'binaryPropertyNames',
	type: 'string',
	reads: 'texts',
	default: '',
	placeholder: 'e.g. data, attachment_1',
	hint: 'Names of input binary fields, separated by commas',
});
