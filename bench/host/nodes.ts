import type { INode } from 'n8n-workflow';
import type { StoredCredential } from '../../scripts/n8n/credentials';

/** A node before it has its place in a workflow. */
export type Step = Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> &
	Pick<Partial<INode>, 'credentials' | 'onError'>;

const attached = ({ type, id, name }: StoredCredential) => ({ [type]: { id, name } });

/** The node of this package. */
export const contractWorkflow = (
	key: StoredCredential,
	resource: string,
	operation: string,
	parameters: INode['parameters'],
): Step => ({
	name: 'Contract Workflow',
	type: 'n8n-nodes-contract-workflow.contractWorkflow',
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

/** HTTP Request's own pagination: sets one field of the body for each page until it is complete. */
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
