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

/** What a flow writes, and to which of the recipes it hands what comes of it. */
export interface ReceiptFlow {
	/** Of the node that writes. */
	readonly parameters: INodeParameters;
	/** The items that it is given. */
	readonly items: IDataObject[];
	/** The recipe that keeps receipts. */
	readonly keeper: string;
	/** The recipe that settles what is unknown. */
	readonly settler?: string;
}

const nodesOf = ({ parameters, items, keeper, settler }: ReceiptFlow): INode[] => [
	node('Start', 'manualTrigger', 1, {}),
	node(
		'Kept Receipts',
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
	node('Each Item', 'splitOut', 1, { fieldToSplitOut: 'items', options: {} }),
	node('Its File', 'convertToFile', 1.1, {
		operation: 'toText',
		sourceProperty: 'text',
		binaryPropertyName: 'data',
		options: { fileName: 'signed.txt' },
	}),
	node('With Its File', 'merge', 3.2, {
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
					previousReceiptHash: "={{ $('Kept Receipts').last().json.hash ?? '0'.repeat(64) }}",
				},
			},
		},
		{ onError: 'continueErrorOutput' },
	),
	node('Both', 'merge', 3.2, {}),
	subWorkflow('Keep', keeper),
	...(settler === undefined ? [] : [subWorkflow('Settle', settler)]),
];

const connectionsOf = ({ settler }: ReceiptFlow): IConnections => ({
	Start: { main: [to('Kept Receipts')] },
	'Kept Receipts': { main: [to('Items')] },
	Items: { main: [to('Each Item')] },
	'Each Item': {
		main: [[...to('Its File'), { node: 'With Its File', type: 'main', index: 0 }]],
	},
	'Its File': { main: [[{ node: 'With Its File', type: 'main', index: 1 }]] },
	'With Its File': { main: [to('Write')] },
	Write: {
		main: [
			to('Both'),
			[{ node: 'Both', type: 'main', index: 1 }, ...(settler === undefined ? [] : to('Settle'))],
		],
	},
	Both: { main: [to('Keep')] },
});

/** A flow that writes with receipts, as the notes of the recipes have a builder make it. */
const flowOf = (flow: ReceiptFlow): WorkflowFile => ({
	id: 'cwReceiptFlow001',
	name: 'Write with receipts',
	nodes: nodesOf(flow),
	connections: connectionsOf(flow),
	settings: { executionOrder: 'v1' },
});

/** Runs such a flow in an n8n that has the recipes. */
export const writeWithReceipts = async (
	n8n: N8n,
	credential: StoredCredential,
	flow: ReceiptFlow,
): Promise<Execution> => {
	const file = flowOf(flow);
	await importWorkflow(n8n, file, [credential]);
	return await runWorkflow(n8n, file.id, 'Start');
};
