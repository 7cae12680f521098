import type { INode } from 'n8n-workflow';
import type { StoredCredential } from '../../scripts/n8n/credentials';
import type { WorkflowFile } from '../../scripts/n8n/workflows';

/*
 * The mirror without this package: n8n's HTTP Request node with its own pagination, and its
 * Postgres node to write. It cannot prove that the list was read completely, and has no transaction
 * and no guard.
 */

const staging = {
	schema: { __rl: true, mode: 'list', value: 'public' },
	table: { __rl: true, mode: 'name', value: 'http_staging' },
};

const begin = `
CREATE TABLE IF NOT EXISTS http_documents (
	document_id bigint PRIMARY KEY, digest text NOT NULL, content json NOT NULL, gone_at timestamptz
);
CREATE UNLOGGED TABLE IF NOT EXISTS http_staging (
	document_id bigint PRIMARY KEY, digest text NOT NULL, content json NOT NULL
);
TRUNCATE http_staging;
SELECT 1`;

const merge = `
INSERT INTO http_documents AS kept (document_id, digest, content)
SELECT document_id, digest, content FROM http_staging
ON CONFLICT (document_id) DO UPDATE
	SET digest = excluded.digest, content = excluded.content, gone_at = NULL
	WHERE kept.digest <> excluded.digest OR kept.gone_at IS NOT NULL;
UPDATE http_documents kept SET gone_at = now()
WHERE gone_at IS NULL AND NOT EXISTS (SELECT FROM http_staging WHERE document_id = kept.document_id)`;

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

/** Reads all documents, one row each. */
const reading = (baseUrl: string): readonly Step[] => [
	['Start', 'manualTrigger', 1, {}],
	['Begin', 'postgres', 2.6, { operation: 'executeQuery', query: begin, options: {} }],
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

/** Writes them to a staging table, and the differences from there to the mirror. */
const writing: readonly Step[] = [
	[
		'Stage',
		'postgres',
		2.6,
		{
			operation: 'insert',
			...staging,
			columns: { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] },
			options: {},
		},
	],
	['Merge', 'postgres', 2.6, { operation: 'executeQuery', query: merge, options: {} }],
];

/** The workflow, for an API at `baseUrl`. */
export const httpFlow = (
	baseUrl: string,
	credentials: readonly StoredCredential[],
): Omit<WorkflowFile, 'id'> => {
	const steps = [...reading(baseUrl), ...writing];
	const connections: WorkflowFile['connections'] = {};
	for (const [index, [name]] of steps.entries()) {
		const next = steps[index + 1];
		if (next) connections[name] = { main: [[{ node: next[0], type: 'main', index: 0 }]] };
	}
	const given = Object.fromEntries(credentials.map(({ type, id, name }) => [type, { id, name }]));
	const keys: Readonly<Record<string, string>> = {
		postgres: 'postgres',
		httpRequest: 'httpHeaderAuth',
	};
	const nodes = steps.map(([name, type, typeVersion, parameters], index): INode => {
		const key = keys[type] ?? '';
		return {
			id: name,
			name,
			type: `n8n-nodes-base.${type}`,
			typeVersion,
			position: [index * 200, 0],
			parameters,
			...(name === 'Merge' && { executeOnce: true }),
			...(given[key] && { credentials: { [key]: given[key] } }),
		};
	});
	return { name: 'Mirror by HTTP Request', nodes, connections };
};
