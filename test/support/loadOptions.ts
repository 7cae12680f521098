import { LoadOptionsContext } from 'n8n-core';
import type {
	ILoadOptionsFunctions,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import type { Credentials } from './n8nHost';
import { loadHost, loadNode, nodeWith } from './n8nHost';

/** The options of a field that are asked for. */
export interface OptionsOf {
	/** The node that has it; the action node if absent. */
	readonly node?: string;
	readonly method: string;
	/** What the panel holds when the options are loaded. */
	readonly parameters: INodeParameters;
	/** The place of the field, below `parameters`. */
	readonly field: string;
	readonly credentials: Credentials;
}

/** Loads the options of a field as n8n's editor does, through n8n's own context for it. */
export const loadOptions = async ({
	node: name = 'contractWorkflow',
	method,
	parameters,
	field,
	credentials,
}: OptionsOf): Promise<INodePropertyOptions[]> => {
	const { nodeTypes, additionalData } = await loadHost(credentials);
	const node = {
		...nodeWith(parameters, credentials),
		type: `n8n-nodes-contract-workflow.${name}`,
		parameters,
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const context = new LoadOptionsContext(
		workflow,
		node,
		{ ...additionalData, currentNodeParameters: parameters },
		`parameters.${field}`,
	) as unknown as ILoadOptionsFunctions;
	const { methods } = (await loadNode(name)) as INodeType;
	const load = methods?.loadOptions?.[method];
	if (!load) throw new Error(`The node has no options ${method}`);
	return await load.call(context);
};
