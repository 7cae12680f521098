import type { INode } from 'n8n-workflow';
import type { StoredCredential } from '../../scripts/n8n/credentials';
import type { Product } from './host';

/** A node without its position in a workflow. */
export type Step = Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> &
	Pick<Partial<INode>, 'credentials' | 'onError'>;

/** A node that starts a workflow on a request. */
export type TriggerStep = Step & Required<Pick<INode, 'webhookId'>>;

const attached = ({ type, id, name }: StoredCredential) => ({ [type]: { id, name } });

/** The node of this package. */
export const contractWorkflow = (
	{ packageName, key }: Product,
	resource: string,
	operation: string,
	parameters: INode['parameters'],
): Step => ({
	name: 'Contract Workflow',
	type: `${packageName}.contractWorkflow`,
	typeVersion: 1,
	parameters: { resource, operation, ...parameters },
	credentials: attached(key),
});

/** The task of a node of this package, by its id or an expression. */
export const taskId = (value: string | number) => ({
	taskId: { __rl: true, mode: 'id', value: String(value) },
});

/** What an HTTP Request node sends, and its options. */
export interface Requested {
	readonly method: 'GET' | 'POST';
	readonly url: string;
	/** JSON text or an expression. */
	readonly jsonBody?: string;
	readonly options?: INode['parameters'];
}

/** n8n's HTTP Request node, in the version that n8n offers today, with Header Auth. */
export const httpRequest = (
	key: StoredCredential | undefined,
	{ method, url, jsonBody, options = {} }: Requested,
	name = 'HTTP Request',
): Step => ({
	name,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.5,
	parameters: {
		method,
		url,
		...(key && { authentication: 'genericCredentialType', genericAuthType: key.type }),
		...(jsonBody !== undefined && { sendBody: true, specifyBody: 'json', jsonBody }),
		options,
	},
	...(key && { credentials: attached(key) }),
});

/**
 * HTTP Request's own pagination: it sets one field of the body for each page until the list is
 * complete.
 */
export const pagination = (field: string, value: string, completeExpression: string) => ({
	pagination: {
		pagination: {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: { parameters: [{ type: 'body', name: field, value }] },
			paginationCompleteWhen: 'other',
			completeExpression,
		},
	},
});

/** HTTP Request's own batching: so many items, then a pause. */
export const batching = (batchSize: number, batchInterval: number) => ({
	batching: { batch: { batchSize, batchInterval } },
});

/** One item for each entry of a list; plain entries become the field `destination`. */
export const splitOut = (field: string, destination = ''): Step => ({
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: {
		fieldToSplitOut: field,
		options: destination === '' ? {} : { destinationFieldName: destination },
	},
});

/** Passes only the items for which an expression returns this text. */
export const onlyWhere = (expression: string, text: string): Step => ({
	name: 'Filter',
	type: 'n8n-nodes-base.filter',
	typeVersion: 2.2,
	parameters: {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			conditions: [
				{
					id: 'same',
					leftValue: expression,
					rightValue: text,
					operator: { type: 'string', operation: 'equals' },
				},
			],
			combinator: 'and',
		},
		options: {},
	},
});

/** A form with one text field. Its response is sent when the workflow has ended. */
export const formTrigger = (webhookId: string, fieldLabel: string): TriggerStep => ({
	name: 'Form',
	type: 'n8n-nodes-base.formTrigger',
	typeVersion: 2.2,
	webhookId,
	parameters: {
		formTitle: 'Form',
		formFields: { values: [{ fieldLabel, requiredField: true }] },
		responseMode: 'lastNode',
		options: { path: webhookId, appendAttribution: false },
	},
});

/** A webhook whose response is the first item of the last node. */
export const webhookTrigger = (webhookId: string): TriggerStep => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	webhookId,
	parameters: { httpMethod: 'POST', path: webhookId, responseMode: 'lastNode', options: {} },
});

/** Reads a file of the machine into a binary field. */
export const readFile = (file: string): Step => ({
	name: 'Read File',
	type: 'n8n-nodes-base.readWriteFile',
	typeVersion: 1.1,
	parameters: { operation: 'read', fileSelector: file, options: {} },
});

/** The file of the binary field as base64 text in the item's JSON. */
export const fileToBase64: Step = {
	name: 'Extract From File',
	type: 'n8n-nodes-base.extractFromFile',
	typeVersion: 1.1,
	parameters: { operation: 'binaryToPropery', options: {} },
};
