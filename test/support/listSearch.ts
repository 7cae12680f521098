import { LoadOptionsContext } from 'n8n-core';
import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import type { Credentials } from './n8nHost';
import { loadHost, loadNode, nodeWith } from './n8nHost';

/** A list of the panel that is asked for. */
export interface ListSearch {
	readonly method: string;
	/** The node that has it; the action node if absent. */
	readonly node?: string;
	/** What the panel holds when the list is opened. */
	readonly parameters: INodeParameters;
	readonly credentials: Credentials;
	readonly filter?: string;
	readonly paginationToken?: string;
}

/** What the methods of the panel run in: n8n's own context for them. */
export const panelContext = async (
	parameters: INodeParameters,
	credentials: Credentials,
	name = 'contractWorkflow',
	path = '',
): Promise<ILoadOptionsFunctions> => {
	const { nodeTypes, additionalData } = await loadHost(credentials);
	const node = nodeWith(parameters, credentials, name);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return new LoadOptionsContext(
		workflow,
		node,
		{ ...additionalData, currentNodeParameters: parameters },
		path,
	);
};

/** Fills a list of the panel as n8n's editor does, through n8n's own context for it. */
export const searchList = async ({
	method,
	node: name = 'contractWorkflow',
	parameters,
	credentials,
	filter,
	paginationToken,
}: ListSearch): Promise<INodeListSearchResult> => {
	const context = await panelContext(parameters, credentials, name);
	const { methods } = (await loadNode(name)) as INodeType;
	const search = methods?.listSearch?.[method];
	if (!search) throw new Error(`The node has no list ${method}`);
	return await search.call(context, filter, paginationToken);
};

/** The options of a field that are asked for. */
export interface OptionsOf extends Omit<ListSearch, 'filter' | 'paginationToken'> {
	/** The place of the field, below `parameters`. */
	readonly field: string;
}

/** Loads the options of a field as n8n's editor does, through n8n's own context for it. */
export const loadOptions = async ({
	method,
	node: name = 'contractWorkflow',
	parameters,
	field,
	credentials,
}: OptionsOf): Promise<INodePropertyOptions[]> => {
	const context = await panelContext(parameters, credentials, name, `parameters.${field}`);
	const { methods } = (await loadNode(name)) as INodeType;
	const load = methods?.loadOptions?.[method];
	if (!load) throw new Error(`The node has no options ${method}`);
	return await load.call(context);
};
