import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from '../n8n/credentials';
import type { Execution } from '../n8n/executions';
import { runWorkflow } from '../n8n/executions';
import type { N8n } from '../n8n/rest';
import type { WorkflowFile } from '../n8n/workflows';
import { importWorkflow } from '../n8n/workflows';

const node = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: INodeParameters,
	more: Partial<INode> = {},
): INode => ({
	id: `receipt-flow-${name.toLowerCase().replaceAll(' ', '-')}`,
	name,
	type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
	typeVersion,
	position: [0, 0],
	parameters,
	...more,
});

const to = (...names: string[]) =>
	names.map((name) => ({ node: name, type: 'main' as const, index: 0 }));

const subWorkflow = (name: string, id: string): INode =>
	node(name, 'executeWorkflow', 1.2, {
		source: 'database',
		workflowId: { __rl: true, mode: 'id', value: id },
		workflowInputs: { mappingMode: 'defineBelow', value: {} },
		mode: 'once',
		options: {},
	});

/** What a workflow writes, and which recipes process the results. */
export interface ReceiptFlow {
	/** The parameters of the node that writes. */
	readonly parameters: INodeParameters;
	/** Its input items. */
	readonly items: IDataObject[];
	/** The recipe that stores receipts. */
	readonly keeper: string;
	/** The recipe that resolves unknown outcomes. */
	readonly settler?: string;
}

const nodesOf = ({ parameters, items, keeper, settler }: ReceiptFlow): INode[] => [
	node('Start', 'manualTrigger', 1, {}),
	node(
		'Get Receipts',
		'dataTable',
		1,
		{
			resource: 'row',
			operation: 'get',
			dataTableId: { __rl: true, mode: 'name', value: 'Contract receipts' },
			returnAll: true,
			orderBy: true,
			orderByColumn: 'id',
			orderByDirection: 'ASC',
		},
		{ alwaysOutputData: true },
	),
	node(
		'Items',
		'set',
		3.4,
		{ mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} },
		{ executeOnce: true },
	),
	node('Split Items', 'splitOut', 1, { fieldToSplitOut: 'items', options: {} }),
	node('Create File', 'convertToFile', 1.1, {
		operation: 'toText',
		sourceProperty: 'text',
		binaryPropertyName: 'data',
		options: { fileName: 'signed.txt' },
	}),
	node('Add File', 'merge', 3.2, {
		mode: 'combine',
		combineBy: 'combineByPosition',
		options: {},
	}),
	node(
		'Write',
		'n8n-nodes-contract-workflow.contractWorkflow',
		1,
		{
			...parameters,
			options: {
				safety: {
					addReceipt: true,
					previousReceiptHash: "={{ $('Get Receipts').last().json.hash ?? '0'.repeat(64) }}",
				},
			},
		},
		{ onError: 'continueErrorOutput' },
	),
	node('Merge Results', 'merge', 3.2, {}),
	subWorkflow('Store Receipts', keeper),
	...(settler === undefined ? [] : [subWorkflow('Resolve Outcomes', settler)]),
];

const connectionsOf = ({ settler }: ReceiptFlow): IConnections => ({
	Start: { main: [to('Get Receipts')] },
	'Get Receipts': { main: [to('Items')] },
	Items: { main: [to('Split Items')] },
	'Split Items': {
		main: [[...to('Create File'), { node: 'Add File', type: 'main', index: 0 }]],
	},
	'Create File': { main: [[{ node: 'Add File', type: 'main', index: 1 }]] },
	'Add File': { main: [to('Write')] },
	Write: {
		main: [
			to('Merge Results'),
			[
				{ node: 'Merge Results', type: 'main', index: 1 },
				...(settler === undefined ? [] : to('Resolve Outcomes')),
			],
		],
	},
	'Merge Results': { main: [to('Store Receipts')] },
});

/** A workflow that writes with receipts, as the notes of the recipes describe it. */
const flowOf = (flow: ReceiptFlow): WorkflowFile => ({
	id: 'cwReceiptFlow001',
	name: 'Write with receipts',
	nodes: nodesOf(flow),
	connections: connectionsOf(flow),
	settings: { executionOrder: 'v1' },
});

/** Runs such a workflow in an n8n that has the recipes. */
export const writeWithReceipts = async (
	n8n: N8n,
	credential: StoredCredential,
	flow: ReceiptFlow,
): Promise<Execution> => {
	const file = flowOf(flow);
	await importWorkflow(n8n, file, [credential]);
	return await runWorkflow(n8n, file.id, 'Start');
};
