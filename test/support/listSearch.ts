import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchResult, INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import type { Credentials } from './n8nHost';
import { inWorkflow, nodeWith } from './n8nHost';

/** What a panel holds when it asks its node for something. */
interface Panel {
	/** The node; the action node if absent. */
	readonly node?: string;
	readonly parameters: INodeParameters;
	readonly credentials: Credentials;
}

/** The methods of the panel's node, and n8n's own context for them. */
export const openPanel = async ({ node: name, parameters, credentials }: Panel, path = '') => {
	const opened = await inWorkflow(nodeWith(parameters, credentials, name), credentials);
	const { workflow, node, type, additionalData } = opened;
	const data = { ...additionalData, currentNodeParameters: parameters };
	const context = new LoadOptionsContext(workflow, node, data, path);
	return { context, methods: type.methods ?? {} };
};

/** A list of the panel that is asked for. */
interface ListSearch extends Panel {
	readonly method: string;
	readonly filter?: string;
	readonly paginationToken?: string;
}

/** Fills a list of the panel as n8n's editor does. */
export const searchList = async ({
	method,
	filter,
	paginationToken,
	...panel
}: ListSearch): Promise<INodeListSearchResult> => {
	const { context, methods } = await openPanel(panel);
	const search = methods.listSearch?.[method];
	if (!search) throw new Error(`The node has no list ${method}`);
	return await search.call(context, filter, paginationToken);
};

/** The options of a field that are asked for. */
interface OptionsOf extends Panel {
	readonly method: string;
	/** The place of the field, below `parameters`. */
	readonly field: string;
}

/** Loads the options of a field as n8n's editor does. */
export const loadOptions = async ({
	method,
	field,
	...panel
}: OptionsOf): Promise<INodePropertyOptions[]> => {
	const { context, methods } = await openPanel(panel, `parameters.${field}`);
	const load = methods.loadOptions?.[method];
	if (!load) throw new Error(`The node has no options ${method}`);
	return await load.call(context);
};
