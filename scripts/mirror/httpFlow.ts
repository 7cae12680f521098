import type { INode } from 'n8n-workflow';
import type { StoredCredential } from '../n8n/credentials';
import type { WorkflowFile } from '../n8n/workflows';

/*
 * The mirror as it is built without this package: n8n's HTTP Request node with its own pagination, and
 * n8n's own nodes to compare and to write. It has no proof that the list was read whole, no transaction
 * and no guard.
 */

const table = {
	schema: { __rl: true, mode: 'list', value: 'public' },
	table: { __rl: true, mode: 'name', value: 'http_documents' },
};

const makeTable = `
CREATE TABLE IF NOT EXISTS http_documents (
	document_id bigint PRIMARY KEY, digest text NOT NULL, content json NOT NULL, gone_at timestamptz
)`;

const request = (baseUrl: string): INode['parameters'] => ({
	method: 'POST',
	url: `${baseUrl}/core/documents/search`,
	authentication: 'genericCredentialType',
	genericAuthType: 'httpHeaderAuth',
	sendBody: true,
	specifyBody: 'keypair',
	contentType: 'json',
	bodyParameters: { parameters: [{ name: 'limit', value: '={{ 200 }}' }] },
	options: {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: {
					parameters: [{ type: 'body', name: 'offset', value: '={{ $pageCount * 200 }}' }],
				},
				paginationCompleteWhen: 'other',
				completeExpression: '={{ !$response.body.has_next }}',
				limitPagesFetched: false,
				requestInterval: 0,
			},
		},
	},
});

const assigned = (fields: ReadonlyArray<readonly [string, string, string]>) => ({
	mode: 'manual',
	assignments: {
		assignments: fields.map(([name, type, value]) => ({ id: name, name, type, value })),
	},
	options: {},
});

type Step = readonly [name: string, type: string, version: number, parameters: INode['parameters']];

/** Reads all documents, a row for each. */
const reading = (baseUrl: string): readonly Step[] => [
	['Start', 'manualTrigger', 1, {}],
	['Make the Table', 'postgres', 2.6, { operation: 'executeQuery', query: makeTable, options: {} }],
	['Search', 'httpRequest', 4.2, request(baseUrl)],
	['Each', 'splitOut', 1, { fieldToSplitOut: 'documents', options: {} }],
	[
		'Row',
		'set',
		3.4,
		assigned([
			['document_id', 'number', '={{ $json.document_id }}'],
			['content', 'string', '={{ $json.toJsonString() }}'],
		]),
	],
	[
		'Digest',
		'set',
		3.4,
		{
			...assigned([['digest', 'string', "={{ $json.content.hash('sha256') }}"]]),
			includeOtherFields: true,
		},
	],
];

/** Compares them with the table, and writes what differs. */
const comparing: readonly Step[] = [
	[
		'Held',
		'postgres',
		2.6,
		{
			operation: 'executeQuery',
			query: 'SELECT document_id::int, digest FROM http_documents WHERE gone_at IS NULL',
			options: {},
		},
	],
	[
		'Compare',
		'compareDatasets',
		2.3,
		{
			mergeByFields: { values: [{ field1: 'document_id', field2: 'document_id' }] },
			resolve: 'preferInput1',
			options: { skipFields: 'content' },
		},
	],
	[
		'Write',
		'postgres',
		2.6,
		{
			operation: 'upsert',
			...table,
			columns: {
				mappingMode: 'autoMapInputData',
				value: {},
				matchingColumns: ['document_id'],
				schema: [],
			},
			options: {},
		},
	],
	[
		'Mark as Gone',
		'postgres',
		2.6,
		{
			operation: 'executeQuery',
			query: 'UPDATE http_documents SET gone_at = now() WHERE document_id = $1',
			options: { queryReplacement: '={{ [$json.document_id] }}' },
		},
	],
];

const links: ReadonlyArray<readonly [from: string, output: number, to: string, input: number]> = [
	['Start', 0, 'Make the Table', 0],
	['Make the Table', 0, 'Search', 0],
	['Make the Table', 0, 'Held', 0],
	['Search', 0, 'Each', 0],
	['Each', 0, 'Row', 0],
	['Row', 0, 'Digest', 0],
	['Digest', 0, 'Compare', 0],
	['Held', 0, 'Compare', 1],
	['Compare', 0, 'Write', 0],
	['Compare', 2, 'Write', 0],
	['Compare', 3, 'Mark as Gone', 0],
];

/** The workflow, for an API at `baseUrl`. */
export const httpFlow = (
	baseUrl: string,
	credentials: readonly StoredCredential[],
): Omit<WorkflowFile, 'id'> => {
	const connections: WorkflowFile['connections'] = {};
	for (const [from, output, node, index] of links) {
		const outputs = ((connections[from] ??= {}).main ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]?.push({ node, type: 'main', index });
	}
	const given = Object.fromEntries(credentials.map(({ type, id, name }) => [type, { id, name }]));
	const keys: Readonly<Record<string, string>> = {
		postgres: 'postgres',
		httpRequest: 'httpHeaderAuth',
	};
	const nodes = [...reading(baseUrl), ...comparing].map(
		([name, type, typeVersion, parameters], index): INode => {
			const key = keys[type] ?? '';
			return {
				id: name,
				name,
				type: `n8n-nodes-base.${type}`,
				typeVersion,
				position: [index * 200, 0],
				parameters,
				...(given[key] && { credentials: { [key]: given[key] } }),
			};
		},
	);
	return { name: 'Mirror by HTTP Request', nodes, connections };
};
