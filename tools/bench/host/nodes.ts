import type { INode } from 'n8n-workflow';
import type { StoredCredential } from '../../scripts/n8n/credentials';
import type { Keys } from './host';

/** A node without its position in a workflow. */
export type Step = Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;

const attached = ({ type, id, name }: StoredCredential) => ({ [type]: { id, name } });

/** A node of n8n. */
export const builtIn = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: INode['parameters'],
): Step => ({ name, type: `n8n-nodes-base.${type}`, typeVersion, parameters });

/** The node of this package. */
export const contractWorkflow = (
	{ ours: { packageName, key } }: Keys,
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

/** A choice of a node of this package, by its id or an expression. */
export const byId = (value: string | number) => ({
	__rl: true,
	mode: 'id',
	value: String(value),
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
	{ rival }: Keys,
	{ method, url, jsonBody, options = {} }: Requested,
	name = 'HTTP Request',
): Step => ({
	...builtIn(name, 'httpRequest', 4.5, {
		method,
		url,
		authentication: 'genericCredentialType',
		genericAuthType: rival.type,
		...(jsonBody !== undefined && { sendBody: true, specifyBody: 'json', jsonBody }),
		options,
	}),
	credentials: attached(rival),
});

/** One item for each entry of a list. */
export const splitOut = (field: string): Step =>
	builtIn('Split Out', 'splitOut', 1, { fieldToSplitOut: field, options: {} });
